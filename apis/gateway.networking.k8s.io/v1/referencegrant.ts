import type { InVersion } from "../../meta/v1.js";
import type * as v1beta1 from "../v1beta1/referencegrant.js";

/**
 * Allows references from other namespaces to objects in the grant's namespace, such as references from a route to a
 * Service or from a Gateway to a Secret.
 *
 * A reference must be allowed by at least one grant; otherwise, implementations must reject the reference. After a
 * grant is deleted, implementations must stop following references that are no longer allowed by any grant. Routes do
 * not need a grant to attach to a Gateway in another namespace, because the Gateway's `allowedRoutes` field controls
 * which routes may attach.
 */
export interface ReferenceGrant extends InVersion<v1beta1.ReferenceGrant, "gateway.networking.k8s.io/v1"> {}
