/** Finds names for which only the compiler knows whether they are errors. This needs no compiler. */

import { posix } from "node:path";
import type { Imports } from "../../core/model/imports.js";
import type { SourceText } from "../../core/model/location.js";
import { APIS, isOwnSource } from "../../core/project-layout.js";
import { Remembered } from "../../core/remembered.js";
import { importsOf } from "./imports.js";
import { forEachInside } from "./nodes.js";
import type { ParsedSources } from "./parsed-sources.js";
import { projectPath } from "./project.js";
import { parseSources } from "./source.js";
import { ts } from "./ts-morph.js";

const MAP_HINT = "use Record<string, T> or { [key: string]: T }";
const SET_HINT = "use T[] with @listType set";

/** Types of later libraries, with the hints for them. */
export const LATER_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Map: MAP_HINT,
    ReadonlyMap: MAP_HINT,
    Set: SET_HINT,
    ReadonlySet: SET_HINT,
  }),
);

/**
 * Reports whether sources contain names of modules or types that the type language lacks, for which the compiler must
 * be asked. This takes far less time than the compiler itself.
 */
export function mayLackNames(sources: readonly SourceText[], imports: Imports, parsed: ParsedSources): boolean {
  const own = parseSources(sources, parsed).files.filter(({ file }) => isOwnSource(projectPath(file)));
  return own.some(({ file }) => {
    const specifiers = importsOf({ path: projectPath(file), text: file.text }, parsed);
    const targets = imports.get(projectPath(file));
    const isLacking = (specifier: string) => {
      const target = targets?.get(specifier);
      return target ? "problem" in target : !isBelowApis(file, specifier);
    };
    return hasLaterTypes(file) || specifiers.some(isLacking);
  });
}

/** The files that are kept, and true for those with names of later libraries. */
const HAS_LATER_TYPES = new Remembered<boolean>();

function hasLaterTypes(file: ts.SourceFile): boolean {
  return HAS_LATER_TYPES.of(file, [], () => {
    let found = false;
    forEachInside(file, (node) => {
      if (ts.isIdentifier(node)) found ||= LATER_TYPES.has(node.text);
    });
    return found;
  });
}

/** Returns whether a relative path leads to a place under `apis/`. */
export function isBelowApis(file: ts.SourceFile, specifier: string): boolean {
  return !specifier.startsWith("/") && posix.join(posix.dirname(projectPath(file)), specifier).startsWith(`${APIS}/`);
}
