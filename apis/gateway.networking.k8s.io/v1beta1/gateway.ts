import type { InVersion } from "../../meta/v1.js";
import type * as v1 from "../v1/gateway.js";

/**
 * Entry point for traffic: its addresses, its listeners (port, protocol, and hostname), and the routes that may attach
 * to the listeners. This version is identical to v1. Use v1 in new manifests.
 */
export interface Gateway extends InVersion<v1.Gateway, "gateway.networking.k8s.io/v1beta1"> {}
