/** Prints declarations as TypeScript, in the form of the formatter Biome with lines of 120 characters. */
import { descriptionTag, flagTag, printComment } from "./comments.js";
import type { Comment, Declaration, Element, Field, Tag, TypeExpression } from "./declarations.js";

const LINE_WIDTH = 120;

/** The names of declarations, and their comments, which describe elements. */
export interface Namespace {
  readonly nameOf: (declaration: Declaration) => string;
  readonly descriptionOf: (declaration: Declaration) => string | undefined;
}

/** Returns the lines of an interface or alias with its comment. */
export function printDeclaration(declaration: Declaration, namespace: Namespace): string[] {
  const { body } = declaration;
  const name = namespace.nameOf(declaration);
  const comment = printComment(declarationComment(declaration, namespace), "");
  if (body.form === "interface")
    return [...comment, ...printInterface(`export interface ${name}`, body.fields, namespace)];
  return [...comment, ...printAlias(`export type ${name} =`, body.type, namespace)];
}

/** Returns the lines of an interface after its comment. */
export function printInterface(head: string, fields: readonly Field[], namespace: Namespace): string[] {
  if (fields.length === 0) return [`${head} {}`];
  return [`${head} {`, ...fields.flatMap((field) => printField(field, namespace)), "}"];
}

/** Returns the lines of a property. */
export function printField(field: Field, namespace: Namespace): string[] {
  const { name, isOptional, type } = field;
  const head = `  ${propertyName(name)}${isOptional ? "?" : ""}:`;
  return [...printComment(fieldComment(field, namespace), "  "), ...printAssigned(head, type, "    ", namespace)];
}

/** Returns the comment of a property. */
export function fieldComment({ elements, description, ...field }: Field, namespace: Namespace): Comment {
  const tags = [...elements.flatMap((element) => elementDescription(element, namespace)), ...field.tags];
  return { ...(description !== undefined && { description }), tags };
}

/** Returns the comment of an interface or alias. */
export function declarationComment(declaration: Declaration, { descriptionOf }: Namespace): Comment {
  const description = descriptionOf(declaration);
  return { ...(description !== undefined && { description }), tags: declaration.tags };
}

/** Returns the tag that describes an element, unless the comment of its type does. */
function elementDescription({ prefix, declaration, description }: Element, { descriptionOf }: Namespace): Tag[] {
  if (description === (declaration && descriptionOf(declaration))) return [];
  const name = `${prefix}.description`;
  return [description === undefined ? { name, value: ["none"] } : descriptionTag(name, description)];
}

function printAlias(head: string, type: TypeExpression, namespace: Namespace): string[] {
  return printAssigned(head, type, "  ", namespace);
}

/** Returns a type after a colon or an equals sign, in several lines if it contains a union that is too long for one. */
export function printAssigned(head: string, type: TypeExpression, indent: string, namespace: Namespace): string[] {
  const line = `${head} ${printType(type, namespace)};`;
  if (line.length <= LINE_WIDTH && !hasMemberComments(type)) return [line];
  const members = memberLines(type, indent, namespace);
  const [first = "", ...rest] = members.length > 1 ? ["", ...members] : brokenType(type, indent.slice(2), namespace);
  const lines = [`${head} ${first}`.trimEnd(), ...rest];
  return [...lines.slice(0, -1), `${lines.at(-1)};`];
}

/** Reports whether a type contains a union whose members have comments, which are on lines of their own. */
function hasMemberComments(type: TypeExpression): boolean {
  switch (type.form) {
    case "literals":
      return type.experimental.size > 0;
    case "nullable":
      return hasMemberComments(type.type);
    case "array":
      return hasMemberComments(type.items);
    case "map":
      return hasMemberComments(type.values);
    default:
      return false;
  }
}

/** Returns each member of a union on its own line, or one line for any other type. */
function memberLines(type: TypeExpression, indent: string, namespace: Namespace): string[] {
  const experimental = experimentalIn(type);
  return unionMembers(type, namespace).flatMap((member) => [
    ...(experimental.has(member) ? printComment({ tags: [flagTag("experimental")] }, indent) : []),
    `${indent}| ${member}`,
  ]);
}

/** Returns the printed members of a union that only the experimental channel has. */
function experimentalIn(type: TypeExpression): ReadonlySet<string> {
  if (type.form === "nullable") return experimentalIn(type.type);
  return new Set(type.form === "literals" ? [...type.experimental].map((value) => JSON.stringify(value)) : []);
}

/** Returns a list or map whose elements are a union, in several lines of which the first one is not indented. */
function brokenType(type: TypeExpression, indent: string, namespace: Namespace): string[] {
  if (type.form === "array") {
    const items = isUnion(type.items)
      ? ["(", ...memberLines(type.items, `${indent}  `, namespace), `${indent})`]
      : brokenType(type.items, indent, namespace);
    return [...items.slice(0, -1), `${items.at(-1)}[]`];
  }
  if (type.form !== "map") return [printType(type, namespace)];
  const inner = `${indent}  `;
  const [first = "", ...rest] = brokenType(type.values, inner, namespace);
  const values = isUnion(type.values) ? memberLines(type.values, inner, namespace) : [`${inner}${first}`, ...rest];
  return ["Record<", `${inner}string,`, ...values, `${indent}>`];
}

function unionMembers(type: TypeExpression, namespace: Namespace): string[] {
  if (type.form === "literals") return type.values.map((value) => JSON.stringify(value));
  return type.form === "nullable" ? [...unionMembers(type.type, namespace), "null"] : [printType(type, namespace)];
}

/** Returns a type on one line. */
function printType(type: TypeExpression, namespace: Namespace): string {
  switch (type.form) {
    case "keyword":
      return type.keyword;
    case "library":
      return type.name;
    case "text":
      return type.text;
    case "declared":
      return namespace.nameOf(type.declaration);
    case "map":
      return `Record<string, ${printType(type.values, namespace)}>`;
    case "array": {
      const items = printType(type.items, namespace);
      return isUnion(type.items) ? `(${items})[]` : `${items}[]`;
    }
    default:
      return unionMembers(type, namespace).join(" | ");
  }
}

function isUnion(type: TypeExpression): boolean {
  return type.form === "nullable" || (type.form === "literals" && type.values.length > 1);
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns the declarations and the types of the library that a type names. */
export function namesIn(type: TypeExpression): {
  readonly declarations: Declaration[];
  readonly library: string[];
} {
  switch (type.form) {
    case "declared":
      return { declarations: [type.declaration], library: [] };
    case "library":
      return { declarations: [], library: [type.name] };
    case "array":
      return namesIn(type.items);
    case "map":
      return namesIn(type.values);
    case "nullable":
      return namesIn(type.type);
    default:
      return { declarations: [], library: [] };
  }
}
