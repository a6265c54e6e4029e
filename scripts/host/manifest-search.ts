/**
 * Finds the manifests below a directory that a user names. The directory can be as large as a whole disk, so the search
 * has limits.
 */
import * as nodeFs from "node:fs/promises";
import { join, relative } from "node:path";
import { isApplied } from "../core/bundle-layout.js";
import { isPackedChart } from "../core/chart-layout.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { compareStrings, type Diagnostic } from "../core/model/diagnostic.js";
import { isMissing } from "./files.js";
import { isWithin } from "./paths.js";
import { MANIFEST_LIMIT, unreadable } from "./sources.js";

export interface FoundManifests {
  /** Paths relative to the directory, in code-unit order. */
  readonly paths: readonly string[];
  /**
   * Links that lead out of the directory. They are not followed, because diagnostics quote lines, and a repository could
   * make the tool print private files.
   */
  readonly links: readonly string[];
  /** Packed charts in directories of subcharts, which are not read. */
  readonly packedCharts: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface SearchLimits {
  /** Highest number of entries of all directories. */
  readonly entries: number;
  readonly manifests: number;
  /** Size of all manifests, in MiB. */
  readonly size: number;
}

/** Directories whose files the user did not write: the data of Git, and packages. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Reports whether a search finds a path: no directory in it is named `.git` or `node_modules`. */
export function isSearched(path: string): boolean {
  return !path
    .split("/")
    .slice(0, -1)
    .some((name) => NOT_SEARCHED.has(name));
}

const LIMITS: SearchLimits = { entries: 200_000, manifests: 10_000, size: MANIFEST_LIMIT / 2 ** 20 };

/**
 * Finds the manifests below a directory. `name` is the directory as the user named it. Links to files and directories
 * inside the directory are ignored, because what they lead to is found itself. Directories named `.git` or
 * `node_modules` below it are not searched.
 */
export async function findManifests(directory: string, name: string, limits = LIMITS): Promise<FoundManifests> {
  const search = new Search(await nodeFs.realpath(directory), name, limits);
  const problem = await search.run();
  if (problem !== undefined) {
    return {
      paths: [],
      links: [],
      packedCharts: [],
      diagnostics: [diagnose("crds-too-many", { path: name, problem })],
    };
  }
  return {
    paths: search.paths.sort(compareStrings),
    links: search.links.sort(compareStrings),
    packedCharts: search.packedCharts.sort(compareStrings),
    diagnostics: search.diagnostics,
  };
}

/** Returns which limit a number of manifests or their size in bytes is above, or undefined. */
export function limitProblem(manifests: number, bytes: number, limits = LIMITS): string | undefined {
  if (manifests > limits.manifests) return `more than ${limits.manifests} YAML and JSON files`;
  return bytes > limits.size * 2 ** 20 ? `YAML and JSON files of more than ${limits.size} MiB in total` : undefined;
}

class Search implements FoundManifests {
  readonly paths: string[] = [];
  readonly links: string[] = [];
  readonly packedCharts: string[] = [];
  readonly diagnostics: Diagnostic[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(
    readonly root: string,
    readonly name: string,
    readonly limits: SearchLimits,
  ) {}

  /** Returns what is above a limit, or undefined if the search is complete. */
  async run(): Promise<string | undefined> {
    const open = [""];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for await (const entry of this.#entriesOf(path)) {
        if (++this.#entries > this.limits.entries) return `more than ${this.limits.entries} files and directories`;
        const inside = path === "" ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) open.push(...(NOT_SEARCHED.has(entry.name) ? [] : [inside]));
        else if (entry.isSymbolicLink()) await this.#addLink(inside);
        else if (isApplied(inside)) await this.#add(inside);
        else if (isPackedChart(inside)) this.packedCharts.push(inside);
        const problem = limitProblem(this.paths.length, this.#bytes, this.limits);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  }

  async *#entriesOf(path: string) {
    try {
      yield* await nodeFs.opendir(join(this.root, path));
    } catch (error) {
      const shown = path === "" ? this.name : `${this.name}/${path}`;
      if (!isMissing(error)) this.diagnostics.push(unreadable(shown, error));
    }
  }

  async #add(path: string): Promise<void> {
    this.paths.push(path);
    this.#bytes += await nodeFs.lstat(join(this.root, path)).then(
      ({ size }) => size,
      () => 0, // reading the file reports the problem
    );
  }

  async #addLink(path: string): Promise<void> {
    const target = await nodeFs.realpath(join(this.root, path)).catch(() => undefined);
    if (target === undefined) {
      if (isApplied(path)) this.paths.push(path); // reading the link reports the problem
    } else if (target !== this.root && !isWithin(this.root, target)) {
      const isDirectory = await nodeFs.stat(target).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      if (isDirectory || isApplied(path)) this.links.push(path);
    } else if (isApplied(path) && !isApplied(relative(this.root, target))) this.paths.push(path);
  }
}
