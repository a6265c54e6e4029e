/** Finds the sources that changes since an earlier reading can affect. */

import type { DescriptionLayout } from "../../core/model/bundle.js";
import type { Imports } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import { isOwnSource } from "../../core/project-layout.js";
import { importsOf, specifiersIn } from "./imports.js";
import type { Names } from "./names.js";
import type { ParsedSources } from "./parsed-sources.js";
import { differInCase, memoryPath, projectPath, resolveModule, sourcePath } from "./project.js";
import { affectedBy, reachable } from "./reachable.js";
import type { ReadFile, Reading, SourceState } from "./reading.js";
import type { ts } from "./ts-morph.js";

/** Returns the state of a source that was parsed. */
export function stateOf(file: ts.SourceFile, names: Names, imports: Imports): SourceState {
  return {
    text: file.text,
    specifiers: specifiersIn(file),
    imports: importsAsText(imports, projectPath(file)),
    targets: names.targetsOf(file).flatMap((target) => (target ? [projectPath(target)] : [])),
  };
}

function importsAsText(imports: Imports, path: string): string {
  return JSON.stringify([...(imports.get(path) ?? [])]);
}

/** Returns the result for a source if its text is the same. */
export function readBefore(source: SourceText, { files }: Reading): ReadFile | undefined {
  const file = files.get(source.path);
  return file?.text === source.text ? file : undefined;
}

/** The sources that must be read again, and the others. */
export interface Changes {
  /** The affected sources, which changed or import an affected one, and all that these import. */
  readonly sources: readonly SourceText[];
  /** The results for the sources that are not affected, by path. */
  readonly unaffected: ReadonlyMap<string, ReadFile>;
}

/** Returns what changed since a reading, or undefined if everything must be read again. */
export function changesSince(
  earlier: Reading,
  sources: readonly SourceText[],
  imports: Imports,
  layout: DescriptionLayout,
  parsed: ParsedSources,
): Changes | undefined {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  if (differInCase([...byPath.keys()])) return undefined; // also if one of the two is not affected
  // A new or a missing path can lead the imports of any source elsewhere.
  if (layout !== earlier.layout || ownPaths(byPath) !== ownPaths(earlier.files)) return undefined;
  const same = new Map<string, ReadFile>();
  for (const source of sources) {
    const file = readBefore(source, earlier);
    if (file?.imports === importsAsText(imports, source.path)) same.set(source.path, file);
  }
  const targets = new Map(
    [...byPath].map(([path, source]) => [path, same.get(path)?.targets ?? targetsOf(source, imports, byPath, parsed)]),
  );
  const changed = [...byPath.keys()].filter((path) => !same.has(path));
  const affected = affectedBy(changed, targets);
  const needed = reachable(affected, (path) => targets.get(path) ?? []);
  return {
    sources: sources.filter(({ path }) => needed.has(path)),
    unaffected: new Map([...same].filter(([path]) => !affected.has(path))),
  };
}

function ownPaths(paths: ReadonlyMap<string, unknown>): string {
  return JSON.stringify([...paths.keys()].filter(isOwnSource).sort());
}

/** Returns the paths of the sources to which the imports of a changed one lead. */
function targetsOf(
  source: SourceText,
  imports: Imports,
  sources: ReadonlyMap<string, SourceText>,
  parsed: ParsedSources,
): string[] {
  const exists = (path: string) => sources.has(sourcePath(path));
  return importsOf(source, parsed).flatMap((specifier) => {
    const target = resolveModule(specifier, memoryPath(source.path), imports, exists);
    return target ? [sourcePath(target.resolvedFileName)] : [];
  });
}
