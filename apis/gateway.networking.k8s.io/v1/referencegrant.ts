import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1beta1 from "../v1beta1/referencegrant.js";

/**
 * Allows objects in other namespaces to refer to objects in the namespace of the ReferenceGrant. For example, a
 * ReferenceGrant can allow a route to refer to a Service, or a Gateway to refer to a Secret.
 *
 * Implementations must reject a reference to an object in another namespace unless a ReferenceGrant in that namespace
 * allows the reference. After a ReferenceGrant is deleted, implementations must stop using references that no other
 * ReferenceGrant allows. Routes do not need a ReferenceGrant to attach to a Gateway in another namespace, because the
 * `allowedRoutes` field of each listener controls which routes can attach.
 */
export interface ReferenceGrant extends InVersion<v1beta1.ReferenceGrant, "gateway.networking.k8s.io/v1"> {}
