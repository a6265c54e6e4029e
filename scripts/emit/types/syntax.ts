/**
 * TypeScript's syntax for types, as strings. No name or description that is passed in can change the syntax around it.
 */
import { escapeInvisible } from "../../core/model/control-characters.js";

/** Property of an object type. */
export interface Property {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  /** Comment with a line end, or an empty string. */
  readonly comment: string;
}

/** Only ASCII, because the tools that read the types differ in the other letters that they allow. */
const IDENTIFIER = /^[A-Za-z$_][\w$]*$/;

/**
 * Reserved names: the keywords of TypeScript and of strict mode, TypeScript's own types, and `meta`, which modules
 * import.
 */
const RESERVED = new Set([
  ..."break case catch class const continue debugger default delete do else enum export extends false finally".split(
    " ",
  ),
  ..."for function if import in instanceof new null return super switch this throw true try typeof var void".split(" "),
  ..."while with implements interface let package private protected public static yield await".split(" "),
  ..."any bigint boolean never number object string symbol undefined unknown type as asserts meta".split(" "),
]);

/** Returns an identifier for a type that differs from the given name only where TypeScript requires it. */
export function identifierOf(text: string): string {
  const name = text.replace(/[^\w$]/g, "_");
  return IDENTIFIER.test(name) && !RESERVED.has(name) ? name : `_${name}`;
}

/** Returns the members of a union as one type, without duplicates. */
export function unionType(members: readonly string[]): string {
  return [...new Set(members)].join(" | ");
}

export function arrayType(members: readonly string[]): string {
  return new Set(members).size > 1 ? `(${unionType(members)})[]` : `${unionType(members)}[]`;
}

export function recordType(members: readonly string[]): string {
  return `{ [name: string]: ${unionType(members)} }`;
}

/**
 * Returns an object type. An open one also accepts any other field. For an object without fields, `{}` would be wrong,
 * because it accepts any value.
 */
export function objectType(properties: readonly Property[], isOpen: boolean): string {
  if (properties.length === 0) return isOpen ? recordType(["unknown"]) : "meta.Empty";
  const lines = [...properties.map(propertyOf), ...(isOpen ? ["[name: string]: unknown;"] : [])];
  return `{\n${indent(lines.join("\n"))}\n}`;
}

function propertyOf({ name, isOptional, type, comment }: Property): string {
  return `${comment}${IDENTIFIER.test(name) ? name : literalOf(name)}${isOptional ? "?" : ""}: ${type};`;
}

/**
 * Indents by two spaces. Only comments in a type contain text across lines, so the indentation does not change the
 * type.
 */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** Returns the type that has only this value. For scalars, lists and objects, it is the JSON of the value. */
export function literalOf(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** Returns a comment with a line end, or nothing if there is nothing to print. `deprecated` may be an empty string. */
export function commentOf(words = "", deprecated?: string): string {
  const tag = deprecated === undefined ? "" : `@deprecated ${defuse(deprecated)}`.trimEnd();
  const lines = [defuse(words), tag]
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n");
  if (lines.length > 1) return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
  return lines[0] === "" ? "" : `/** ${lines[0]} */\n`;
}

/** Escapes a description so that it neither ends the comment around it nor starts a tag. */
function defuse(words: string): string {
  const lines = words.replace(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("*/", "*\\/");
  return escapeInvisible(lines.includes("@") ? lines.replace(/(?<=^|\s)@/g, "\\@") : lines);
}
