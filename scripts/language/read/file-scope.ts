/** The names that a file declares, imports and exports. */

import { type Declaration, isDeclaration } from "./nodes.js";
import { SyntaxKind, ts } from "./ts-morph.js";

/** The names at the top of a file. */
export interface FileScope {
  /** Declaration or import of each name; undefined for a name that several statements declare. */
  readonly declared: ReadonlyMap<string, ts.Node | undefined>;
  readonly exported: ReadonlyMap<string, Exported>;
  /** The statements `export * from`, which export all names of other modules but `default`. */
  readonly stars: readonly ts.ExportDeclaration[];
  /** False if the file can export other names, such as those of values. */
  readonly isComplete: boolean;
}

/** An export: a name of the file itself or, with a module specifier, one that the other module exports. */
export interface Exported {
  readonly name: string;
  readonly from?: ts.Expression | undefined;
}

export function scopeOf(file: ts.SourceFile): FileScope {
  const declared = new Map<string, ts.Node | undefined>();
  const exported = new Map<string, Exported>();
  const stars: ts.ExportDeclaration[] = [];
  const declare = (name: ts.Identifier | undefined, node: ts.Node | undefined) => {
    if (name) declared.set(name.text, declared.has(name.text) ? undefined : node);
  };
  for (const statement of file.statements) {
    if (isDeclaration(statement)) {
      declare(statement.name, statement);
      const name = exportOf(statement);
      if (name !== undefined) exported.set(name, { name: statement.name.text });
    } else if (ts.isImportDeclaration(statement)) {
      for (const binding of bindingsOf(statement.importClause)) declare(binding.name, binding);
    } else if (ts.isExportDeclaration(statement)) {
      for (const [name, entry] of exportsIn(statement)) exported.set(name, entry);
      if (!statement.exportClause) stars.push(statement);
    } else if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
      exported.set(statement.isExportEquals ? "export=" : "default", { name: statement.expression.text });
    } else if (ts.isClassDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) {
      declare(statement.name, statement);
    }
  }
  return { declared, exported, stars, isComplete: file.statements.every(hasKnownNames) };
}

function hasKnownNames(statement: ts.Statement): boolean {
  if (!ts.isExportDeclaration(statement)) return isDeclaration(statement) || ts.isImportDeclaration(statement);
  return !statement.exportClause || ts.isNamedExports(statement.exportClause);
}

/** Returns the name under which a modifier exports a declaration. */
function exportOf(declaration: Declaration): string | undefined {
  const kinds = declaration.modifiers?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(SyntaxKind.ExportKeyword)) return undefined;
  return kinds.includes(SyntaxKind.DefaultKeyword) ? "default" : declaration.name.text;
}

/** Returns the nodes that give names to what an import imports. */
function bindingsOf(
  clause: ts.ImportClause | undefined,
): (ts.ImportClause | ts.NamespaceImport | ts.ImportSpecifier)[] {
  const bindings = clause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : bindings ? [bindings] : [];
  return clause?.name ? [clause, ...named] : named;
}

function exportsIn({ exportClause, moduleSpecifier }: ts.ExportDeclaration): (readonly [string, Exported])[] {
  if (!exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.map((each) => [each.name.text, { name: sourceName(each), from: moduleSpecifier }]);
}

/** Returns the name that an import or export specifier takes from its module, as `A` in `A as B`. */
export function sourceName({ name, propertyName }: ts.ImportOrExportSpecifier): string {
  return (propertyName ?? name).text;
}

/** Reports whether a file declares names only for itself and for modules that import them. */
export function isPlainModule(file: ts.SourceFile): boolean {
  const isModule = ts.isExternalModule(file) || file.statements.length === 0;
  return isModule && !file.statements.some(ts.isModuleDeclaration);
}

/** The nodes between a reference and its file that declare no types, except type parameters of declarations. */
const PLAIN_SCOPES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.HeritageClause,
  SyntaxKind.ExpressionWithTypeArguments,
  SyntaxKind.TypeParameter,
  SyntaxKind.TypeReference,
  SyntaxKind.TypeLiteral,
  SyntaxKind.PropertySignature,
  SyntaxKind.IndexSignature,
  SyntaxKind.Parameter,
  SyntaxKind.ArrayType,
  SyntaxKind.TypeOperator,
  SyntaxKind.UnionType,
  SyntaxKind.IntersectionType,
  SyntaxKind.ParenthesizedType,
]);

export function isPlainScope(node: ts.Node): boolean {
  return PLAIN_SCOPES.has(node.kind);
}
