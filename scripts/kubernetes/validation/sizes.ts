/** Whether a CRD can be applied by `kubectl apply` in its client-side form, which keeps a copy in an annotation. */
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { sortKeys } from "../../core/model/json.js";

/** All annotations of an object together. Source: apimachinery pkg/api/validation, TotalAnnotationSizeLimitB. */
export const ANNOTATIONS_LIMIT = 262_144;

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The bytes that the annotations of a CRD take, keys and values, once kubectl has applied it client-side. */
export function annotationBytes(crd: CustomResourceDefinition): number {
  const own = Object.entries(crd.metadata.annotations).map(([key, value]) => bytes(key) + bytes(value));
  return own.reduce((sum, size) => sum + size, bytes(LAST_APPLIED) + bytes(lastApplied(crd)));
}

/** The copy that kubectl keeps: compact JSON and a line break, some characters escaped as Go's encoder does. */
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
