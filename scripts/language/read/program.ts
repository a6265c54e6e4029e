/** The compiler's program. Making it takes longer than reading, so only type errors and unclear names need it. */

import { COMPILER_OPTIONS, type Modules } from "./project.js";
import { emptyProject, ts } from "./ts-morph.js";

/** Returns a program with the given files, which it does not parse again, and the library of TypeScript. */
export function programOf(files: readonly ts.SourceFile[], modules: Modules): ts.Program {
  const library = libraryFiles();
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

/** Returns the files of TypeScript's library. ts-morph contains them, but adds them only to programs of its own. */
function libraryFiles(): ReadonlyMap<string, ts.SourceFile> {
  const project = emptyProject(COMPILER_OPTIONS);
  project.createSourceFile("/empty.ts", "");
  const files = project.getProgram().compilerObject.getSourceFiles();
  return new Map(files.filter(({ isDeclarationFile }) => isDeclarationFile).map((file) => [file.fileName, file]));
}
