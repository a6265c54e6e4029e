import type { InVersion } from "../../meta/v1.js";
import type * as v1beta1 from "../v1beta1/referencegrant.js";

/**
 * Permission for references from other namespaces to objects in the namespace of the grant, for example from a route to
 * a Service or from a Gateway to a Secret.
 *
 * One grant is enough to allow a reference. If no grant allows it, implementations must reject the reference. When a
 * grant is deleted, implementations must stop following the references that no other grant allows. Routes need no grant
 * to attach to a Gateway in another namespace, because the Gateway allows them in `allowedRoutes`.
 */
export interface ReferenceGrant extends InVersion<v1beta1.ReferenceGrant, "gateway.networking.k8s.io/v1"> {}
