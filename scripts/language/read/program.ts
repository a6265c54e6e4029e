/** The compiler's program. Making it takes longer than reading, so only type errors and unclear names need it. */

import { libraryFiles } from "./library-files.js";
import { COMPILER_OPTIONS, type Modules } from "./project.js";
import { syntaxTree } from "./source.js";
import { ts } from "./ts-morph.js";

/** Returns a program with the given files, which it does not parse again, and the library of TypeScript. */
export function programOf(files: readonly ts.SourceFile[], modules: Modules): ts.Program {
  const library = parsedLibrary();
  const fileAt = (path: string) => modules.file(path) ?? library.get(path);
  const host: ts.CompilerHost = {
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
  };
  return ts.createProgram({ rootNames: files.map(({ fileName }) => fileName), options: COMPILER_OPTIONS, host });
}

const LIBRARY_DIRECTORY = "/node_modules/typescript/lib";

/** Returns the files of TypeScript's library, by their path in memory. */
function parsedLibrary(): ReadonlyMap<string, ts.SourceFile> {
  return new Map(
    libraryFiles().map(({ name, text }) => {
      const path = `${LIBRARY_DIRECTORY}/${name}`;
      return [path, syntaxTree(path, text)];
    }),
  );
}
