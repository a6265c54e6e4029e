/**
 * The library for controllers that read objects of several releases, `crd-bundle/conversion`. It loads neither the reader
 * of types nor a Kubernetes client.
 */

export type { ConversionObstacle } from "../../kubernetes/conversion/convert.js";
export type { KeptPart } from "../../kubernetes/conversion/kept-parts.js";
export { type BundleStamp, bundleOf, type StampKeys } from "./bundle-of.js";
export { type Canonical, type Canonicalize, canonicalizer, type SupportedBundle } from "./canonicalizer.js";
