/** Reads TypeScript sources into a model of the API. No other stage depends on TypeScript. */

import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiModel, Kind, KindVersion } from "../../core/model/api.js";
import { DEFAULT_DESCRIPTIONS, type DescriptionLayout } from "../../core/model/bundle.js";
import { controlCharacters } from "../../core/model/control-characters.js";
import { type Acceptance, compareStrings, type Diagnostic } from "../../core/model/diagnostic.js";
import { type Imports, NO_IMPORTS } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import { compareApiVersions } from "../../core/model/version.js";
import { storageVersion } from "../../core/model/versions.js";
import { isOwnSource } from "../../core/project-layout.js";
import { Remembered } from "../../core/remembered.js";
import { type Changes, stateOf } from "./changes.js";
import { readComments } from "./comments.js";
import { keptFor } from "./kept.js";
import { inheritAspects, readKind } from "./kind.js";
import { isResource } from "./literal-property.js";
import { missedKinds } from "./missed-kinds.js";
import { Names } from "./names.js";
import { isStackExhausted, TYPE_DEPTH } from "./nesting.js";
import { forEachInside, isText } from "./nodes.js";
import type { ParsedSources } from "./parsed-sources.js";
import { locationOf, projectPath } from "./project.js";
import type { ReadFile, Reading } from "./reading.js";
import { areSound } from "./sound/index.js";
import { type ParsedSource, parseSources } from "./source.js";
import { ts } from "./ts-morph.js";
import { rootScope } from "./type/index.js";
import { compilerErrors } from "./type-errors.js";

export { type Changes, changesSince, readBefore } from "./changes.js";
export { commentAt } from "./comment-at.js";
export { importsOf } from "./imports.js";
export { forgetSources } from "./kept.js";
export { compilerErrors, TypeErrors, withTypeErrors } from "./type-errors.js";
export { mayLackNames } from "./unusual-names.js";

const NOTHING_KEPT: Changes["unaffected"] = new Map();

export interface ReadResult {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
  /** The result for a later run. Unset if there are diagnostics, or if any source could affect all others. */
  readonly reading?: Reading;
}

/**
 * Reads an API from TypeScript sources. Sources that do not compile can be read wrongly or not at all, so the model
 * counts only if `typeErrors` finds nothing.
 *
 * @param sources all files under `apis/` and all modules of packages that they import, in any order, with paths relative
 *   to the project
 * @param imports the modules that they import
 * @param layout the layout of descriptions; no error depends on it
 * @param parsed the parsed sources of earlier calls, by which files that no change can affect are not read again
 * @returns the model and the diagnostics; if not all of these are advice, the model can be incomplete
 */
export function readApi(
  sources: readonly SourceText[],
  imports: Imports = NO_IMPORTS,
  layout: DescriptionLayout = DEFAULT_DESCRIPTIONS,
  parsed: ParsedSources = new Map(),
): ReadResult {
  try {
    const { files, tooDeep } = parseSources(sources, parsed);
    return tooDeep.length > 0 ? nothingRead(tooDeep) : readParsed(files, imports, layout, parsed, NOTHING_KEPT);
  } catch (error) {
    // Chains of thousands of names can exhaust the stack without any brackets.
    if (!isStackExhausted(error)) throw error;
    return nothingRead([diagnose("type-too-deep", { limit: TYPE_DEPTH })]);
  }
}

/**
 * Reads the sources that changes can affect, and takes the others from the earlier reading. Returns undefined if this
 * finds anything to report, or if everything must be read again. The types of the sources must be sound.
 */
export function readChanges(
  earlier: Reading,
  { sources, unaffected }: Changes,
  imports: Imports,
  parsed: ParsedSources,
): ReadResult | undefined {
  try {
    const { files, tooDeep } = parseSources(sources, parsed);
    if (tooDeep.length > 0) return undefined;
    const result = readParsed(files, imports, earlier.layout, parsed, unaffected);
    return result.reading && result;
  } catch (error) {
    if (!isStackExhausted(error)) throw error;
    return undefined;
  }
}

/** Returns the errors of the compiler, which is asked unless there are certainly none. */
export function typeErrors(
  sources: readonly SourceText[],
  imports: Imports = NO_IMPORTS,
  parsed: ParsedSources = new Map(),
): Diagnostic[] {
  return haveSoundTypes(sources, imports, parsed) ? [] : compilerErrors(sources, imports, parsed);
}

/**
 * Reports whether the compiler would certainly find no errors in sources. This takes far less time than asking it.
 * `unaffected` contains the paths of sources in which it certainly found none.
 */
export function haveSoundTypes(
  sources: readonly SourceText[],
  imports: Imports,
  parsed: ParsedSources,
  unaffected: Pick<Changes["unaffected"], "has"> = NOTHING_KEPT,
): boolean {
  try {
    const { files, tooDeep } = parseSources(sources, parsed);
    const trees = files.map(({ file }) => file);
    const isKnown = (file: ts.SourceFile) => unaffected.has(projectPath(file));
    return tooDeep.length === 0 && areSound(trees, namesIn(trees, imports), isKnown);
  } catch (error) {
    if (!isStackExhausted(error)) throw error;
    return false;
  }
}

const NAMES = new Remembered<Names>();

/** Returns the names in files. The proof of sound types and the reader need the same ones. */
function namesIn(files: readonly ts.SourceFile[], imports: Imports): Names {
  const create = () => new Names(files, imports);
  return files[0] ? NAMES.of(files[0], [imports, ...files], create) : create();
}

function nothingRead(diagnostics: readonly Diagnostic[]): ReadResult {
  return { model: { kinds: [] }, diagnostics, acceptances: [] };
}

function readParsed(
  sources: readonly ParsedSource[],
  imports: Imports,
  layout: DescriptionLayout,
  parsed: ParsedSources,
  unaffected: Changes["unaffected"],
): ReadResult {
  const files = sources.map(({ file }) => file);
  const own = files.filter((file) => isOwnSource(projectPath(file)));
  const names = namesIn(files, imports);
  const diagnostics: Diagnostic[] = [];
  const kept = keptFor(parsed, files, names, layout);
  const comments = readComments(sources, names, layout, diagnostics, kept.comments);
  const scope = rootScope(names, comments, layout, diagnostics, kept);
  const missed = missedKinds(own, names);
  diagnostics.push(...missed.diagnostics, ...files.flatMap(escapedControls));
  const readNew = (declaration: ts.InterfaceDeclaration) => {
    const before = diagnostics.length;
    const version = readKind(declaration, scope);
    if (version && diagnostics.length === before) kept.versions.set(declaration, version);
    return version ?? [];
  };
  const read = files
    .filter((file) => !unaffected.has(projectPath(file)))
    .map((file): [string, ReadFile] => {
      const versions = resourcesIn(file, names).flatMap((each) => kept.versions.get(each) ?? readNew(each));
      const acceptances = comments.acceptancesIn(file);
      return [projectPath(file), { ...stateOf(file, names, imports), versions, acceptances }];
    });
  const all = new Map([...unaffected, ...read].sort(([a], [b]) => (a < b ? -1 : 1)));
  const kinds = groupByKind(
    [...all.values()].flatMap(({ versions }) => versions),
    diagnostics,
  );
  const acceptances = [...all.values()].flatMap((file) => file.acceptances);
  const canKeep = diagnostics.length === 0 && names.arePlain && !missed.dependOnAll;
  return { model: { kinds }, diagnostics, acceptances, ...(canKeep && { reading: { layout, kinds, files: all } }) };
}

/** Returns the interfaces of a file that become a version of a kind. Packages have none. */
function resourcesIn(file: ts.SourceFile, names: Names): ts.InterfaceDeclaration[] {
  if (!isOwnSource(projectPath(file))) return [];
  return file.statements.filter(ts.isInterfaceDeclaration).filter((declaration) => isResource(declaration, names));
}

/** Reports control characters that an escape puts into a string. */
function escapedControls(file: ts.SourceFile): Diagnostic[] {
  if (!file.text.includes("\\")) return [];
  const found: Diagnostic[] = [];
  forEachInside(file, (node) => {
    if (!isText(node)) return;
    for (const character of controlCharacters(node.text).keys()) {
      found.push(diagnose("input-control-character", { character }, locationOf(node)));
    }
  });
  return found;
}

function groupByKind(versions: readonly KindVersion[], diagnostics: Diagnostic[]): Kind[] {
  const byKind = new Map<string, KindVersion[]>();
  for (const version of versions) {
    const key = `${version.group}/${version.kind}`;
    const others = byKind.get(key) ?? [];
    const twin = others.find((other) => other.version === version.version);
    if (twin)
      diagnostics.push(diagnose("kind-duplicate", { kind: version.kind, other: twin.location.file }, version.location));
    else byKind.set(key, [...others, version]);
  }
  return [...byKind.entries()].sort(([a], [b]) => compareStrings(a, b)).map(([, group]) => toKind(group));
}

const KINDS = new Remembered<Kind>("kind");

/** Returns the kind that has these versions. A single version needs no tag to be the storage version. */
function toKind(versions: readonly KindVersion[]): Kind {
  const [first] = versions as [KindVersion];
  return KINDS.of(first, versions, () => newKind(first, versions));
}

function newKind(first: KindVersion, versions: readonly KindVersion[]): Kind {
  const sorted = [...versions].sort((a, b) => compareApiVersions(a.version, b.version));
  const stored = sorted.length === 1 ? [{ ...first, storage: true }] : sorted;
  const storage = storageVersion(stored);
  return {
    group: first.group,
    kind: first.kind,
    versions: storage
      ? stored.map((version) => (version === storage ? version : inheritAspects(version, storage)))
      : stored,
  };
}
