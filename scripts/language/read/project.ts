import { posix } from "node:path";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { APIS } from "../../core/project-layout.js";
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
export function openProject(sources: readonly SourceText[]): SourceFile[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: COMPILER_OPTIONS });
  const byPath = [...sources].sort((a, b) => (a.path < b.path ? -1 : 1));
  return byPath.map((source) => project.createSourceFile(`/${source.path}`, source.text));
}

const MAP_HINT = "use Record<string, T> or { [key: string]: T }";
const SET_HINT = "use T[] with @listType set";

/** Returns the errors of the compiler. An API that does not compile could be read wrongly or not at all. */
export function compilerDiagnostics(files: readonly SourceFile[]): Diagnostic[] {
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
        unknownInLanguage(file, location, diagnostic.code) ??
        diagnose("typescript", { problem, number: diagnostic.code }, location)
      );
    });
  });
}

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
function unknownInLanguage(file: SourceFile, location: Location, code: number): Diagnostic | undefined {
  const text = file.getFullText().slice(location.start, location.end);
  const specifier = /^["'](.+)["']$/.exec(text)?.[1];
  if (NO_MODULE.includes(code) && specifier !== undefined) {
    if (!/^[./]/.test(specifier)) return diagnose("import-package", { specifier }, location);
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
  return file.getFilePath().slice(1);
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
