import type { JsonObject } from "../../../scripts/core/model/json.js";
import { compilePolicies } from "../../../scripts/kubernetes/policies/policy-set.js";
import { type PolicyDecision, review } from "../../../scripts/kubernetes/policies/review.js";
import type { NamedCase } from "../../support/arbitrary-policies.js";
import { creation } from "./documents.js";

const VERSIONS = ["v1", "v1beta1"];

/** Reviews the request of a case. Returns undefined if there are problems with the policy or the binding. */
export function decisionsFor(drawn: NamedCase): readonly PolicyDecision[] | undefined {
  const { policy, binding, params, namespaces, object, oldObject } = drawn;
  const { policies, problems } = compilePolicies([policy, binding, ...params], 37);
  if (problems.length > 0) return undefined;
  const { name = "", namespace = "" } = object.metadata as Readonly<Record<string, string>>;
  const version = String(object.apiVersion).replace(/.*\//, "");
  const kind = String(object.kind);
  const [namespaceObject] = namespaces as readonly [JsonObject];
  const attributes = creation(null, {
    operation: oldObject ? "UPDATE" : "CREATE",
    resource: { group: "example.dev", version, resource: `${kind.toLowerCase()}s` },
    kind: { group: "example.dev", version, kind },
    name,
    namespace,
    object,
    ...(oldObject && { oldObject }),
    ...(namespace !== "" && { namespaceObject }),
    otherVersions: VERSIONS.filter((other) => other !== version),
  });
  return review(policies, attributes);
}
