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
import { areSound } from "./sound/index.js";
import { type ParsedSource, parseSources } from "./source.js";
import { ts } from "./ts-morph.js";
import { rootScope } from "./type/index.js";
import { compilerErrors } from "./type-errors.js";

export { commentAt } from "./comment-at.js";
export { importsOf } from "./imports.js";
export { forgetSources } from "./kept.js";
export { compilerErrors, TypeErrors, withTypeErrors } from "./type-errors.js";
export { mayLackNames } from "./unusual-names.js";

interface ReadResult {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
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
    return tooDeep.length > 0 ? nothingRead(tooDeep) : readParsed(files, imports, layout, parsed);
  } catch (error) {
    // Chains of thousands of names can exhaust the stack without any brackets.
    if (!isStackExhausted(error)) throw error;
    return nothingRead([diagnose("type-too-deep", { limit: TYPE_DEPTH })]);
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

/** Reports whether the compiler would certainly find no errors in sources. This takes far less time than asking it. */
export function haveSoundTypes(sources: readonly SourceText[], imports: Imports, parsed: ParsedSources): boolean {
  try {
    const { files, tooDeep } = parseSources(sources, parsed);
    const trees = files.map(({ file }) => file);
    return tooDeep.length === 0 && areSound(trees, namesIn(trees, imports));
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
): ReadResult {
  const files = sources.map(({ file }) => file);
  const own = files.filter((file) => isOwnSource(projectPath(file)));
  const names = namesIn(files, imports);
  const diagnostics: Diagnostic[] = [];
  const kept = keptFor(parsed, files, names, layout);
  const comments = readComments(sources, names, layout, diagnostics, kept.comments);
  const scope = rootScope(names, comments, layout, diagnostics, kept);
  diagnostics.push(...missedKinds(own, names), ...files.flatMap(escapedControls));
  const readNew = (declaration: ts.InterfaceDeclaration) => {
    const before = diagnostics.length;
    const version = readKind(declaration, scope);
    if (version && diagnostics.length === before) kept.versions.set(declaration, version);
    return version ?? [];
  };
  const resources = own.flatMap(({ statements }) =>
    statements.filter(ts.isInterfaceDeclaration).filter((declaration) => isResource(declaration, names)),
  );
  const versions = resources.flatMap((declaration) => kept.versions.get(declaration) ?? readNew(declaration));
  const { acceptances } = comments;
  return { model: { kinds: groupByKind(versions, diagnostics) }, diagnostics, acceptances };
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

const KINDS = new Remembered<Kind>();

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
