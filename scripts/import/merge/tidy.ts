/** Removes declarations that nothing uses anymore, and updates imports. */
import { posix } from "node:path";
import { compareStrings } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { type OutlinedImport, outlineOf, type TextRange } from "../../language/read/outline.js";
import { printImport } from "../files.js";
import { EditedSource } from "./edits.js";

/** A name that a file needs, and the module or the file that declares it. */
export interface Need {
  readonly name: string;
  readonly from: string;
}

/** A declaration that may no longer be part of the API. */
export interface Leftover {
  readonly name: string;
  readonly file: string;
}

interface Tidying {
  readonly leftovers: readonly Leftover[];
  /** Reports whether a declaration is part of the API after the merge. */
  readonly isKept: (declaration: Leftover) => boolean;
  /** The names that each file needs. */
  readonly needs: ReadonlyMap<string, readonly Need[]>;
}

/**
 * Returns sources without those leftovers that nothing uses, and with the imports that they need. `before` are the
 * sources before the merge. A file without any declarations left is removed.
 */
export function tidy(
  sources: readonly SourceText[],
  before: readonly SourceText[],
  { leftovers, isKept, needs }: Tidying,
): SourceText[] {
  const original = new Map(before.map(({ path, text }) => [path, text]));
  const parsed = sources.map((source) => new EditedSource(source));
  const { rest, removed } = withoutLeftovers(parsed, leftovers, isKept);
  const isChanged = ({ path, text }: SourceText) => original.get(path) !== text;
  return rest
    .map((edited) => {
      const { source } = edited;
      const gone = importsRemoved(edited, removed);
      if (!isChanged(source) && gone.size === 0) return source;
      return withImports(source, original.get(source.path), needs.get(source.path), gone);
    })
    .filter((source) => !isChanged(source) || outlineOf(source.text).declarations.length > 0);
}

/** Returns the local names of imported declarations that are removed. */
function importsRemoved({ source, outline }: EditedSource, removed: readonly Leftover[]): ReadonlySet<string> {
  return new Set(
    outline.imports.flatMap(({ module, names }) => {
      const gone = removed.filter(({ file }) => file === targetOf(module, source.path));
      return names.filter(({ name }) => gone.some((each) => each.name === name)).map(({ local }) => local);
    }),
  );
}

interface Remainder {
  readonly rest: readonly EditedSource[];
  readonly removed: readonly Leftover[];
}

/** Removes unused declarations, and those that only they used, until nothing more is unused. */
function withoutLeftovers(
  sources: readonly EditedSource[],
  leftovers: readonly Leftover[],
  isKept: Tidying["isKept"],
): Remainder {
  const unused = leftovers.filter((leftover) => !isUsed(leftover, sources));
  if (unused.length === 0) return { rest: sources, removed: [] };
  const orphans: Leftover[] = [];
  for (const { name, file } of unused) {
    const source = sources.find((each) => each.source.path === file);
    const declaration = source?.outline.declarations.find((each) => each.name === name);
    if (!source || !declaration) continue;
    source.replace(declaration.at, withGap(source, declaration.whole), "");
    orphans.push(...usedIn(declaration.whole, source).filter((each) => !isKept(each)));
  }
  const files = new Set(unused.map(({ file }) => file));
  const rest = sources.map((edited) => {
    const { path } = edited.source;
    return files.has(path) ? new EditedSource({ path, text: endOf(edited.result) }) : edited;
  });
  const isSame = (a: Leftover, b: Leftover) => a.name === b.name && a.file === b.file;
  const left = [...leftovers, ...orphans].filter(
    (each, index, all) =>
      !unused.some((other) => isSame(each, other)) && all.findIndex((other) => isSame(each, other)) === index,
  );
  const further = withoutLeftovers(rest, left, isKept);
  return { rest: further.rest, removed: [...unused, ...further.removed] };
}

/** Returns the declarations whose names the text in a range uses. */
function usedIn({ start, end }: TextRange, { source, outline }: EditedSource): Leftover[] {
  return outline.uses
    .filter(({ at }) => at >= start && at < end)
    .flatMap(({ name }) => {
      if (outline.declarations.some((each) => each.name === name)) return [{ name, file: source.path }];
      const from = outline.imports.find(({ names }) => names.some(({ local }) => local === name));
      const file = from && targetOf(from.module, source.path);
      const imported = from?.names.find(({ local }) => local === name)?.name;
      return file === undefined || imported === undefined ? [] : [{ name: imported, file }];
    });
}

function endOf(text: string): string {
  return text === "" ? "" : `${text.trimEnd()}\n`;
}

/** Returns a range with its lines and the blank lines before it. */
function withGap(source: EditedSource, range: { readonly start: number; readonly end: number }) {
  const lines = source.linesOf(range);
  const before = source.textOf({ start: 0, end: lines.start });
  const gap = /\n(?:[ \t]*\r?\n)+$/.exec(before)?.[0] ?? "\n";
  return { start: lines.start - gap.length + 1, end: lines.end };
}

function isUsed({ name, file }: Leftover, sources: readonly EditedSource[]): boolean {
  return sources.some(({ source, outline }) => {
    const own = source.path === file ? outline.declarations.find((each) => each.name === name)?.whole : undefined;
    const isOutside = (at: number) => !own || at < own.start || at > own.end;
    const from = outline.imports.filter(({ module }) => targetOf(module, source.path) === file);
    const locals = from.flatMap(({ names }) => names.filter((each) => each.name === name).map(({ local }) => local));
    const isKnown = own !== undefined || from.some(({ isPlain }) => !isPlain);
    const names = new Set(isKnown ? [name, ...locals] : locals);
    return outline.uses.some((use) => names.has(use.name) && isOutside(use.at));
  });
}

/** Returns the path of the file that a relative specifier names. */
export function targetOf(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(posix.dirname(importer), specifier).replace(/(?:\.js|\.ts)?$/, ".ts");
}

/** Returns a source with the imports that it needs, without those that the merge made useless. */
function withImports(
  source: SourceText,
  before: string | undefined,
  needs: readonly Need[] = [],
  removed: ReadonlySet<string> = new Set(),
): SourceText {
  const edited = new EditedSource(source);
  const { declarations, imports, uses } = edited.outline;
  const used = new Set(uses.map(({ name }) => name));
  const usedBefore = new Set(before === undefined ? [] : outlineOf(before).uses.map(({ name }) => name));
  const known = new Set([...declarations, ...imports.flatMap(({ names }) => names)].map(localOf));
  const missing = needs.filter(({ name }) => used.has(name.replace("* as ", "")) && !known.has(name));
  const modules = new Map<string, Set<string>>();
  for (const { name, from } of missing) {
    const module = from.startsWith("crd-bundle/") ? from : specifierOf(from, source.path);
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  const isUnused = (local: string) => !used.has(local) && (usedBefore.has(local) || removed.has(local));
  for (const each of imports) {
    if (each.namespace !== undefined && isUnused(each.namespace)) {
      edited.replace(each.whole.start, edited.linesOf(each.whole), "");
      continue;
    }
    const added = each.isPlain ? (modules.get(each.module) ?? new Set<string>()) : new Set<string>();
    if (each.isPlain && ![...added].some((name) => name.startsWith("* "))) modules.delete(each.module);
    const kept = each.names.filter(({ local }) => !isUnused(local));
    if (added.size === 0 && kept.length === each.names.length) continue;
    const names = [...kept.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)), ...added];
    if (names.length > 0) edited.replace(each.whole.start, each.whole, printImport(names, each.module).join("\n"));
    else edited.replace(each.whole.start, edited.linesOf(each.whole), "");
  }
  addImports(edited, imports, modules);
  return { path: source.path, text: edited.result.replace(/^\s*\n/, "") };
}

function localOf(each: { readonly name: string } | { readonly name: string; readonly local: string }): string {
  return "local" in each ? each.local : each.name;
}

/** Adds imports from modules, in the order of their specifiers: those of packages first. */
function addImports(
  edited: EditedSource,
  imports: readonly OutlinedImport[],
  modules: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const rank = (module: string) => (module.startsWith(".") ? `1${module}` : `0${module}`);
  const sorted = [...modules].sort(([a], [b]) => compareStrings(rank(a), rank(b)));
  for (const [index, [module, names]] of sorted.entries()) {
    const [namespace] = [...names].filter((name) => name.startsWith("* "));
    const lines = namespace ? [`import type ${namespace} from "${module}";`] : printImport([...names], module);
    const previous = imports.filter((each) => compareStrings(rank(each.module), rank(module)) < 0).at(-1);
    const isNextImport = imports.length > 0 || index < sorted.length - 1;
    if (previous) edited.insertAfter(previous.whole, lines.join("\n"));
    else
      edited.insert(
        imports[0]?.whole.start ?? firstDeclaration(edited),
        `${lines.join("\n")}${isNextImport ? "\n" : "\n\n"}`,
      );
  }
}

function firstDeclaration({ outline }: EditedSource): number {
  return Math.min(...outline.declarations.map(({ whole }) => whole.start));
}

function specifierOf(path: string, importer: string): string {
  const relative = posix.relative(posix.dirname(importer), path).replace(/\.ts$/, ".js");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
