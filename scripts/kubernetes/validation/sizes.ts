/** Computes whether client-side `kubectl apply` can apply a CRD. It keeps a copy of the CRD in an annotation. */
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { sortKeys } from "../../core/model/json.js";

/**
 * Limit for all annotations of an object together. Source: apimachinery pkg/api/validation, TotalAnnotationSizeLimitB.
 */
export const ANNOTATIONS_LIMIT = 262_144;

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns the size in bytes of all annotations of a CRD, keys and values, after a client-side `kubectl apply`. */
export function annotationBytes(crd: CustomResourceDefinition): number {
  const own = Object.entries(crd.metadata.annotations).map(([key, value]) => bytes(key) + bytes(value));
  return own.reduce((sum, size) => sum + size, bytes(LAST_APPLIED) + bytes(lastApplied(crd)));
}

/** Returns the copy that kubectl keeps: compact JSON with a line break, with the escapes of Go's encoder. */
function lastApplied(crd: CustomResourceDefinition): string {
  const json = JSON.stringify(sortKeys(crd));
  return `${json.replace(/[<>&\u2028\u2029]/g, escapeCharacter)}\n`;
}

function escapeCharacter(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
