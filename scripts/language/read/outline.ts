/** Finds the declarations of a source, with the ranges of text that an edit can replace. */
import { isDoc } from "./comments.js";
import { propertyName } from "./nodes.js";
import { ts } from "./ts-morph.js";

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Part of a source that can have a doc comment. */
interface Commented {
  readonly name: string;
  /** Start of the name. */
  readonly at: number;
  /** With all comments directly above, and a comment on the same line. */
  readonly whole: TextRange;
  /** The doc comment. */
  readonly comment?: TextRange;
  /** Without comments above. */
  readonly code: TextRange;
  /** The type of a property or an alias. */
  readonly type?: TextRange;
}

export interface OutlinedProperty extends Commented {
  /** From the end of the name to the start of the type. */
  readonly mark: TextRange;
}

/** Interface, or object literal in a type. */
export interface OutlinedObject {
  /** Start of the name of an interface or alias, or start of a literal inside another type. */
  readonly at: number;
  /** The text between the braces. */
  readonly inside: TextRange;
  readonly properties: readonly OutlinedProperty[];
}

export interface OutlinedDeclaration extends Commented {
  readonly form: "interface" | "alias" | "enum";
  /** The first type that an interface extends, such as `InVersion`. */
  readonly base?: string;
}

/** Import of names from a module. */
export interface OutlinedImport {
  readonly module: string;
  readonly whole: TextRange;
  readonly names: readonly ImportedName[];
  /** The name of the whole module, as in `import type * as v1`. */
  readonly namespace?: string;
  /** False if it also imports a default, a namespace, or a value. */
  readonly isPlain: boolean;
}

export interface ImportedName {
  readonly name: string;
  readonly local: string;
}

export interface Outline {
  readonly declarations: readonly OutlinedDeclaration[];
  readonly objects: readonly OutlinedObject[];
  readonly imports: readonly OutlinedImport[];
  /** Names that the source uses, with their places. This excludes the names of declarations, properties and imports. */
  readonly uses: readonly { readonly name: string; readonly at: number }[];
}

/** Returns the outline of a source that compiles. */
export function outlineOf(text: string): Outline {
  const file = ts.createSourceFile("source.ts", text, ts.ScriptTarget.ES2022, true);
  const outline = { declarations: [], objects: [], imports: [], uses: [] } as {
    -readonly [Part in keyof Outline]: Outline[Part][number][];
  };
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) {
      outline.declarations.push(declarationOf(node, "interface", text));
      const open = node.members.pos;
      outline.objects.push(objectOf(node.name.getStart(), { start: open, end: node.end - 1 }, node.members, text));
    } else if (ts.isTypeAliasDeclaration(node)) outline.declarations.push(declarationOf(node, "alias", text));
    else if (ts.isEnumDeclaration(node)) outline.declarations.push(declarationOf(node, "enum", text));
    else if (ts.isTypeLiteralNode(node)) {
      const at = ts.isTypeAliasDeclaration(node.parent) ? node.parent.name.getStart() : node.getStart();
      outline.objects.push(objectOf(at, { start: node.getStart() + 1, end: node.end - 1 }, node.members, text));
    } else if (ts.isImportDeclaration(node)) {
      outline.imports.push(importOf(node));
      return;
    } else if (ts.isIdentifier(node) && isUse(node)) outline.uses.push({ name: node.text, at: node.getStart() });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return outline;
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

function declarationOf(node: Declaration, form: OutlinedDeclaration["form"], text: string): OutlinedDeclaration {
  const base = ts.isInterfaceDeclaration(node) ? node.heritageClauses?.[0]?.types[0]?.expression.getText() : undefined;
  const type = ts.isTypeAliasDeclaration(node) ? node.type : undefined;
  return { form, ...commented(node, node.name, type, text), ...(base !== undefined && { base }) };
}

function objectOf(at: number, inside: TextRange, members: ts.NodeArray<ts.TypeElement>, text: string): OutlinedObject {
  const properties = members.filter(ts.isPropertySignature).map((node): OutlinedProperty => {
    const mark = { start: node.name.end, end: node.type?.getStart() ?? node.name.end };
    return { ...commented(node, node.name, node.type, text), mark };
  });
  return { at, inside, properties };
}

function commented(node: ts.Node, name: ts.PropertyName, type: ts.TypeNode | undefined, text: string): Commented {
  const above = [...sameLine(node.pos, "next", text), ...(ts.getLeadingCommentRanges(text, node.pos) ?? [])];
  const after = sameLine(node.end, "previous", text);
  const comment = above.findLast((range) => isDoc(text.slice(range.pos, range.end)));
  return {
    name: propertyName(name),
    at: name.getStart(),
    whole: { start: startWith(above, node.getStart(), text), end: after.at(-1)?.end ?? node.end },
    ...(comment && { comment: { start: comment.pos, end: comment.end } }),
    code: { start: node.getStart(), end: node.end },
    ...(type && { type: { start: type.getStart(), end: type.end } }),
  };
}

/**
 * Returns the comments between two nodes that begin on the line of the previous one. They belong to the next one if it
 * follows on the same line, or if they are doc comments.
 */
function sameLine(end: number, owner: "previous" | "next", text: string): readonly ts.CommentRange[] {
  const ranges = ts.getTrailingCommentRanges(text, end) ?? [];
  const rest = text.slice(ranges.at(-1)?.end ?? end);
  const hasDoc = ranges.some((range) => isDoc(text.slice(range.pos, range.end)));
  const isLast = hasDoc ? /^\s*(?:[})]|$)/.test(rest) : /^[ \t]*(?:\r?\n|[})]|$)/.test(rest);
  return isLast === (owner === "previous") ? ranges : [];
}

/** Returns the start of the comments above a node, up to the first blank line. */
function startWith(above: readonly ts.CommentRange[], start: number, text: string): number {
  return above.reduceRight((at, range) => (/\n\s*\n/.test(text.slice(range.end, at)) ? at : range.pos), start);
}

function importOf(node: ts.ImportDeclaration): OutlinedImport {
  const { importClause: clause, moduleSpecifier } = node;
  const bindings = clause?.namedBindings;
  const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  return {
    module: ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "",
    whole: { start: node.getStart(), end: node.end },
    ...(bindings && ts.isNamespaceImport(bindings) && { namespace: bindings.name.text }),
    names: names.map(({ name, propertyName }) => ({ name: (propertyName ?? name).text, local: name.text })),
    isPlain: names.length > 0 && clause?.isTypeOnly === true && !clause.name,
  };
}

/** Reports whether an identifier names a type, and not a declaration or a property. */
function isUse({ parent }: ts.Identifier): boolean {
  return (
    ts.isTypeReferenceNode(parent) ||
    ts.isQualifiedName(parent) ||
    ts.isExpressionWithTypeArguments(parent) ||
    ts.isPropertyAccessExpression(parent) ||
    ts.isTypeQueryNode(parent) ||
    ts.isExportSpecifier(parent)
  );
}
