import type { InVersion } from "crd-bundle/meta/v1";
import type * as v1 from "../v1/gatewayclass.js";

/**
 * Describes a class of Gateways and identifies the controller that manages these Gateways. This version is identical to
 * v1. Use v1 in new manifests.
 */
export interface GatewayClass extends InVersion<v1.GatewayClass, "gateway.networking.k8s.io/v1beta1"> {}
