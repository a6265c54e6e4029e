import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/gateway.js";

/**
 * Entry point for traffic. A Gateway specifies addresses, listeners (each with a port, a protocol, and optionally a
 * hostname), and the routes that are allowed to attach to the listeners. This version is identical to v1. Use v1 in new
 * manifests.
 */
export interface Gateway extends InVersion<v1.Gateway, "gateway.networking.k8s.io/v1beta1"> {}
