/** Every text that readers of the project see, with its kind and its place, as the readers below find them. */
import { Command } from "commander";
import { ts } from "ts-morph";
import { COMMANDS } from "../../scripts/cli/commands.js";
import type { CrdVersion } from "../../scripts/core/model/crd.js";
import { fieldsOf, rulesOf, type StructuralSchema } from "../../scripts/core/model/schema.js";
import { blocksOf, type MarkdownNode } from "../../scripts/release/changelog/markdown/read.js";

export type TextKind =
  | "celMessage"
  | "comment"
  | "description"
  | "fix"
  | "heading"
  | "message"
  | "option"
  | "optionalField"
  | "page"
  | "spec"
  | "status"
  | "string"
  | "why";

export interface Text {
  readonly kind: TextKind;
  /** The file and line, or the path in a CRD, or the command. */
  readonly place: string;
  /** In one line. Code and what is quoted is masked, since it is not prose: `x`, "x". */
  readonly text: string;
}

/** The parts of a CRD that contain strings for readers. */
export interface CrdVersions {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly versions: readonly Pick<CrdVersion, "name" | "schema" | "deprecationWarning">[] };
}

/** Returns the strings of a CRD: descriptions, and the messages of its rules. */
export function textsOfCrd({ metadata, spec }: CrdVersions): Text[] {
  return spec.versions.flatMap(({ name, schema, deprecationWarning }) => {
    const place = `${metadata.name} ${name}`;
    const { spec: desired, status } = schema.openAPIV3Schema.properties ?? {};
    return [
      ...textsOfSchema(schema.openAPIV3Schema, place),
      ...(desired ? textOf("spec", `${place} .spec`, desired.description) : []),
      ...(status ? textOf("status", `${place} .status`, status.description) : []),
      ...textOf("celMessage", place, deprecationWarning).map((each) => ({ ...each, kind: "string" as const })),
    ];
  });
}

/** The fields of every resource, whose descriptions are Kubernetes' own matter. */
const OF_EVERY_RESOURCE = ["apiVersion", "kind", "metadata", "status"];

function textsOfSchema(schema: StructuralSchema, place: string): Text[] {
  const { description, items, additionalProperties: values, required = [] } = schema;
  const isRoot = !place.includes(" .");
  const below = (name: string) => (isRoot ? `${place} .${name}` : `${place}.${name}`);
  const isOptional = (name: string, field: StructuralSchema) =>
    !required.includes(name) && field.default === undefined && !(isRoot && OF_EVERY_RESOURCE.includes(name));
  return [
    ...textOf("description", place, description),
    ...rulesOf(schema).flatMap(({ message }) => textOf("celMessage", place, message)),
    ...[...fieldsOf(schema)].flatMap(([name, field]) => [
      ...textsOfSchema(field, below(name)),
      ...(isOptional(name, field) ? textOf("optionalField", below(name), field.description ?? "") : []),
    ]),
    ...(items ? textsOfSchema(items, `${place}[]`) : []),
    ...(typeof values === "object" ? textsOfSchema(values, `${place}{}`) : []),
  ];
}

function textOf(kind: TextKind, place: string, text: unknown): Text[] {
  return typeof text === "string" ? [{ kind, place, text: inOneLine(text) }] : [];
}

/** Returns the prose of a page: headings, paragraphs and table cells. Generated parts are checked at their source. */
export function textsOfPage(path: string, text: string): Text[] {
  const own = text.replace(/<!-- generated: [\s\S]*?<!-- end -->/g, (part) => part.replace(/[^\n]/g, ""));
  const withoutTables = own.replace(/^\|.*$/gm, "");
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  return [
    ...blocksOf(withoutTables).flatMap((block) => textsOfBlock(block, (offset) => `${path}:${lineAt(offset)}`)),
    ...[...own.matchAll(/^\|.*$/gm)].flatMap(({ 0: row, index }) =>
      cellsOf(row).flatMap((cell) => textOf("string", `${path}:${lineAt(index)}`, cell)),
    ),
  ];
}

function textsOfBlock(block: MarkdownNode, placeOf: (offset: number) => string): Text[] {
  const place = placeOf(block.position?.start.offset ?? 0);
  if (block.type === "heading") return textOf("heading", place, proseOf(block));
  if (block.type === "paragraph") return textOf("page", place, proseOf(block));
  return (block.children ?? []).flatMap((child) => textsOfBlock(child, placeOf));
}

/** Returns the prose of a block, with code as `x`, and without HTML and the addresses of links. */
function proseOf(node: MarkdownNode): string {
  if (node.type === "inlineCode") return "`x`";
  if (node.type === "break") return " ";
  return node.type === "text" ? (node.value ?? "") : (node.children ?? []).map(proseOf).join("");
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    .filter((cell) => /[a-z]/i.test(cell));
}

/** Returns the descriptions in a JSON Schema. */
export function textsOfJsonSchema(path: string, text: string): Text[] {
  const found: Text[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === "description") found.push(...textOf("description", path, value));
    return value;
  });
  return found;
}

/** Returns the comments of a TypeScript or JavaScript file and, with `strings`, the strings that it may print. */
export function textsOfSource(path: string, text: string, { strings }: { readonly strings: boolean }): Text[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const placeAt = (position: number) => `${path}:${file.getLineAndCharacterOfPosition(position).line + 1}`;
  const comments = new Map<number, Text[]>();
  const printed: Text[] = [];
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of commentRanges(text, node)) {
      const paragraphs = paragraphsOf(text.slice(pos, end));
      comments.set(
        pos,
        paragraphs.flatMap((each) => textOf("comment", placeAt(pos), each)),
      );
    }
    if (strings && isProse(node))
      printed.push(...textOf(kindOf(node, path), placeAt(node.getStart()), literalText(node)));
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  visit(file.endOfFileToken);
  return [...[...comments.values()].flat(), ...printed];
}

function commentRanges(text: string, node: ts.Node): readonly ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
  ];
}

/** The paragraphs of a comment, without its marks, tags and examples. */
function paragraphsOf(comment: string): string[] {
  if (/^\/\/[/!]|^\/\/ biome-ignore/.test(comment)) return [];
  return comment
    .replace(/^\/\*\*?|\*\/$/g, "")
    .replace(/^\s*(\/\/|\*)? ?/gm, "")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/^@.*$(\n(?!@|\s*$).*)*/gm, "")
    .replace(/\{@\w+ ([^}]*)\}/g, "$1")
    .split(/\n\s*\n/)
    .filter((paragraph) => /[a-z] [a-z]/i.test(paragraph));
}

type Literal = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

/** Strings with a blank between two letters are prose. Strings that are joined with + are one text. */
function isProse(node: ts.Node): node is Literal {
  if (!isLiteral(node) || (ts.isBinaryExpression(node.parent) && isLiteral(node.parent))) return false;
  return /[a-z,)] [a-z(]/i.test(literalText(node));
}

function isLiteral(node: ts.Node): node is Literal {
  if (!ts.isBinaryExpression(node)) return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  return node.operatorToken.kind === ts.SyntaxKind.PlusToken && isLiteral(node.left) && isLiteral(node.right);
}

/** A template has its values masked. A string inside of a value is a text of its own. */
function literalText(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) return literalText(node.left) + literalText(node.right);
  if (!ts.isTemplateExpression(node)) return "";
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join("");
}

const CATALOG_PROPERTIES: readonly string[] = ["message", "fix", "why"];

/** In the catalog, the property that a string belongs to. Elsewhere nobody can tell. */
function kindOf(node: Literal, path: string): TextKind {
  if (!path.includes("/diagnostics/catalog/")) return "string";
  const property = ts.findAncestor(
    node,
    (each) => ts.isPropertyAssignment(each) && CATALOG_PROPERTIES.includes(each.name.getText()),
  );
  const name = property && ts.isPropertyAssignment(property) ? property.name.getText() : "string";
  if (name === "fix" || name === "why") return name;
  return name === "message" && !ts.findAncestor(node.parent, ts.isTemplateSpan) ? "message" : "string";
}

/** Returns the strings of the command line: commands, options and arguments. */
export async function textsOfCommands(): Promise<Text[]> {
  const texts = await Promise.all(
    COMMANDS.map(async ({ name, description, load }) => {
      const command = new Command(name).description(description);
      (await load()).define(command, () => Promise.resolve());
      return textsOfCommand(command);
    }),
  );
  return texts.flat();
}

/** Returns the strings of a command: its description, and those of its options and arguments. */
export function textsOfCommand(command: Command): Text[] {
  const name = command.name();
  return [
    ...textOf("option", name, command.description()),
    ...command.options.flatMap((option) => textOf("option", `${name} ${option.flags}`, option.description)),
    ...command.registeredArguments.flatMap((each) => textOf("option", `${name} ${each.name()}`, each.description)),
  ];
}

function inOneLine(text: string): string {
  return text
    .replace(/`[^`]*`/g, "`x`")
    .replace(/"[^"\n]*"/g, '"x"')
    .replace(/\s+/g, " ")
    .trim();
}
