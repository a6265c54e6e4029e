import { type InterfaceDeclaration, Project, type SourceFile, ts } from "ts-morph";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location, SourceText } from "../../core/model/location.js";

/** Settings of a strict project. ES5's library is all that types need, and the quickest to load. */
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

/** The sources as a TypeScript project in memory, in an order that does not depend on theirs. */
export function openProject(sources: readonly SourceText[]): SourceFile[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: COMPILER_OPTIONS });
  const byPath = [...sources].sort((a, b) => (a.path < b.path ? -1 : 1));
  return byPath.map((source) => project.createSourceFile(`/${source.path}`, source.text));
}

const MAP_HINT = "write Record<string, T> or { [key: string]: T }";
const SET_HINT = "write T[], with @listType set";

/** What the compiler has against the sources: an API that does not compile is read wrongly or not at all. */
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

/** The compiler's numbers for a module and for a name that it does not find. A later library than ES5's may have the name. */
const NO_MODULE = 2307;
const NO_NAME: readonly number[] = [2304, 2552, 2583];

/** Types of later libraries, with what to write instead. */
const LATER_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Map: MAP_HINT,
    ReadonlyMap: MAP_HINT,
    Set: SET_HINT,
    ReadonlySet: SET_HINT,
  }),
);

/** What the compiler does not find because the language does not have it: packages, and some types of TypeScript. */
function unknownInLanguage(file: SourceFile, location: Location, code: number): Diagnostic | undefined {
  const text = file.getFullText().slice(location.start, location.end);
  const specifier = /^["'](.+)["']$/.exec(text)?.[1];
  if (code === NO_MODULE && specifier !== undefined && !/^[./]/.test(specifier)) {
    return diagnose("import-package", { specifier }, location);
  }
  const hint = NO_NAME.includes(code) ? LATER_TYPES.get(text) : undefined;
  if (hint === undefined) return undefined;
  const type = file.getDescendantAtPos(location.start)?.getParent()?.getText() ?? text;
  return diagnose("type-unsupported", { type, hint }, location);
}

/** The path of a source as it was handed in. */
export function projectPath(file: SourceFile): string {
  return file.getFilePath().slice(1);
}

/** Where a node stands, without the comments before it. */
export function locationOf(node: { getSourceFile(): SourceFile; getStart(): number; getEnd(): number }): Location {
  return { file: projectPath(node.getSourceFile()), start: node.getStart(), end: node.getEnd() };
}

/** The text of the literal type that an interface gives a property, its own or an inherited one. */
export function literalProperty(declaration: InterfaceDeclaration, name: string): string | undefined {
  const value = declaration.getType().getProperty(name)?.getTypeAtLocation(declaration).getLiteralValue();
  return typeof value === "string" ? value : undefined;
}

/**
 * Whether an interface is a resource: its apiVersion and kind are literals. Nothing else marks one. A generic interface
 * is none: only what it is applied to can be one.
 */
export function isResource(declaration: InterfaceDeclaration): boolean {
  if (declaration.getTypeParameters().length > 0) return false;
  return literalProperty(declaration, "apiVersion") !== undefined && literalProperty(declaration, "kind") !== undefined;
}
