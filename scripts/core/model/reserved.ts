import { type ApiModel, crdNameOf, type SchemaNode } from "./api.js";
import { compareStrings } from "./diagnostic.js";
import { type FieldPath, fieldIn, itemsOf, parseFieldPath, ROOT_PATH, stepsIn, valuesOf } from "./field-path.js";

/** Field that a tombstone reserves. */
export interface ReservedField {
  readonly crd: string;
  readonly path: FieldPath;
}

/**
 * Returns the fields that tombstones of an API reserve, without duplicates, in the order of `bundle.json`.
 * `bundle.json` lists them because CRDs do not contain them, and a tombstone that was released may not be removed.
 */
export function reservedFields(model: ApiModel): ReservedField[] {
  const reserved = model.kinds.flatMap((kind) =>
    kind.versions.flatMap(({ root }) => reservedPaths(root, ROOT_PATH).map((path) => ({ crd: crdNameOf(kind), path }))),
  );
  const byText = new Map(reserved.map((field) => [formatReservedField(field), field]));
  return [...byText].sort(([a], [b]) => compareStrings(a, b)).map(([, field]) => field);
}

/** Returns a field as `bundle.json` lists it, such as `widgets.example.dev .spec.color`. */
export function formatReservedField({ crd, path }: ReservedField): string {
  return `${crd} ${path}`;
}

/** Reads a reserved field of `bundle.json`. Returns undefined if the string has another form. */
export function parseReservedField(text: string): ReservedField | undefined {
  const [, crd, place] = /^(\S*) (.*)$/.exec(text) ?? [];
  const path = parseFieldPath(place ?? "");
  return crd !== undefined && stepsIn(path) ? { crd, path } : undefined;
}

/** Reports whether a list of reserved fields contains a field. */
export function isReserved(reserved: readonly ReservedField[], crd: string, path: FieldPath | undefined): boolean {
  return reserved.some((field) => field.crd === crd && field.path === path);
}

/** Returns the paths of the fields that a type reserves, at any depth. `path` is that of the type. */
export function reservedPaths(node: SchemaNode, path: FieldPath): FieldPath[] {
  switch (node.form) {
    case "array":
      return reservedPaths(node.items, itemsOf(path));
    case "map":
      return reservedPaths(node.values, valuesOf(path));
    case "object":
      return [
        ...node.tombstones.map(({ field }) => fieldIn(path, field)),
        ...node.fields.flatMap((field) => reservedPaths(field.node, fieldIn(path, field.name))),
      ];
    default:
      return [];
  }
}
