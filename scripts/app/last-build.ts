/** Keeps the result of a build between runs, so a run in which nothing changed need not load the rest of the tool. */
import { join, resolve } from "node:path";
import { checksumOf } from "../core/file-printer.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { OutputFile } from "../core/model/output.js";
import { APIS, PACKAGE_FILE } from "../core/project-layout.js";
import { type FileState, fileDigest, fileStates, type Places } from "../host/file-states.js";
import type { BuildRequest } from "./build-request.js";
import type { Context, RunCache } from "./context.js";
import { packagePaths } from "./package-paths.js";

/** A build without errors: all that is printed about it. */
export interface KeptBuild {
  readonly channels: readonly ChannelSummary[];
  /** The advice that is neither accepted nor off, also if the run reports it as errors. */
  readonly warnings: readonly Diagnostic[];
  /** The files to which the warnings refer. */
  readonly sources: readonly SourceText[];
}

interface Entry {
  readonly kept: KeptBuild;
  readonly places: readonly Places[];
  readonly states: readonly FileState[];
  /** Digests of the output files that were written shortly before, or later. */
  readonly digests: readonly (readonly [path: string, digest: string])[];
}

/**
 * In milliseconds. A file that was written again so soon could have the same times as before, because systems count them
 * in steps.
 */
const YOUNG = 50;

/** Returns the last build for a request, if none of its inputs and outputs changed since. */
export function recallBuild(request: BuildRequest, context: Context): KeptBuild | undefined {
  try {
    const last = cacheOf(request, context);
    const text = last?.cache.recall(last.question);
    return last && text !== undefined ? recalled(JSON.parse(text) as Entry, last) : undefined;
  } catch {
    return undefined; // the build itself reports what cannot be read
  }
}

function recalled(entry: Entry, { cache, question }: Last): KeptBuild | undefined {
  const now = Date.now();
  const states = entry.places.flatMap((places) => fileStates(places) ?? []);
  if (JSON.stringify(states) !== JSON.stringify(entry.states)) return undefined;
  if (!entry.digests.every(([path, digest]) => fileDigest(path) === digest)) return undefined;
  if (entry.digests.length > 0 && !entry.states.some((state) => isYoung(state, now))) {
    cache.keep(question, JSON.stringify({ ...entry, digests: [] } satisfies Entry));
  }
  return entry.kept;
}

/** The place of the last build for a request. */
interface Last {
  readonly cache: RunCache;
  readonly question: string;
}

function cacheOf({ project, out, channel, bundleVersion }: BuildRequest, { cache, cwd }: Context): Last | undefined {
  const own = cache?.outside(resolve(cwd, project));
  const question = ["build", resolve(cwd, project), out && resolve(cwd, out), channel, bundleVersion];
  return own && { cache: own, question: JSON.stringify(question) };
}

/** The inputs of a build that is about to begin. */
export class BuildToKeep {
  readonly #start = Date.now();
  readonly #inputs: Places;
  readonly #before: readonly FileState[] | undefined;

  constructor(
    readonly request: BuildRequest,
    readonly context: Context,
  ) {
    const project = resolve(context.cwd, request.project);
    this.#inputs = { trees: [join(project, APIS), context.templates], paths: [join(project, PACKAGE_FILE)] };
    this.#before = context.cache && orNothing(() => fileStates(this.#inputs));
  }

  /**
   * Keeps a build, unless its inputs changed meanwhile or shortly before. `modules` are the sources outside of the
   * project itself.
   */
  keep(kept: KeptBuild, modules: readonly string[], written: Written): void {
    const last = cacheOf(this.request, this.context);
    if (last) orNothing(() => this.#keep(kept, modules, written, last));
  }

  #keep(kept: KeptBuild, modules: readonly string[], written: Written, { cache, question }: Last): void {
    const project = resolve(this.context.cwd, this.request.project);
    const packages = { trees: [], paths: packagePaths(project, modules) };
    const places = [this.#inputs, packages, written.places];
    // Each place is looked at once, so what is checked here is what is kept.
    const [own, others, outputs] = places.map(fileStates);
    if (!own || !others || !outputs || JSON.stringify(own) !== JSON.stringify(this.#before)) return;
    const inputs = [...own, ...others];
    if (inputs.every(isCoarse) || inputs.some((state) => isYoung(state, this.#start))) return;
    const digests: [path: string, digest: string][] = [];
    for (const state of outputs.filter((each) => each.found?.kind === "file" && isYoung(each, written.since))) {
      const file = written.files.get(state.path);
      if (file === undefined) return; // somebody else wrote it
      digests.push([state.path, checksumOf(file).sha256]);
    }
    cache.keep(question, JSON.stringify({ kept, places, states: [...inputs, ...outputs], digests } satisfies Entry));
  }
}

/** The output of a build. */
export interface Written {
  /** The places that the build writes, and those that it uses for writing. */
  readonly places: Places;
  /** The files, by absolute path. */
  readonly files: ReadonlyMap<string, OutputFile>;
  /** A time before the build compared the files with those on disk, in milliseconds since 1970. */
  readonly since: number;
}

/** Reports whether the time of a file has no fraction of a second, as on file systems with too coarse times. */
function isCoarse({ found }: FileState): boolean {
  return found === undefined || (found.modified % 1000 === 0 && found.changed % 1000 === 0);
}

function isYoung({ found }: FileState, now: number): boolean {
  return found !== undefined && Math.max(found.modified, found.changed) > now - YOUNG;
}

function orNothing<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
