/** The compiler's program. Making it takes longer than reading, so only type errors and unclear names need it. */

import { sha256 } from "../../core/model/digest.js";
import { ts } from "./compiler.js";
import { libraryFiles } from "./library-files.js";
import { COMPILER_OPTIONS, type Modules } from "./project.js";
import { syntaxTree } from "./source.js";

/** Returns a program with the given files, which it does not parse again, and the library of TypeScript. */
export function programOf(files: readonly ts.SourceFile[], modules: Modules): ts.Program {
  return ts.createProgram({ ...inputOf(files), host: hostOf(modules) });
}

/** A program that keeps what it found in files of which neither the text nor the types that they import changed. */
export type CheckedProgram = ts.SemanticDiagnosticsBuilderProgram;

/** Returns a program like `programOf`, which may reuse parts of an earlier one. */
export function checkedProgramOf(
  files: readonly ts.SourceFile[],
  modules: Modules,
  earlier: CheckedProgram | undefined,
): CheckedProgram {
  const { rootNames, options } = inputOf(files);
  return ts.createSemanticDiagnosticsBuilderProgram(rootNames, options, hostOf(modules), earlier);
}

function inputOf(files: readonly ts.SourceFile[]) {
  return { rootNames: files.map(({ fileName }) => fileName), options: COMPILER_OPTIONS };
}

function hostOf(modules: Modules): ts.CompilerHost {
  const fileAt = (path: string) => modules.file(path) ?? parsedLibrary().get(path);
  return {
    getSourceFile: fileAt,
    fileExists: (path) => fileAt(path) !== undefined,
    readFile: (path) => fileAt(path)?.text,
    getDefaultLibFileName: (options) => `${LIBRARY_DIRECTORY}/${ts.getDefaultLibFileName(options)}`,
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => ({ resolvedModule: modules.resolve(text, importer) })),
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
    createHash: sha256,
  };
}

const LIBRARY_DIRECTORY = "/node_modules/typescript/lib";

let library: ReadonlyMap<string, ts.SourceFile> | undefined;

/** Returns the files of TypeScript's library, by their path in memory. They are parsed once. */
function parsedLibrary(): ReadonlyMap<string, ts.SourceFile> {
  library ??= new Map(
    libraryFiles().map(({ name, text }) => {
      const path = `${LIBRARY_DIRECTORY}/${name}`;
      return [path, syntaxTree(path, text)];
    }),
  );
  return library;
}
