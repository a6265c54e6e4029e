/** TypeScript's syntax for types, as text. No words or names that are handed in can break out of their place. */

/** A property of an object type. */
export interface Property {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  /** With a line end behind it, or empty. */
  readonly comment: string;
}

/** Of ASCII alone: which other letters a name may have depends on who reads it. */
const IDENTIFIER = /^[A-Za-z$_][\w$]*$/;

/** TypeScript's reserved words, those of strict mode, and the names of its own types; `meta` is what modules import. */
const RESERVED = new Set([
  ..."break case catch class const continue debugger default delete do else enum export extends false finally".split(
    " ",
  ),
  ..."for function if import in instanceof new null return super switch this throw true try typeof var void".split(" "),
  ..."while with implements interface let package private protected public static yield await".split(" "),
  ..."any bigint boolean never number object string symbol undefined unknown type as asserts meta".split(" "),
]);

/** A name for a type that is as near to the text as TypeScript lets it be. */
export function identifierOf(text: string): string {
  const name = text.replace(/[^\w$]/g, "_");
  return IDENTIFIER.test(name) && !RESERVED.has(name) ? name : `_${name}`;
}

/** Members of a union as one type, each of them once. */
export function unionType(members: readonly string[]): string {
  return [...new Set(members)].join(" | ");
}

export function arrayType(members: readonly string[]): string {
  return new Set(members).size > 1 ? `(${unionType(members)})[]` : `${unionType(members)}[]`;
}

export function recordType(members: readonly string[]): string {
  return `{ [name: string]: ${unionType(members)} }`;
}

/** An object type; an open one has any other field as well. One without fields is no `{}`, which anything is. */
export function objectType(properties: readonly Property[], isOpen: boolean): string {
  if (properties.length === 0) return isOpen ? recordType(["unknown"]) : "meta.Empty";
  const lines = [...properties.map(propertyOf), ...(isOpen ? ["[name: string]: unknown;"] : [])];
  return `{\n${indent(lines.join("\n"))}\n}`;
}

function propertyOf({ name, isOptional, type, comment }: Property): string {
  return `${comment}${IDENTIFIER.test(name) ? name : literalOf(name)}${isOptional ? "?" : ""}: ${type};`;
}

/** No line of a type but those of comments holds text of its own, so two spaces in front change nothing. */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** A value as the type that only this value has: for scalars, lists and objects alike that is its JSON. */
export function literalOf(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** A comment with a line end behind it; nothing where there is nothing to say. `deprecated` may be an empty text. */
export function commentOf(words: string, deprecated?: string): string {
  const tag = deprecated === undefined ? "" : `@deprecated ${defuse(deprecated)}`.trimEnd();
  const lines = [defuse(words), tag]
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n");
  if (lines.length > 1) return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
  return lines[0] === "" ? "" : `/** ${lines[0]} */\n`;
}

/** Words that neither end the comment that they stand in nor begin a tag of it. */
function defuse(words: string): string {
  return words
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("*/", "*\\/")
    .replace(/(?<=^|\s)@/g, "\\@");
}
