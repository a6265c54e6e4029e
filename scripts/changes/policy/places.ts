/** Where the TypeScript says what a finding is about, and which fields it took leave of. */

import { type ApiModel, crdNameOf, type KindVersion, type ObjectNode, type SchemaNode } from "../../core/model/api.js";
import { type FieldPath, ROOT_PATH, stepsOf } from "../../core/model/field-path.js";
import type { Location } from "../../core/model/location.js";
import type { Finding } from "../../core/model/policy.js";
import { storageVersion } from "../../core/model/versions.js";

/** The place of a finding: its field, else the version, else nothing where the source no longer has it. */
export function locateFinding(
  finding: Pick<Finding, "crd" | "versions" | "path">,
  model: ApiModel,
): Location | undefined {
  const version = findVersion(finding.crd, finding.versions[0], model);
  if (!version) return undefined;
  const { path } = finding;
  if (path === undefined || path === ROOT_PATH) return version.location;
  return nodesAlong(version.root, path).location ?? version.location;
}

/** The names that the object around a path reserves by tombstones. */
export function tombstonesAround(crd: string, path: FieldPath, model: ApiModel): readonly string[] {
  const version = findVersion(crd, undefined, model);
  return version ? (nodesAlong(version.root, path).parent?.tombstones ?? []).map(({ field }) => field) : [];
}

function findVersion(crd: string, name: string | undefined, model: ApiModel): KindVersion | undefined {
  const kind = model.kinds.find((candidate) => crdNameOf(candidate) === crd);
  return kind?.versions.find((version) => version.version === name) ?? storageVersion(kind?.versions ?? []);
}

/** Follows a path as far as the model goes: the last field's place, and the object around the path's last step. */
function nodesAlong(root: ObjectNode, path: FieldPath): { location?: Location; parent?: ObjectNode } {
  let node: SchemaNode | undefined = root;
  let parent: ObjectNode | undefined;
  let location: Location | undefined;
  for (const step of stepsOf(path)) {
    if (step.kind !== "field") {
      node = node?.form === "array" ? node.items : node?.form === "map" ? node.values : undefined;
      continue;
    }
    parent = node?.form === "object" ? node : undefined;
    const field: ObjectNode["fields"][number] | undefined = parent?.fields.find(({ name }) => name === step.name);
    node = field?.node;
    location = field?.location ?? location;
  }
  return { ...(location && { location }), ...(parent && { parent }) };
}
