/**
 * Paths to a field of a schema: `.spec.size`, and in rules also `.labels['a.b']`.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (ValidFieldPath).
 */

import { isJsonObject } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { nearest } from "../../core/nearest.js";

export type FoundField =
  | { readonly schema: StructuralSchema | undefined; readonly steps: readonly FieldStep[] }
  | { readonly problem: string };

export interface FieldStep {
  readonly name: string;
  /** True for the key of a map. */
  readonly isKey: boolean;
}

/** Returns the schema of a field. It is undefined for a value of a map that allows any. */
export function findField(root: StructuralSchema, path: string, { brackets }: { brackets: boolean }): FoundField {
  const steps: FieldStep[] = [];
  let schema: StructuralSchema | undefined = root;
  const tokens = tokensOf(path);
  for (let at = 0; at < tokens.length; at++) {
    const name = readStep(tokens, at, brackets);
    if ("problem" in name) return name;
    if (!schema) return { problem: `a value of any type has no field "${name.value}"` };
    const child = childOf(schema, name.value);
    if ("problem" in child) return child;
    schema = child.schema;
    steps.push({ name: name.value, isKey: child.isKey });
    at += name.tokens - 1;
  }
  return { schema, steps };
}

/** Splits a path into delimiters, strings in single quotes, and names. A quote that is not closed ends the path. */
function tokensOf(path: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < path.length; ) {
    const end = path[at] === "'" ? quoteEnd(path, at) : nameEnd(path, at);
    if (end === undefined) break;
    tokens.push(path.slice(at, end));
    at = end;
  }
  return tokens;
}

function quoteEnd(path: string, start: number): number | undefined {
  for (let at = start + 1; at < path.length; at++) {
    if (path[at] === "'" && path[at - 1] !== "\\") return at + 1;
  }
  return undefined;
}

function nameEnd(path: string, start: number): number {
  const length = path.slice(start).search(/[.[\]]/);
  return length === -1 ? path.length : start + Math.max(length, 1);
}

type Step = { readonly value: string; readonly tokens: number } | { readonly problem: string };

function readStep(tokens: readonly string[], at: number, brackets: boolean): Step {
  const [token = "", name, end] = tokens.slice(at, at + 3);
  if (token === ".") return name === undefined ? { problem: "it is incomplete" } : { value: name, tokens: 2 };
  if (token !== "[") return { problem: `${JSON.stringify(token)} must follow a dot` };
  if (!brackets) return { problem: "it must not contain brackets" };
  if (name === undefined || !/^'.*'$/s.test(name) || name.length < 2) {
    return { problem: "brackets must contain a name in single quotes" };
  }
  const value = unescaped(name.slice(1, -1));
  if (value === undefined) return { problem: `${name} has an invalid escape` };
  return end === "]" ? { value, tokens: 3 } : { problem: "a bracket is not closed" };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "'": "'",
  "\\": "\\",
};

function unescaped(text: string): string | undefined {
  const isValid = [...text.matchAll(/\\(.)/gs)].every(([, directive = ""]) => Object.hasOwn(ESCAPES, directive));
  return isValid ? text.replace(/\\(.)/gs, (_, directive: string) => ESCAPES[directive] ?? "") : undefined;
}

type Child = { readonly schema: StructuralSchema | undefined; readonly isKey: boolean } | { readonly problem: string };

function childOf({ properties = {}, additionalProperties }: StructuralSchema, name: string): Child {
  const names = Object.keys(properties);
  if (Object.hasOwn(properties, name)) return { schema: properties[name], isKey: false };
  if (names.length === 0 && additionalProperties !== undefined) {
    return { schema: isJsonObject(additionalProperties) ? additionalProperties : undefined, isKey: true };
  }
  const near = nearest(name, names);
  return { problem: `there is no field "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}` };
}
