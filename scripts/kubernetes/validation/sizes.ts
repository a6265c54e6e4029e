/**
 * Computes whether the API server can store a CRD, and whether client-side `kubectl apply` can apply it. The latter
 * keeps a copy of the CRD in an annotation.
 */
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { Remembered } from "../../core/remembered.js";

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
  const stored = jsonBytes(crd);
  const copy = stored + 1; // with a line break
  return { stored, annotations: pairBytes({ ...annotations, [LAST_APPLIED]: "" }) + copy };
}

const SIZES = new Remembered<number>("size of a CRD");

/** Returns the size in bytes of all annotations of a CRD after a client-side `kubectl apply`. A CRD is measured once. */
export function annotationBytes(crd: JsonObject): number {
  return SIZES.of(crd, [], () => sizesOf(crd).annotations);
}

/** Returns the size in bytes of keys and values, of which those that are not strings do not count. */
export function pairBytes(pairs: JsonObject): number {
  return Object.entries(pairs).reduce(
    (sum, [key, value]) => (typeof value === "string" ? sum + bytes(key) + bytes(value) : sum),
    0,
  );
}

/**
 * Returns the size of a document as compact JSON from Go's encoder, which also escapes these characters. The order of
 * the keys does not matter.
 */
export function jsonBytes(document: JsonObject): number {
  const json = JSON.stringify(document);
  return ESCAPED.reduce((sum, char) => sum + count(json, char) * (ESCAPE_BYTES - bytes(char)), bytes(json));
}

/** Reports whether a document is larger than a number of bytes as compact JSON. */
export function isLargerThan(limit: number, document: JsonObject): boolean {
  // No character has more bytes than an escape, so most documents need not be measured.
  return JSON.stringify(document).length * ESCAPE_BYTES > limit && jsonBytes(document) > limit;
}

const ESCAPED = ["<", ">", "&", "\u2028", "\u2029"];
const ESCAPE_BYTES = 6;

function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found++;
  return found;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
