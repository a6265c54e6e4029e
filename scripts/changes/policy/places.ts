/** Where the TypeScript says what a finding is about, and which fields it took leave of. */
import { type ApiModel, type KindVersion, type ObjectNode, pluralOf, type SchemaNode } from "../../core/model/api.js";
import type { Location } from "../../core/model/location.js";
import type { Finding } from "../../core/model/policy.js";

/** The place of a finding: its field, else the version, else nothing where the source no longer has it. */
export function placeOf(finding: Pick<Finding, "crd" | "versions" | "path">, model: ApiModel): Location | undefined {
  const version = versionOf(finding.crd, finding.versions[0], model);
  if (!version) return undefined;
  const { path } = finding;
  if (path === undefined || path === ".") return version.location;
  return nodesAlong(version.root, path).location ?? version.location;
}

/** The names that the object around a path reserves by tombstones. */
export function tombstonesAround(crd: string, path: string, model: ApiModel): readonly string[] {
  const version = versionOf(crd, undefined, model);
  return version ? (nodesAlong(version.root, path).parent?.tombstones ?? []).map(({ field }) => field) : [];
}

function versionOf(crd: string, name: string | undefined, model: ApiModel): KindVersion | undefined {
  const kind = model.kinds.find((candidate) => crdNameOf(candidate.versions) === crd);
  const storage = kind?.versions.find((version) => version.storage);
  return kind?.versions.find((version) => version.version === name) ?? storage;
}

function crdNameOf(versions: readonly KindVersion[]): string {
  const storage = versions.find((version) => version.storage) ?? versions[0];
  return storage ? `${pluralOf(storage.kind, storage.names)}.${storage.group}` : "";
}

/** Follows a path as far as the model goes: the last field's place, and the object around the path's last step. */
function nodesAlong(root: ObjectNode, path: string): { location?: Location; parent?: ObjectNode } {
  let node: SchemaNode | undefined = root;
  let parent: ObjectNode | undefined;
  let location: Location | undefined;
  for (const [, name] of path.matchAll(/\.([^.[{]+)|\[\]|\{\}/g)) {
    if (name === undefined) {
      node = node?.form === "array" ? node.items : node?.form === "map" ? node.values : undefined;
      continue;
    }
    parent = node?.form === "object" ? node : undefined;
    const field: ObjectNode["fields"][number] | undefined = parent?.fields.find((candidate) => candidate.name === name);
    node = field?.node;
    location = field?.location ?? location;
  }
  return { ...(location && { location }), ...(parent && { parent }) };
}
