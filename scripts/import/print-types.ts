/** Prints declarations as TypeScript, in the form of the formatter Biome with lines of 120 characters. */
import { descriptionTag, printComment } from "./comments.js";
import type { Comment, Declaration, Element, Field, MetaType, Tag, TypeExpression } from "./declarations.js";

const LINE_WIDTH = 120;

/** What a printer looks up: names, and the comments of declarations, which describe elements. */
export interface Namespace {
  readonly nameOf: (declaration: Declaration) => string;
  readonly descriptionOf: (declaration: Declaration) => string | undefined;
}

/** Returns the lines of an interface or alias with its comment. */
export function printDeclaration(declaration: Declaration, namespace: Namespace): string[] {
  const { body, tags } = declaration;
  const name = namespace.nameOf(declaration);
  const description = namespace.descriptionOf(declaration);
  const comment = printComment({ ...(description !== undefined && { description }), tags }, "");
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
  const { name, isOptional, type, elements, description } = field;
  const tags = [...elements.flatMap((element) => elementDescription(element, namespace)), ...field.tags];
  const comment: Comment = { ...(description !== undefined && { description }), tags };
  const head = `  ${propertyName(name)}${isOptional ? "?" : ""}:`;
  return [...printComment(comment, "  "), ...printAssigned(head, type, "    ", namespace)];
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

/** Returns a type after a colon or an equals sign: on the same line, or with each member of a union on its own line. */
function printAssigned(head: string, type: TypeExpression, indent: string, namespace: Namespace): string[] {
  const line = `${head} ${printType(type, namespace)};`;
  const members = unionMembers(type, namespace);
  if (line.length <= LINE_WIDTH || members.length < 2) return [line];
  const lines = members.map((member) => `${indent}| ${member}`);
  return [head, ...lines.slice(0, -1), `${lines.at(-1)};`];
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
    case "meta":
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

/** Returns the declarations and the types of `meta/v1` that a type names. */
export function namesIn(type: TypeExpression): { readonly declarations: Declaration[]; readonly meta: MetaType[] } {
  switch (type.form) {
    case "declared":
      return { declarations: [type.declaration], meta: [] };
    case "meta":
      return { declarations: [], meta: [type.name] };
    case "array":
      return namesIn(type.items);
    case "map":
      return namesIn(type.values);
    case "nullable":
      return namesIn(type.type);
    default:
      return { declarations: [], meta: [] };
  }
}
