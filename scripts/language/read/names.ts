/**
 * Finds the declarations that names refer to. The syntax suffices for the names of modules that declare interfaces,
 * aliases and enums, and import and export them. For all other names, the type checker decides.
 */

import type { Imports } from "../../core/model/imports.js";
import { type FileScope, isPlainModule, isPlainScope, scopeOf, sourceName } from "./file-scope.js";
import { specifiersIn } from "./imports.js";
import { type Declaration, isDeclaration, isReference, nameParts, parametersOf, type Reference } from "./nodes.js";
import { programOf } from "./program.js";
import { Modules } from "./project.js";
import { reachable } from "./reachable.js";
import { ts } from "./ts-morph.js";

/** The types of TypeScript's library that the type language has. */
const LIBRARY = new Set(["Array", "ReadonlyArray", "Record", "Pick", "Omit", "Partial", "Required", "Readonly"]);

/** The declaration that a reference names. */
type Named = Declaration | ts.TypeParameterDeclaration | "library";

/** The names in the files of a project. */
export class Names {
  readonly #files: readonly ts.SourceFile[];
  readonly #modules: Modules;
  readonly #scopes: ReadonlyMap<ts.SourceFile, FileScope>;
  /** Declarations that were found behind exports, which can lead through many files. */
  readonly #exports = new Map<ts.SourceFile, Map<string, Declaration>>();
  /** The results of `#exportsKnownNames`. */
  readonly #knownNames = new Map<ts.SourceFile, boolean>();
  /** False if files have global declarations or namespaces, or extend other modules. Then names need no imports. */
  readonly arePlain: boolean;
  #checker: ts.TypeChecker | undefined;

  constructor(files: readonly ts.SourceFile[], imports: Imports) {
    this.#files = files;
    this.#modules = new Modules(files, imports);
    this.#scopes = new Map(files.map((file) => [file, scopeOf(file)]));
    this.arePlain = files.every(isPlainModule);
  }

  /** The type checker. Few sources need it, and it takes long to make. */
  get checker(): ts.TypeChecker {
    this.#checker ??= programOf(this.#files, this.#modules).getTypeChecker();
    return this.#checker;
  }

  /** Returns all declarations that a reference names, or "library" for a type of TypeScript's library. */
  declarationsOf(reference: Reference): readonly ts.Declaration[] | "library" {
    const found = this.bySyntax(reference);
    if (found === "library") return found;
    const declarations = found ? [found] : this.#byChecker(reference);
    const isLibrary = declarations.length > 0 && declarations.every((each) => each.getSourceFile().isDeclarationFile);
    return isLibrary ? "library" : declarations;
  }

  /** Returns the arguments of a reference to a type of TypeScript's library, or undefined for any other type. */
  libraryArguments(node: ts.TypeNode, name: string): readonly ts.TypeNode[] | undefined {
    if (!isReference(node) || nameParts(node)?.at(-1)?.text !== name) return undefined;
    return this.declarationsOf(node) === "library" ? (node.typeArguments ?? []) : undefined;
  }

  /** Returns the declaration that a reference names, or undefined if the syntax is not sufficient to find it. */
  bySyntax(reference: Reference): Named | undefined {
    const [first, second, ...others] = nameParts(reference) ?? [];
    if (!this.arePlain || !first || others.length > 0) return undefined;
    if (!second) return this.#inScope(first.text, reference);
    const namespace = this.scopeOf(reference).declared.get(first.text);
    if (!namespace || !ts.isNamespaceImport(namespace)) return undefined;
    return this.#exported(second.text, namespace.parent.parent.moduleSpecifier, new Set());
  }

  /** Returns whether a declaration is the only one of its name, and the syntax shows it. */
  isSingle(declaration: Declaration): boolean {
    return this.arePlain && this.scopeOf(declaration).declared.get(declaration.name.text) === declaration;
  }

  /** Returns whether a file exports a declaration of its own, under any name. */
  isExported(declaration: Declaration): boolean {
    const entries = [...this.scopeOf(declaration).exported.values()];
    return entries.some((entry) => !entry.from && entry.name === declaration.name.text);
  }

  /** Returns the declaration that a file declares or imports under a name, if the syntax shows it. */
  declaredIn(file: ts.SourceFile, name: string): Declaration | undefined {
    return this.#declared(name, file, new Set());
  }

  /** Returns the declaration that a file exports under a name, if the syntax shows it. */
  exportedBy(file: ts.SourceFile, name: string): Declaration | undefined {
    return this.#exportedBy(file, name, new Set());
  }

  /** Returns the names that a file exports, except `default` in other files. */
  exportsOf(file: ts.SourceFile): readonly string[] {
    const names = this.#throughStars(file).flatMap((each) => {
      const own = each ? [...this.scopeOf(each).exported.keys()] : [];
      return each === file ? own : own.filter((name) => name !== "default");
    });
    return [...new Set(names)];
  }

  /** Returns the names at the top of the file of a node. */
  scopeOf(node: ts.Node): FileScope {
    return this.#scopes.get(node.getSourceFile()) as FileScope;
  }

  /** Returns the files to which the imports of a file lead, in the order of its imports. */
  targetsOf(file: ts.SourceFile): readonly (ts.SourceFile | undefined)[] {
    return specifiersIn(file).map((specifier) => this.#fileAt(specifier, file));
  }

  #fileAt(specifier: string, importer: ts.SourceFile): ts.SourceFile | undefined {
    const path = this.#modules.resolve(specifier, importer.fileName)?.resolvedFileName;
    return path === undefined ? undefined : this.#modules.file(path);
  }

  #inScope(name: string, reference: Reference): Named | undefined {
    for (let node: ts.Node = reference.parent; !ts.isSourceFile(node); node = node.parent) {
      if (!isPlainScope(node)) return undefined;
      const parameter = parametersOf(node).find((each) => each.name.text === name);
      if (parameter) return parameter;
    }
    if (this.scopeOf(reference).declared.has(name)) return this.#declared(name, reference.getSourceFile(), new Set());
    return LIBRARY.has(name) ? "library" : undefined;
  }

  /** Returns the declaration of a name that a file declares or imports. `seen` has the exports that led to it. */
  #declared(name: string, file: ts.SourceFile, seen: Set<object>): Declaration | undefined {
    const entry = this.scopeOf(file).declared.get(name);
    if (!entry) return undefined;
    if (isDeclaration(entry)) return entry;
    if (ts.isImportSpecifier(entry)) {
      return this.#exported(sourceName(entry), entry.parent.parent.parent.moduleSpecifier, seen);
    }
    return ts.isImportClause(entry) ? this.#exported("default", entry.parent.moduleSpecifier, seen) : undefined;
  }

  /** Returns the declaration that a module exports under a name. */
  #exported(name: string, module: ts.Expression, seen: Set<object>): Declaration | undefined {
    const file = ts.isStringLiteral(module) ? this.#fileAt(module.text, module.getSourceFile()) : undefined;
    return file && this.#exportedBy(file, name, seen);
  }

  #exportedBy(file: ts.SourceFile, name: string, seen: Set<object>): Declaration | undefined {
    const known = this.#exports.get(file)?.get(name);
    const found = known ?? this.#findExport(file, name, seen);
    if (found && !known) this.#exports.set(file, (this.#exports.get(file) ?? new Map()).set(name, found));
    return found;
  }

  #findExport(file: ts.SourceFile, name: string, seen: Set<object>): Declaration | undefined {
    const entry = this.scopeOf(file).exported.get(name);
    if (!entry) return name === "default" ? undefined : this.#exportedByStar(file, name, seen);
    if (seen.has(entry)) return undefined;
    seen.add(entry);
    return entry.from ? this.#exported(entry.name, entry.from, seen) : this.#declared(entry.name, file, seen);
  }

  /** Returns the declaration that the statements `export * from` of a file export under a name, if it is the only one. */
  #exportedByStar(file: ts.SourceFile, name: string, seen: Set<object>): Declaration | undefined {
    if (seen.has(file) || !this.#exportsKnownNames(file)) return undefined;
    seen.add(file);
    const found = this.#starsOf(file).flatMap((target) => (target && this.#exportedBy(target, name, seen)) ?? []);
    return new Set(found).size === 1 ? found[0] : undefined;
  }

  /** Reports whether the syntax shows all names that a file exports, also those of `export * from`. */
  #exportsKnownNames(file: ts.SourceFile): boolean {
    const known = this.#knownNames.get(file);
    if (known !== undefined) return known;
    const result = this.#throughStars(file).every((each) => each !== undefined && this.scopeOf(each).isComplete);
    this.#knownNames.set(file, result);
    return result;
  }

  /** Returns a file and all files whose names it exports with `export * from`, also through others. */
  #throughStars(file: ts.SourceFile): readonly (ts.SourceFile | undefined)[] {
    return [...reachable<ts.SourceFile | undefined>([file], (each) => (each ? this.#starsOf(each) : []))];
  }

  /** Returns the files whose names a file exports with `export * from`. */
  #starsOf(file: ts.SourceFile): (ts.SourceFile | undefined)[] {
    return this.scopeOf(file).stars.map(({ moduleSpecifier: module }) =>
      module && ts.isStringLiteral(module) ? this.#fileAt(module.text, file) : undefined,
    );
  }

  #byChecker(reference: Reference): readonly ts.Declaration[] {
    const name = nameParts(reference)?.at(-1) ?? (reference as ts.ExpressionWithTypeArguments).expression;
    const symbol = this.checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  }
}
