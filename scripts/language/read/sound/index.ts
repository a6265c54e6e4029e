/**
 * Proves, for most sources, that the compiler would find no errors. Its checker knows the whole language and takes as long
 * as half a build; nearly all types of an API are properties, names, arrays and unions, which cannot be wrong in many
 * ways. There are no diagnostics here: what cannot be proved is left to the compiler.
 */

import { sourceName } from "../file-scope.js";
import type { Names } from "../names.js";
import { isDeclaration } from "../nodes.js";
import { ts } from "../ts-morph.js";
import { isOrdinaryName, isSoundDeclaration } from "./declarations.js";
import { Proof } from "./proof.js";

/** Reports whether the compiler would certainly find no errors in files, which are all that they import. */
export function areSound(files: readonly ts.SourceFile[], names: Names): boolean {
  const proof = new Proof(names, files.length);
  return names.arePlain && files.every((file) => isSoundFile(file, proof));
}

/** Comments that the compiler obeys, and escapes in strings that it rejects in strict code. */
const UNUSUAL_TEXT = /@ts-|\/\/\/|@jsx|\\\d/;

function isSoundFile(file: ts.SourceFile, proof: Proof): boolean {
  const { parseDiagnostics } = file as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] };
  if (file.isDeclarationFile || parseDiagnostics.length > 0 || UNUSUAL_TEXT.test(file.text)) return false;
  return hasSoundNames(file, proof) && file.statements.every((statement) => isSoundStatement(statement, proof));
}

/** Reports whether all names of a file are ordinary ones that stand for one thing, and all its imports lead to modules. */
function hasSoundNames(file: ts.SourceFile, { names }: Proof): boolean {
  const { declared, exported } = names.scopeOf(file);
  const isOrdinary = [...declared.keys(), ...exported.keys()].every(isOrdinaryName);
  if (!isOrdinary || exported.size < exportsIn(file)) return false;
  if (!names.targetsOf(file).every((target) => target && ts.isExternalModule(target))) return false;
  return (
    [...declared].every(([name, node]) => node && (ts.isNamespaceImport(node) || names.declaredIn(file, name))) &&
    [...exported.keys()].every((name) => names.exportedBy(file, name))
  );
}

/** Returns how many names the statements of a file export, also those that several of them export. */
function exportsIn({ statements }: ts.SourceFile): number {
  return statements.reduce((count, statement) => {
    if (isDeclaration(statement)) return count + (statement.modifiers?.length ?? 0);
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return clause && ts.isNamedExports(clause) ? count + clause.elements.length : count;
  }, 0);
}

function isSoundStatement(statement: ts.Statement, proof: Proof): boolean {
  if (isDeclaration(statement)) return isSoundDeclaration(statement, proof);
  if (ts.isImportDeclaration(statement)) return isSoundImport(statement);
  return ts.isExportDeclaration(statement) && isSoundExport(statement);
}

function isSoundImport({ importClause, moduleSpecifier, modifiers, attributes }: ts.ImportDeclaration): boolean {
  if (!importClause || importClause.name || modifiers || attributes) return false;
  const { namedBindings: bindings, isTypeOnly } = importClause;
  if (!bindings || !isSoundSpecifier(moduleSpecifier)) return false;
  return ts.isNamespaceImport(bindings) || areSoundNames(bindings.elements, isTypeOnly);
}

function isSoundExport({ exportClause, moduleSpecifier, modifiers, isTypeOnly, attributes }: ts.ExportDeclaration) {
  if (!exportClause || !ts.isNamedExports(exportClause) || modifiers || attributes) return false;
  if (moduleSpecifier && !isSoundSpecifier(moduleSpecifier)) return false;
  return areSoundNames(exportClause.elements, isTypeOnly);
}

/** The names of imports and exports, which may be marked as types only in one place. */
function areSoundNames(elements: readonly ts.ImportOrExportSpecifier[], isTypeOnly: boolean): boolean {
  return elements.every(
    (each) =>
      !(isTypeOnly && each.isTypeOnly) &&
      [each.name, each.propertyName].every((name) => !name || ts.isIdentifier(name)) &&
      isOrdinaryName(sourceName(each)),
  );
}

/** Reports whether a specifier does not end like a source, which the compiler rejects in some places. */
function isSoundSpecifier(node: ts.Expression): boolean {
  return ts.isStringLiteral(node) && !/\.[cm]?tsx?$/.test(node.text);
}
