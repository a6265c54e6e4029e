/** The sources as files of a TypeScript project in memory: their paths, and the modules that they import. */

import type { Imports } from "../../core/model/imports.js";
import type { Location } from "../../core/model/location.js";
import { isOwnSource } from "../../core/project-layout.js";
import { ts } from "./ts-morph.js";

/** Settings of a strict project. Types need only the ES5 library, which is the fastest to load. */
export const COMPILER_OPTIONS: ts.CompilerOptions = {
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

/** Finds the modules that files import. */
export class Modules {
  readonly #files: ReadonlyMap<string, ts.SourceFile>;
  readonly #imports: Imports;
  readonly #resolved = new Map<string, ts.ResolvedModuleFull | undefined>();

  constructor(files: readonly ts.SourceFile[], imports: Imports) {
    this.#files = new Map(files.map((file) => [file.fileName, file]));
    this.#imports = imports;
  }

  /** Returns the file at a path in memory. */
  file(path: string): ts.SourceFile | undefined {
    return this.#files.get(path);
  }

  /** Returns the file that a specifier names: a module that was found in a package, or a file next to its importer. */
  resolve(specifier: string, importer: string): ts.ResolvedModuleFull | undefined {
    const key = `${importer}\n${specifier}`;
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#resolve(specifier, importer));
    return this.#resolved.get(key);
  }

  #resolve(specifier: string, importer: string): ts.ResolvedModuleFull | undefined {
    return resolveModule(specifier, importer, this.#imports, (path) => this.#files.has(path));
  }
}

/** Returns the file that a specifier names. The paths of the importer and of `exists` are those in memory. */
export function resolveModule(
  specifier: string,
  importer: string,
  imports: Imports,
  exists: (path: string) => boolean,
): ts.ResolvedModuleFull | undefined {
  const path = sourcePath(importer);
  const target = imports.get(path)?.get(specifier);
  if (target && "path" in target) return { resolvedFileName: memoryPath(target.path), extension: ts.Extension.Ts };
  if (target || !specifier.startsWith(".") || !isOwnSource(path)) return undefined;
  const host: ts.ModuleResolutionHost = { fileExists: exists, readFile: () => undefined };
  const { resolvedModule } = ts.resolveModuleName(specifier, importer, COMPILER_OPTIONS, host);
  return resolvedModule && isOwnSource(sourcePath(resolvedModule.resolvedFileName)) ? resolvedModule : undefined;
}

/** Reports whether two of some paths differ only in case, which the compiler rejects. */
export function differInCase(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.toLowerCase())).size < paths.length;
}

/** Returns the path of a source in memory, where no directory is above that of the project. */
export function memoryPath(path: string): string {
  return `/${path.replace(/^(\.\.\/)+/, (up) => up.replaceAll("..", ABOVE))}`;
}

/** Returns the path of a source as the caller passed it, from its path in memory. */
export function sourcePath(memoryPath: string): string {
  return memoryPath.slice(1).replace(/^(\^\/)+/, (up) => up.replaceAll(ABOVE, ".."));
}

const ABOVE = "^";

/** Returns the path of a source as the caller passed it. */
export function projectPath(file: ts.SourceFile): string {
  return sourcePath(file.fileName);
}

/** Returns the location of a node, without the comments before it. */
export function locationOf(node: ts.Node): Location {
  const file = node.getSourceFile();
  return { file: projectPath(file), start: node.getStart(file), end: node.end };
}
