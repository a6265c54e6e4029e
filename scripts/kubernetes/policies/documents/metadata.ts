import {
  annotationKeyProblem,
  labelKeyProblem,
  labelValueProblem,
  subdomainProblem,
} from "../../../core/model/names.js";
import { ANNOTATIONS_LIMIT, pairBytes } from "../../validation/sizes.js";
import { type DocumentProblem, invalid } from "../problem.js";
import type { Metadata } from "./model.js";
import { checkedProblem, requiredProblem } from "./values.js";

/** First API server that reserves the names of policies in its own files. */
const RESERVED_SINCE = 37;
const RESERVED_SUFFIX = ".static.k8s.io";

/**
 * Checks the metadata of a policy or binding, except what only the API server sets. Source: k8s.io/apimachinery,
 * pkg/api/validation/objectmeta.go, and k8s.io/kubernetes, pkg/apis/admissionregistration/validation/static_suffix.go.
 */
export function metadataProblems(metadata: Metadata, minor: number): DocumentProblem[] {
  const { name, labels = {}, annotations = {}, finalizers = [] } = metadata;
  const size = pairBytes(annotations);
  return [
    ...requiredProblem(name, ["metadata", "name"]),
    ...(name ? checkedProblem(name, (text) => nameProblem(text, minor), ["metadata", "name"]) : []),
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...checkedProblem(key, labelKeyProblem, ["metadata", "labels", key]),
      ...checkedProblem(value, labelValueProblem, ["metadata", "labels", key]),
    ]),
    ...Object.keys(annotations).flatMap((key) =>
      checkedProblem(key, annotationKeyProblem, ["metadata", "annotations", key]),
    ),
    ...(size > ANNOTATIONS_LIMIT
      ? [invalid(["metadata", "annotations"], `annotations must have at most ${ANNOTATIONS_LIMIT} bytes, not ${size}`)]
      : []),
    ...finalizers.flatMap((finalizer, index) =>
      checkedProblem(finalizer, labelKeyProblem, ["metadata", "finalizers", index]),
    ),
  ];
}

function nameProblem(name: string, minor: number): string | undefined {
  const isReserved = minor >= RESERVED_SINCE && name.endsWith(RESERVED_SUFFIX);
  return subdomainProblem(name) ?? (isReserved ? `must not end with ${RESERVED_SUFFIX}, which is reserved` : undefined);
}
