import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/gatewayclass.js";

/**
 * A sort of Gateways that users can ask for, and the controller that provides them. The same as in v1, which new
 * manifests should use.
 */
export interface GatewayClass extends InVersion<v1.GatewayClass, "gateway.networking.k8s.io/v1beta1"> {}
