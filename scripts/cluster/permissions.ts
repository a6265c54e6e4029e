/** Asks the API server whether the role of the user allows a migration, which no dry run of a manifest shows. */
import { ApiError, type ApiServer } from "../core/model/api-server.js";
import { versionsOf } from "../core/model/crd-parts.js";
import { type JsonObject, objectIn } from "../core/model/json.js";

const REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

interface Rule extends JsonObject {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

/** Returns the rules in words that the role lacks to migrate the objects of CRDs. */
export async function missingRules(server: ApiServer, crds: readonly JsonObject[]): Promise<string[]> {
  const rules = crds.flatMap(rulesFor);
  const allowed = await Promise.all(rules.map((rule) => isAllowed(server, rule)));
  return [...new Set(rules.filter((_, index) => !allowed[index]).map(inWords))];
}

function rulesFor(crd: JsonObject): Rule[] {
  const spec = objectIn(crd, "spec");
  const group = String(spec.group);
  const resource = String(objectIn(spec, "names").plural);
  const hasStatus = versionsOf(crd).some((version) => "status" in objectIn(version, "subresources"));
  return [
    { verb: "patch", group: "apiextensions.k8s.io", resource: "customresourcedefinitions", subresource: "status" },
    ...["get", "update"].map((verb) => ({ verb, group, resource, subresource: "" })),
    ...(hasStatus ? [{ verb: "update", group, resource, subresource: "status" }] : []),
  ];
}

/** If the API server cannot tell, the request itself will. */
async function isAllowed(server: ApiServer, rule: Rule): Promise<boolean> {
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: rule },
  };
  try {
    const review = await server.send({ method: "POST", path: REVIEWS, body });
    return objectIn(review, "status").allowed !== false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

function inWords({ verb, group, resource, subresource }: Rule): string {
  return `${verb} ${resource}${subresource === "" ? "" : `/${subresource}`} in ${group}`;
}
