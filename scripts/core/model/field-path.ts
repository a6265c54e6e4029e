import { escapeControls } from "./control-characters.js";

/**
 * Position of a field in a schema, such as `.spec.ports[].name`. `[]` is an item of a list, `{}` a value of a map, and
 * `.` the schema itself. Names with other characters than letters, digits, `_`, `$`, and `-` are JSON strings in
 * brackets, as in `.spec["example.dev/size"]`, so each field has one path and each path leads to one field. At run time
 * a path is a string, so it can be a map key and part of JSON. A string of another form is a path that leads nowhere.
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
  return append(path, PLAIN_NAME.test(name) ? `.${name}` : `[${quoted(name)}]`);
}

const PLAIN_NAME = /^[A-Za-z0-9_$-]+$/;

function quoted(name: string): string {
  return escapeControls(JSON.stringify(name));
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
  return parseFieldPath(path.replace(/("(?:[^"\\]|\\.)*")|\[\]|\{\}/g, (_, name: string | undefined) => name ?? ""));
}

/** Returns all paths that contain a path, the schema itself first. */
export function pathsAround(path: FieldPath): FieldPath[] {
  if (path === ROOT_PATH) return [];
  const parent = parseFieldPath(path.replace(LAST_STEP, ""));
  return parent === path ? [ROOT_PATH] : [...pathsAround(parent), parent];
}

const LAST_STEP = /(?:\.[^.[{]*|\[(?:"(?:[^"\\]|\\.)*")?\]|\{\})$/;

/** A plain name, a quoted name, the items of a list, or the values of a map. */
const STEP = /\.([A-Za-z0-9_$-]+)|\[("(?:[^"\\]|\\.)*")\]|(\[\])|\{\}/y;

/** Returns the steps of a path, or undefined if it does not have the form of a path. */
export function stepsIn(path: FieldPath): readonly Step[] | undefined {
  if (path === ROOT_PATH) return [];
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    const step = found && stepOf(found);
    if (!step) return undefined;
    steps.push(step);
    at += found[0].length;
  }
  return steps;
}

function stepOf([, plain, text, items]: RegExpExecArray): Step | undefined {
  if (plain !== undefined) return { kind: "field", name: plain };
  if (text === undefined) return { kind: items ? "items" : "values" };
  const name = unquoted(text);
  return name === undefined ? undefined : { kind: "field", name };
}

/** Returns the name in quotes, or undefined unless it is quoted as `fieldIn` does. */
function unquoted(text: string): string | undefined {
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === "string" && !PLAIN_NAME.test(name) && quoted(name) === text ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The last field of a path, and the lists and maps inside it through which the path leads. */
export interface LastField {
  readonly name?: string;
  readonly inside: readonly Step[];
}

/** Returns the last field of a path. There is none in the path of the schema itself, or of its items. */
export function lastField(path: FieldPath): LastField {
  const steps = stepsIn(path) ?? [];
  const index = steps.findLastIndex(({ kind }) => kind === "field");
  const field = steps[index];
  return { ...(field?.kind === "field" && { name: field.name }), inside: steps.slice(index + 1) };
}
