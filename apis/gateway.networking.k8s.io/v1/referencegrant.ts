import type { InVersion } from "../../meta/v1.js";
import type * as v1beta1 from "../v1beta1/referencegrant.js";

/**
 * Admits references from other namespaces to objects in its own: a route that names a Service here, a Gateway that
 * names a Secret here.
 *
 * Grants add up, and any of them suffices. Where none fits, the reference is refused. To delete a grant is to withdraw
 * it: the implementation has to stop following the references that it admitted.
 */
export interface ReferenceGrant extends InVersion<v1beta1.ReferenceGrant, "gateway.networking.k8s.io/v1"> {}
