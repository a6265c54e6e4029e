/** Finds the source code of a finding, and the fields that the source reserves. */
import { type ApiModel, crdNameOf, type KindVersion, type SchemaNode } from "../../core/model/api.js";
import {
  type FieldPath,
  fieldIn,
  isBelow,
  itemsOf,
  pathsAround,
  ROOT_PATH,
  valuesOf,
} from "../../core/model/field-path.js";
import type { Location } from "../../core/model/location.js";
import type { Finding } from "../../core/model/policy.js";
import { reservedPaths } from "../../core/model/reserved.js";
import { storageVersion } from "../../core/model/versions.js";

/**
 * Returns the location of a finding: its field or, if the source does not have the field, the closest parent. Returns
 * undefined if the source no longer has the kind.
 */
export function locateFinding(
  finding: Pick<Finding, "crd" | "versions" | "path">,
  model: ApiModel,
): Location | undefined {
  const version = findVersion(finding.crd, finding.versions[0], model);
  if (!version) return undefined;
  const { path } = finding;
  if (path === undefined || path === ROOT_PATH) return version.location;
  // Look for the field first, then for its parents, the closest one first.
  const places = [path, ...pathsAround(path).toReversed()];
  const [nearest] = places.flatMap((place) => locateField(version.root, ROOT_PATH, place) ?? []);
  return nearest ?? version.location;
}

/** Reports whether the types reserve a field with a tombstone. */
export function hasTombstone(crd: string, path: FieldPath, model: ApiModel): boolean {
  const version = findVersion(crd, undefined, model);
  return version !== undefined && reservedPaths(version.root, ROOT_PATH).includes(path);
}

function findVersion(crd: string, name: string | undefined, model: ApiModel): KindVersion | undefined {
  const kind = model.kinds.find((candidate) => crdNameOf(candidate) === crd);
  return kind?.versions.find((version) => version.version === name) ?? storageVersion(kind?.versions ?? []);
}

/** Returns the location of the field at a path. */
function locateField(node: SchemaNode, at: FieldPath, path: FieldPath): Location | undefined {
  switch (node.form) {
    case "array":
      return locateField(node.items, itemsOf(at), path);
    case "map":
      return locateField(node.values, valuesOf(at), path);
    case "object": {
      const fields = node.fields.map((field) => ({ ...field, path: fieldIn(at, field.name) }));
      const [found] = fields.flatMap((field) => {
        if (field.path === path) return [field.location];
        return isBelow(path, field.path) ? (locateField(field.node, field.path, path) ?? []) : [];
      });
      return found;
    }
    default:
      return undefined;
  }
}
