/** The modules that a source imports. */

import type { SourceText } from "../../core/model/location.js";
import { Remembered } from "../../core/remembered.js";
import { isStackExhausted } from "./nesting.js";
import { forEachInside, isText } from "./nodes.js";
import type { ParsedSources } from "./parsed-sources.js";
import { parseSources } from "./source.js";
import { ts } from "./ts-morph.js";

/**
 * Returns the specifiers of all modules that a source imports. A source that is nested too deeply has none, because it
 * is not read any further. `parsed` contains the parsed sources of earlier calls, and gets this one.
 */
export function importsOf(source: SourceText, parsed: ParsedSources): readonly string[] {
  try {
    return parseSources([source], parsed).files.flatMap(({ file }) => specifiersIn(file));
  } catch (error) {
    if (!isStackExhausted(error)) throw error;
    return [];
  }
}

/** The specifiers of each file for as long as it is kept. */
const SPECIFIERS = new Remembered<readonly string[]>();

/** Returns the specifiers of all modules that a file imports. */
export function specifiersIn(file: ts.SourceFile): readonly string[] {
  return SPECIFIERS.of(file, [], () => findSpecifiers(file));
}

function findSpecifiers(file: ts.SourceFile): readonly string[] {
  const literals = statementsIn(file).map((statement) => specifierOf(statement, file));
  // A type or an expression. Few sources have one, and finding it takes as long as reading the source.
  if (/\bimport\s*(?:\(|\/[/*])/.test(file.text))
    forEachInside(file, (node) => literals.push(dynamicSpecifierOf(node)));
  return literals.filter(isText).map(({ text }) => text);
}

/** Returns the statements of a file, and those in its namespaces and modules. */
function statementsIn({ statements }: ts.SourceFile | ts.ModuleBlock): ts.Statement[] {
  return statements.flatMap((statement) => {
    const body = ts.isModuleDeclaration(statement) ? statement.body : undefined;
    return [statement, ...(body && ts.isModuleBlock(body) ? statementsIn(body) : [])];
  });
}

/** Returns what a statement imports, exports or, in a module, adds to. */
function specifierOf(statement: ts.Statement, file: ts.SourceFile): ts.Node | undefined {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return statement.moduleSpecifier;
  if (ts.isModuleDeclaration(statement)) return ts.isExternalModule(file) ? statement.name : undefined;
  if (!ts.isImportEqualsDeclaration(statement)) return undefined;
  const { moduleReference } = statement;
  return ts.isExternalModuleReference(moduleReference) ? moduleReference.expression : undefined;
}

function dynamicSpecifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}
