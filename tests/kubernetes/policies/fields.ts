import type { JsonObject } from "../../../scripts/core/model/json.js";
import { pathInWords } from "../../../scripts/core/shape.js";
import { compilePolicies } from "../../../scripts/kubernetes/policies/policy-set.js";
import { policy } from "./documents.js";

/** Maps whose entries the API server does not name in a path. */
const MAPS = new Set(["labels", "matchLabels", "annotations"]);

/**
 * Returns the fields that a policy or a binding has problems with, as the API server names them: `shape` if it cannot
 * decode the document. The policy of a binding exists.
 */
export function fieldsAtFault(document: JsonObject): string[] {
  const { problems } = compilePolicies([document, policy({}, "another")], 37);
  const own = problems.filter(({ index, kind }) => index === 0 && kind === "invalid");
  const isShape = own.some(
    ({ range, message }) => !range && /(is not a field|must be a (list|string)|must be an object)/.test(message),
  );
  const fields = own.map(({ path }) => {
    const map = path.findIndex((step) => MAPS.has(String(step)));
    return pathInWords(map < 0 ? path : path.slice(0, map + 1));
  });
  return isShape ? ["shape"] : [...new Set(fields)];
}
