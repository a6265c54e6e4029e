/**
 * Where a field is in a schema: `.spec.ports[].name`. `[]` stands for the items of a list, `{}` for the values of a map,
 * and `.` alone for the schema itself. A path is a string at run time, so it is a map key and JSON as it is. What names
 * no field in this form is a path that leads nowhere.
 *
 * A name may have dots and brackets in it, so a path alone cannot be taken apart: what has the fields decides where a
 * step ends, as `stepsTo` does with a schema.
 */
export type FieldPath = string & { readonly [brand]: "FieldPath" };

declare const brand: unique symbol;

/** One step of a path. */
export type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "items" }
  | { readonly kind: "values" };

/** Reads a path as people write it, and as JSON has it. */
export function parseFieldPath(text: string): FieldPath {
  return (text === "" ? "." : text) as FieldPath;
}

/** The path of a schema itself. */
export const ROOT_PATH = parseFieldPath(".");

/** The path of a field of the object at a path. */
export function fieldIn(path: FieldPath, name: string): FieldPath {
  return append(path, `.${name}`);
}

/** The path of the items of the list at a path. */
export function itemsOf(path: FieldPath): FieldPath {
  return append(path, "[]");
}

/** The path of the values of the map at a path. */
export function valuesOf(path: FieldPath): FieldPath {
  return append(path, "{}");
}

function append(path: FieldPath, step: string): FieldPath {
  return parseFieldPath(`${path === ROOT_PATH ? "" : path}${step}`);
}

/** Whether a path leads further down than another one, through it. */
export function isBelow(path: FieldPath, other: FieldPath): boolean {
  if (other === ROOT_PATH) return path !== ROOT_PATH;
  return path.startsWith(other) && /^[.[{]/.test(path.slice(other.length));
}

/** The path as seen from another one; undefined unless it is the same or below. */
export function relativePath(other: FieldPath, path: FieldPath): FieldPath | undefined {
  if (other === ROOT_PATH) return path;
  return path === other || isBelow(path, other) ? parseFieldPath(path.slice(other.length)) : undefined;
}

/** A path without its lists and maps: `.spec.ports.name`, as people often write it. */
export function fieldsAlone(path: FieldPath): FieldPath {
  return parseFieldPath(path.replace(/\[\]|\{\}/g, ""));
}

/** The paths of everything around a path, the schema itself first. */
export function pathsAround(path: FieldPath): FieldPath[] {
  if (path === ROOT_PATH) return [];
  const parent = parseFieldPath(path.replace(/[.[{][^.[{]*$/, ""));
  return parent === path ? [ROOT_PATH] : [...pathsAround(parent), parent];
}
