/** The errors of the TypeScript compiler. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { type Imports, NO_IMPORTS } from "../../core/model/imports.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { ts } from "./compiler.js";
import { isPlainModule } from "./file-scope.js";
import { isStackExhausted, TYPE_DEPTH } from "./nesting.js";
import type { ParsedSources } from "./parsed-sources.js";
import { type CheckedProgram, checkedProgramOf } from "./program.js";
import { Modules, projectPath } from "./project.js";
import { parseSources } from "./source.js";
import { isBelowApis, LATER_TYPES } from "./unusual-names.js";

/**
 * Returns the errors of the compiler. An API that does not compile could be read wrongly or not at all.
 *
 * @param sources the same as those of `readApi`; if some are nested too deeply, which `readApi` reports, none is checked
 * @param imports the modules that they import
 * @param parsed the parsed sources of earlier calls
 */
export function compilerErrors(
  sources: readonly SourceText[],
  imports: Imports = NO_IMPORTS,
  parsed: ParsedSources = new Map(),
): Diagnostic[] {
  return new TypeErrors(parsed).in(sources, imports);
}

/** Finds the errors of the compiler in one state of sources after the other, and keeps what did not change. */
export class TypeErrors {
  readonly #parsed: ParsedSources;
  #program: CheckedProgram | undefined;
  #imports = "";
  #werePlain = true;

  constructor(parsed: ParsedSources = new Map()) {
    this.#parsed = parsed;
  }

  /** Returns the errors in sources, like `compilerErrors`. */
  in(sources: readonly SourceText[], imports: Imports): Diagnostic[] {
    try {
      const { files, tooDeep } = parseSources(sources, this.#parsed);
      if (tooDeep.length > 0) return [];
      const trees = files.map(({ file }) => file);
      this.#forgetIfOthers(imports, trees.every(isPlainModule));
      this.#program = checkedProgramOf(trees, new Modules(trees, imports), this.#program);
      return errorsIn(trees, this.#program, imports);
    } catch (error) {
      this.#program = undefined; // it can be incomplete
      // The compiler's checker is recursive, so a chain of thousands of names can exhaust its stack without any brackets.
      if (!isStackExhausted(error)) throw error;
      return [diagnose("type-too-deep", { limit: TYPE_DEPTH })];
    }
  }

  /**
   * The program would not notice that a specifier means another file than before, or that a file no longer adds to another
   * module.
   */
  #forgetIfOthers(imports: Imports, arePlain: boolean): void {
    const targets = JSON.stringify([...imports].map(([path, found]) => [path, ...found]));
    if (targets !== this.#imports || !arePlain || !this.#werePlain) this.#program = undefined;
    this.#imports = targets;
    this.#werePlain = arePlain;
  }
}

/** Returns all diagnostics of sources. If reading found where a type is too deep, the compiler need not repeat it. */
export function withTypeErrors(read: readonly Diagnostic[], errors: readonly Diagnostic[]): Diagnostic[] {
  const tooDeep = ({ code }: Diagnostic) => code === "type-too-deep";
  return [...(read.some(tooDeep) ? errors.filter((error) => !tooDeep(error)) : errors), ...read];
}

function errorsIn(files: readonly ts.SourceFile[], program: CheckedProgram, imports: Imports): Diagnostic[] {
  checkAffected(program);
  return files.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => {
      const start = diagnostic.start ?? 0;
      const location = { file: projectPath(file), start, end: start + (diagnostic.length ?? 0) };
      const problem = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
      return (
        unknownInLanguage(file, location, diagnostic.code, imports) ??
        diagnose("typescript", { problem, number: diagnostic.code }, location)
      );
    }),
  );
}

/**
 * Checks all files that changes since the earlier program can affect. Asked for a file that did not change, the program would
 * answer like the earlier one, although what the file imports can have changed.
 */
function checkAffected(program: CheckedProgram): void {
  while (program.getSemanticDiagnosticsOfNextAffectedFile());
}

const NOT_GIVEN = "the package was not read";

/** Error codes of the compiler for an unknown module or name. Libraries after ES5 can have the name. */
const NO_MODULE: readonly number[] = [2307, 2591]; // 2591 is for the modules of Node
const NO_NAME: readonly number[] = [2304, 2552, 2583];

/** Reports modules and types that the type language lacks: packages, and some types of TypeScript. */
function unknownInLanguage(
  file: ts.SourceFile,
  location: Location,
  code: number,
  imports: Imports,
): Diagnostic | undefined {
  const text = file.text.slice(location.start, location.end);
  const specifier = /^["'](.+)["']$/.exec(text)?.[1];
  if (NO_MODULE.includes(code) && specifier !== undefined) {
    const target = imports.get(location.file)?.get(specifier);
    if (target && "problem" in target) {
      return diagnose("import-package", { specifier, problem: target.problem }, location);
    }
    if (!/^[./]/.test(specifier)) return diagnose("import-package", { specifier, problem: NOT_GIVEN }, location);
    if (!isBelowApis(file, specifier)) return diagnose("import-outside", { specifier }, location);
  }
  const hint = NO_NAME.includes(code) ? LATER_TYPES.get(text) : undefined;
  if (hint === undefined) return undefined;
  return diagnose(
    "type-unsupported",
    { type: (nodeAt(location.start, file).parent ?? file).getText(file), hint },
    location,
  );
}

/** Returns the innermost node at a position. */
function nodeAt(position: number, node: ts.Node): ts.Node {
  const inner = ts.forEachChild(node, (child) => (child.pos <= position && position < child.end ? child : undefined));
  return inner ? nodeAt(position, inner) : node;
}
