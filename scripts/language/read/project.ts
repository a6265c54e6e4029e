import { posix } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Imports } from "../../core/model/imports.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { APIS, isOwnSource } from "../../core/project-layout.js";
import { type InterfaceDeclaration, Project, type SourceFile, ts } from "./ts-morph.js";

/** Settings of a strict project. Types need only the ES5 library, which is the fastest to load. */
const COMPILER_OPTIONS: ts.CompilerOptions = {
  strict: true,
  strictPropertyInitialization: false, // a class that looks like a kind is reported as one
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es5.d.ts"],
  types: [],
  skipLibCheck: true,
};

/** Returns the sources as a TypeScript project in memory, sorted so the result does not depend on their order. */
export function openProject(sources: readonly SourceText[], imports: Imports): SourceFile[] {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: COMPILER_OPTIONS,
    resolutionHost: (host) => ({
      resolveModuleNames: (specifiers, importer) =>
        specifiers.map((specifier) => resolveModule(specifier, importer, imports, host)),
    }),
  });
  const byPath = [...sources].sort((a, b) => (a.path < b.path ? -1 : 1));
  return byPath.map((source) => project.createSourceFile(memoryPath(source.path), source.text));
}

/** Returns the module that a specifier names: one that was found in a package, or a file next to its importer. */
function resolveModule(specifier: string, importer: string, imports: Imports, host: ts.ModuleResolutionHost) {
  const path = sourcePath(importer);
  const target = imports.get(path)?.get(specifier);
  if (target && "path" in target) return { resolvedFileName: memoryPath(target.path), extension: ts.Extension.Ts };
  if (target || !specifier.startsWith(".") || !isOwnSource(path)) return undefined;
  const { resolvedModule } = ts.resolveModuleName(specifier, importer, COMPILER_OPTIONS, host);
  return resolvedModule && isOwnSource(sourcePath(resolvedModule.resolvedFileName)) ? resolvedModule : undefined;
}

/** Returns the path of a source in memory, where no directory is above that of the project. */
function memoryPath(path: string): string {
  return `/${path.replace(/^(\.\.\/)+/, (up) => up.replaceAll("..", ABOVE))}`;
}

function sourcePath(memoryPath: string): string {
  return memoryPath.slice(1).replace(/^(\^\/)+/, (up) => up.replaceAll(ABOVE, ".."));
}

const ABOVE = "^";

/** Returns the specifiers of all modules that a source imports. */
export function importsOf(source: SourceText): string[] {
  return ts.preProcessFile(source.text, true, false).importedFiles.map(({ fileName }) => fileName);
}

const MAP_HINT = "use Record<string, T> or { [key: string]: T }";
const SET_HINT = "use T[] with @listType set";

/** Returns the errors of the compiler. An API that does not compile could be read wrongly or not at all. */
export function compilerDiagnostics(files: readonly SourceFile[], imports: Imports): Diagnostic[] {
  const program = files[0]?.getProject().getProgram().compilerObject;
  if (!program) return [];
  return files.flatMap((file) => {
    const found = [
      ...program.getSyntacticDiagnostics(file.compilerNode),
      ...program.getSemanticDiagnostics(file.compilerNode),
    ];
    return found.map((diagnostic) => {
      const start = diagnostic.start ?? 0;
      const location = { file: projectPath(file), start, end: start + (diagnostic.length ?? 0) };
      const problem = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
      return (
        unknownInLanguage(file, location, diagnostic.code, imports) ??
        diagnose("typescript", { problem, number: diagnostic.code }, location)
      );
    });
  });
}

const NOT_GIVEN = "the package was not read";

/** Error codes of the compiler for an unknown module or name. Libraries after ES5 can have the name. */
const NO_MODULE: readonly number[] = [2307, 2591]; // 2591 is for the modules of Node
const NO_NAME: readonly number[] = [2304, 2552, 2583];

/** Types of later libraries, with the hints for them. */
const LATER_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Map: MAP_HINT,
    ReadonlyMap: MAP_HINT,
    Set: SET_HINT,
    ReadonlySet: SET_HINT,
  }),
);

/** Reports modules and types that the type language lacks: packages, and some types of TypeScript. */
function unknownInLanguage(
  file: SourceFile,
  location: Location,
  code: number,
  imports: Imports,
): Diagnostic | undefined {
  const text = file.getFullText().slice(location.start, location.end);
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
  const type = file.getDescendantAtPos(location.start)?.getParent()?.getText() ?? text;
  return diagnose("type-unsupported", { type, hint }, location);
}

/** Returns whether a relative path leads to a place under `apis/`. */
function isBelowApis(file: SourceFile, specifier: string): boolean {
  return !specifier.startsWith("/") && posix.join(posix.dirname(projectPath(file)), specifier).startsWith(`${APIS}/`);
}

/** Returns the path of a source as the caller passed it. */
export function projectPath(file: SourceFile): string {
  return sourcePath(file.getFilePath());
}

/** Returns the location of a node, without the comments before it. */
export function locationOf(node: { getSourceFile(): SourceFile; getStart(): number; getEnd(): number }): Location {
  return { file: projectPath(node.getSourceFile()), start: node.getStart(), end: node.getEnd() };
}

/** Returns the value of a property whose type is a string literal. The property can be inherited. */
export function literalProperty(declaration: InterfaceDeclaration, name: string): string | undefined {
  const value = declaration.getType().getProperty(name)?.getTypeAtLocation(declaration).getLiteralValue();
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns whether an interface is a resource: its apiVersion and kind are literals. Nothing else marks a resource. A
 * generic interface is not a resource, but an interface that extends it can be one.
 */
export function isResource(declaration: InterfaceDeclaration): boolean {
  if (declaration.getTypeParameters().length > 0) return false;
  return literalProperty(declaration, "apiVersion") !== undefined && literalProperty(declaration, "kind") !== undefined;
}
