/**
 * Computes whether the API server can store a CRD, and whether client-side `kubectl apply` can apply it. The latter
 * keeps a copy of the CRD in an annotation.
 */
import { isJsonObject, type JsonObject, sortKeys } from "../../core/model/json.js";

/**
 * Limit for all annotations of an object together. Source: apimachinery pkg/api/validation, TotalAnnotationSizeLimitB.
 */
export const ANNOTATIONS_LIMIT = 262_144;

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Default limit of etcd for a request. Source: etcd server/embed/config.go, DefaultMaxRequestBytes. */
export const ETCD_LIMIT = 1_572_864;

/** Sizes of a CRD in bytes. */
interface Sizes {
  /** The document as the API server stores it, without what it adds. */
  readonly stored: number;
  /** All annotations, keys and values, after a client-side `kubectl apply`. */
  readonly annotations: number;
}

export function sizesOf(crd: JsonObject): Sizes {
  const { metadata } = crd;
  const annotations = isJsonObject(metadata) && isJsonObject(metadata.annotations) ? metadata.annotations : {};
  const json = goJson(crd);
  return { stored: bytes(json), annotations: pairBytes({ ...annotations, [LAST_APPLIED]: `${json}\n` }) };
}

/** Returns the size in bytes of all annotations of a CRD after a client-side `kubectl apply`. */
export function annotationBytes(crd: JsonObject): number {
  return sizesOf(crd).annotations;
}

/** Returns the size in bytes of keys and values, of which those that are not strings do not count. */
export function pairBytes(pairs: JsonObject): number {
  return Object.entries(pairs).reduce(
    (sum, [key, value]) => (typeof value === "string" ? sum + bytes(key) + bytes(value) : sum),
    0,
  );
}

/** Returns compact JSON with sorted keys and the escapes of Go's encoder. */
function goJson(document: JsonObject): string {
  return JSON.stringify(sortKeys(document)).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
