/** Finds the source of each part of a printed CRD. */
import {
  type ApiModel,
  type Column,
  type Constraint,
  crdNameOf,
  type Kind,
  type KindVersion,
  type ObjectNode,
  type SchemaNode,
  storageOf,
} from "../../core/model/api.js";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import type { Path } from "../../kubernetes/crd/problem.js";

/**
 * Returns the location in the sources of the value at a path of a CRD: the tag that sets it, the field that contains
 * it, otherwise the kind. Returns undefined if the model has no kind with that CRD.
 *
 * @param model the model of the channel of the CRD
 */
export function placeInSources(model: ApiModel, crdName: string, path: Path): Location | undefined {
  const kind = model.kinds.find((candidate) => crdNameOf(candidate) === crdName);
  return kind && placeInKind(kind, path);
}

function placeInKind(kind: Kind, [spec, versions, index, ...rest]: Path): Location {
  const version = spec === "spec" && versions === "versions" ? printedVersions(kind)[Number(index)] : undefined;
  return version ? placeInVersion(version, rest) : storageOf(kind).location;
}

/** Returns the versions in the order of the CRD. */
function printedVersions({ versions }: Kind): readonly KindVersion[] {
  return [...versions].sort((a, b) => compareStrings(a.version, b.version));
}

function placeInVersion(version: KindVersion, [key, ...rest]: Path): Location {
  const { columns, deprecation, selectableFields, scale, location } = version;
  switch (key) {
    case "schema":
      return placeInNode(completeRoot(version), rest.slice(1), location); // the first step is openAPIV3Schema
    case "deprecated":
    case "deprecationWarning":
      return deprecation?.location ?? location;
    case "additionalPrinterColumns":
      return at<Column>(columns, rest[0])?.location ?? location;
    case "selectableFields":
      return at(selectableFields, rest[0])?.location ?? location;
    case "subresources":
      return scaleTag(scale, rest)?.location ?? location;
    default:
      return location;
  }
}

function completeRoot({ root, objectFields }: KindVersion): ObjectNode {
  return { ...root, fields: [...root.fields, ...objectFields] };
}

function at<Item>(items: readonly Item[], index: string | number | undefined): Item | undefined {
  return typeof index === "number" ? items[index] : undefined;
}

function scaleTag(scale: KindVersion["scale"], [subresource, path]: Path) {
  if (subresource !== "scale") return undefined;
  if (path === "statusReplicasPath") return scale?.status;
  return path === "labelSelectorPath" ? (scale?.selector ?? scale?.spec) : scale?.spec;
}

/** Follows a path through the schema of a node. `around` is the location of the closest field or type around it. */
function placeInNode(node: SchemaNode, path: Path, around: Location): Location {
  const [key, step, ...rest] = path;
  if (key === undefined) return around;
  if (key === "properties" && node.form === "object") {
    const field = node.fields.find(({ name }) => name === step);
    return field ? placeInNode(field.node, rest, field.location) : around;
  }
  if (key === "items" && node.form === "array") return placeInNode(node.items, path.slice(1), around);
  if (key === "additionalProperties" && node.form === "map") return placeInNode(node.values, path.slice(1), around);
  if (key === "enum" && node.form === "scalar") return at(node.values ?? [], step)?.location ?? around;
  return placeOfKeyword(node, key, step) ?? (node.form === "raw" ? node.location : around);
}

function placeOfKeyword(
  { constraints }: SchemaNode,
  keyword: string | number,
  index: string | number | undefined,
): Location | undefined {
  const own = constraints.filter((constraint) => constraint.keyword === keyword);
  const outermost = [...own].sort((a, b) => b.level - a.level)[0];
  if (typeof index !== "number") return outermost?.location;
  return itemPlaces(own)[index] ?? outermost?.location;
}

/** Returns the locations of the items of a list that several tags set. */
function itemPlaces(constraints: readonly Constraint[]): readonly Location[] {
  return constraints.flatMap(({ value, location, itemLocations }) =>
    Array.isArray(value) ? value.map((_, index) => itemLocations?.[index] ?? location) : [location],
  );
}
