/**
 * Proves, for most sources, that the compiler would find no errors. Its checker knows the whole language and takes as long
 * as half a build; nearly all types of an API are properties, names, arrays and unions, which cannot be wrong in many
 * ways. There are no diagnostics here: what cannot be proved is left to the compiler.
 */

import { Remembered } from "../../../core/remembered.js";
import type { Names } from "../names.js";
import { isDeclaration } from "../nodes.js";
import { differInCase } from "../project.js";
import { ts } from "../ts-morph.js";
import { isSoundDeclaration } from "./declarations.js";
import { isSimple } from "./grammar.js";
import { Proof } from "./proof.js";

/**
 * Reports whether the compiler would certainly find no errors in files, which are all that they import. `isKnown` reports
 * whether it found none in a file when the file and all that it imports were the same.
 */
export function areSound(
  files: readonly ts.SourceFile[],
  names: Names,
  isKnown: (file: ts.SourceFile) => boolean = () => false,
): boolean {
  const arePlain = names.arePlain && !differInCase(files.map(({ fileName }) => fileName));
  return arePlain && files.every((file) => isKnown(file) || isSoundFile(file, new Proof(names)));
}

function isSoundFile(file: ts.SourceFile, proof: Proof): boolean {
  const { parseDiagnostics } = file as ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] };
  const isSource = file.fileName.endsWith(".ts") && !file.isDeclarationFile;
  if (!isSource || parseDiagnostics.length > 0) return false;
  if (!SIMPLE.of(file, [], () => isSimple(file.text))) return false;
  return hasSoundNames(file, proof) && file.statements.every((statement) => isSoundStatement(statement, proof));
}

/** A file that did not change need not be split into tokens again while a bundle is watched. */
const SIMPLE = new Remembered<boolean>();

/** Reports whether all names of a file stand for one thing, and all its imports lead to modules. */
function hasSoundNames(file: ts.SourceFile, proof: Proof): boolean {
  const { names } = proof;
  const { declared, exported } = names.scopeOf(file);
  if (exported.size < exportCount(file)) return false;
  if (!names.targetsOf(file).every((target) => target && ts.isExternalModule(target))) return false;
  return (
    [...declared].every(([name, node]) => node && (ts.isNamespaceImport(node) || names.declaredIn(file, name))) &&
    names.exportsOf(file).every((name) => !proof.countStep() && names.exportedBy(file, name))
  );
}

/** Returns how many names the statements of a file export, also those that several of them export. */
function exportCount({ statements }: ts.SourceFile): number {
  return statements.reduce((count, statement) => {
    if (isDeclaration(statement)) return count + (statement.modifiers?.length ?? 0);
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return clause && ts.isNamedExports(clause) ? count + clause.elements.length : count;
  }, 0);
}

function isSoundStatement(statement: ts.Statement, proof: Proof): boolean {
  if (isDeclaration(statement)) return isSoundDeclaration(statement, proof);
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
}
