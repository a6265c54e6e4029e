import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/gateway.js";

/**
 * A place where traffic comes in, with its ports, addresses, protocols and hosts. The same as in v1, which new
 * manifests should use.
 */
export interface Gateway extends InVersion<v1.Gateway, "gateway.networking.k8s.io/v1beta1"> {}
