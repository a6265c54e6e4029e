/** The states of files, from the file system and without their content, by which changes are noticed. */
import * as fs from "node:fs";
import { join } from "node:path";
import { sha256 } from "../core/model/digest.js";

/** The state of a file or a directory. A program can set the time of modification, but not that of the last change. */
export interface FileState {
  readonly path: string;
  /** Unset if there is nothing at the path. */
  readonly found?: {
    readonly kind: "file" | "directory" | "link" | "special";
    /** In bytes. */
    readonly size: number;
    /** In milliseconds since 1970, with fractions. */
    readonly modified: number;
    readonly changed: number;
    readonly number: number;
  };
}

/** Directories with all below them, and single paths. Links on the way to a path are followed. */
export interface Places {
  readonly trees: readonly string[];
  readonly paths: readonly string[];
}

/** The number of entries in directories up to which looking at them takes less time than a build. */
const MOST_ENTRIES = 20_000;

/**
 * Returns the states of all places, or undefined if there are too many, or links in the directories: something behind a
 * link can change without a trace.
 */
export function fileStates({ trees, paths }: Places): readonly FileState[] | undefined {
  const states: FileState[] = paths.map((path) => stateOf(path, fs.statSync(path, { throwIfNoEntry: false })));
  const waiting = [...trees];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const state = stateOf(path, fs.lstatSync(path, { throwIfNoEntry: false }));
    states.push(state);
    if (state.found?.kind === "link" || states.length > MOST_ENTRIES) return undefined;
    if (state.found?.kind === "directory") {
      for (const name of fs.readdirSync(path).sort()) waiting.push(join(path, name));
    }
  }
  return states;
}

function stateOf(path: string, stats: fs.Stats | undefined): FileState {
  if (!stats) return { path };
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return { path, found: { kind: kindOf(stats), size, modified: mtimeMs, changed: ctimeMs, number: ino } };
}

function kindOf(stats: fs.Stats) {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : "special";
}

/** Returns a digest of the content of a file. */
export function fileDigest(path: string): string {
  return sha256(fs.readFileSync(path));
}
