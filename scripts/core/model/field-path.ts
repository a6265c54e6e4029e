/**
 * Position of a field in a schema, such as `.spec.ports[].name`. `[]` is an item of a list, `{}` a value of a map, and
 * `.` the schema itself. At run time a path is a string, so it can be a map key and part of JSON. A string that does
 * not name a field is a valid path that leads nowhere.
 *
 * A name can contain dots and brackets, so a path cannot be split without a schema. Code with access to the fields
 * decides where a step ends, such as `stepsTo`.
 */
export type FieldPath = string & { readonly [brand]: "FieldPath" };

declare const brand: unique symbol;

/** One step of a path. */
export type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "items" }
  | { readonly kind: "values" };

/** Reads a path as users write it, and as it is in JSON. */
export function parseFieldPath(text: string): FieldPath {
  return (text === "" ? "." : text) as FieldPath;
}

/** Path of the schema itself. */
export const ROOT_PATH = parseFieldPath(".");

/** Returns the path of a field of the object at a path. */
export function fieldIn(path: FieldPath, name: string): FieldPath {
  return append(path, `.${name}`);
}

/** Returns the path of the items of the list at a path. */
export function itemsOf(path: FieldPath): FieldPath {
  return append(path, "[]");
}

/** Returns the path of the values of the map at a path. */
export function valuesOf(path: FieldPath): FieldPath {
  return append(path, "{}");
}

/** Returns the path after a step from another one. */
export function pathAfterStep(path: FieldPath, step: Step): FieldPath {
  if (step.kind === "field") return fieldIn(path, step.name);
  return step.kind === "items" ? itemsOf(path) : valuesOf(path);
}

function append(path: FieldPath, step: string): FieldPath {
  return parseFieldPath(`${path === ROOT_PATH ? "" : path}${step}`);
}

/** Reports whether a path is inside another one. */
export function isBelow(path: FieldPath, other: FieldPath): boolean {
  if (other === ROOT_PATH) return path !== ROOT_PATH;
  return path.startsWith(other) && /^[.[{]/.test(path.slice(other.length));
}

/** Reports whether a path is another one or inside it. */
export function isWithin(path: FieldPath, other: FieldPath): boolean {
  return path === other || isBelow(path, other);
}

/** Returns a path relative to another one, or undefined if it is neither equal to it nor inside it. */
export function relativePath(other: FieldPath, path: FieldPath): FieldPath | undefined {
  if (other === ROOT_PATH) return path;
  return isWithin(path, other) ? parseFieldPath(path.slice(other.length)) : undefined;
}

/** Returns the path of the object, list or map that contains a field, an item or a value. */
export function parentOf(path: FieldPath): FieldPath {
  return pathsAround(path).at(-1) ?? ROOT_PATH;
}

/** Returns a path without lists and maps, such as `.spec.ports.name`, which is how users often write it. */
export function fieldsAlone(path: FieldPath): FieldPath {
  return parseFieldPath(path.replace(/\[\]|\{\}/g, ""));
}

/** Returns all paths that contain a path, the schema itself first. */
export function pathsAround(path: FieldPath): FieldPath[] {
  if (path === ROOT_PATH) return [];
  const parent = parseFieldPath(path.replace(/[.[{][^.[{]*$/, ""));
  return parent === path ? [ROOT_PATH] : [...pathsAround(parent), parent];
}

/** A name, the items of a list, or the values of a map. A name with a dot or a bracket has no form in a path. */
const STEP = /\.([A-Za-z0-9_$-]+)|(\[\])|(\{\})/y;

/**
 * Returns the steps of a path whose names have neither dots nor brackets, as all fields of the Kubernetes API. Returns
 * undefined if it is not such a path.
 */
export function stepsIn(path: FieldPath): readonly Step[] | undefined {
  if (path === ROOT_PATH) return [];
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    if (!found) return undefined;
    const [text, name, items] = found;
    steps.push(name !== undefined ? { kind: "field", name } : { kind: items ? "items" : "values" });
    at += text.length;
  }
  return steps;
}
