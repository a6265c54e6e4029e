import type { JsonObject } from "../../core/model/json.js";
import { ANNOTATIONS_LIMIT, ETCD_LIMIT, sizesOf } from "../validation/sizes.js";
import { accepted, type CrdProblem, problem } from "./problem.js";

/**
 * Checks that etcd can store a document, and that client-side `kubectl apply` can keep a copy of it, which server-side
 * apply does not need.
 */
export function sizeProblems(document: JsonObject, kind: string): CrdProblem[] {
  const { stored, annotations } = sizesOf(document);
  return [
    ...(stored > ETCD_LIMIT ? [problem("crd-too-large-to-store", { kind, size: stored, limit: ETCD_LIMIT }, [])] : []),
    ...(annotations > ANNOTATIONS_LIMIT
      ? [accepted(problem("crd-too-large", { kind, size: annotations, limit: ANNOTATIONS_LIMIT }, []))]
      : []),
  ];
}
