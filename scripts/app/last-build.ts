/** Keeps the result of a build between runs, so a run in which nothing changed need not load the rest of the tool. */
import { basename, dirname, join, resolve } from "node:path";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { APIS, isOwnSource, PACKAGE_FILE } from "../core/project-layout.js";
import { type FileState, fileDigest, fileStates, type Places } from "../host/file-states.js";
import type { BuildRequest } from "./build-bundle.js";
import type { Context, StringCache } from "./context.js";

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
  readonly places: Places;
  readonly states: readonly FileState[];
  /** Digests of the files that were young when they were kept. */
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
  const states = fileStates(entry.places);
  if (JSON.stringify(states) !== JSON.stringify(entry.states)) return undefined;
  if (!entry.digests.every(([path, digest]) => fileDigest(path) === digest)) return undefined;
  if (entry.digests.length > 0 && !entry.states.some((state) => isYoung(state, now))) {
    cache.keep(question, JSON.stringify({ ...entry, digests: [] } satisfies Entry));
  }
  return entry.kept;
}

/** The place of the last build for a request. */
interface Last {
  readonly cache: StringCache;
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
   * project itself, `outputs` the places of everything that the build writes or uses for writing.
   */
  keep(kept: KeptBuild, modules: readonly string[], outputs: Places): void {
    const last = cacheOf(this.request, this.context);
    if (last) orNothing(() => this.#keep(kept, modules, outputs, last));
  }

  #keep(kept: KeptBuild, modules: readonly string[], outputs: Places, { cache, question }: Last): void {
    const project = resolve(this.context.cwd, this.request.project);
    const used = { trees: this.#inputs.trees, paths: [...this.#inputs.paths, ...packagePaths(project, modules)] };
    const [after, inputs, written] = [this.#inputs, used, outputs].map(fileStates);
    if (!inputs || !written || JSON.stringify(after) !== JSON.stringify(this.#before)) return;
    if (inputs.some((state) => isYoung(state, this.#start))) return;
    const places = { trees: [...used.trees, ...outputs.trees], paths: [...used.paths, ...outputs.paths] };
    const states = fileStates(places) ?? [];
    const young = written.filter((state) => state.found?.kind === "file" && isYoung(state, Date.now()));
    const digests = young.map(({ path }) => [path, fileDigest(path)] as const);
    cache.keep(question, JSON.stringify({ kept, places, states, digests } satisfies Entry));
  }
}

function isYoung({ found }: FileState, now: number): boolean {
  return found !== undefined && Math.max(found.modified, found.changed) > now - YOUNG;
}

/**
 * Returns the paths whose states change if imports lead to other modules: each module, the directories and manifests of
 * its package, and all directories in which packages are searched.
 */
function packagePaths(project: string, modules: readonly string[]): string[] {
  const found = new Set<string>();
  for (const module of modules.filter((path) => !isOwnSource(path))) {
    let at = resolve(project, module);
    found.add(at);
    while (basename(at) !== PACKAGES && dirname(at) !== at) {
      at = dirname(at);
      found.add(at).add(join(at, PACKAGE_FILE));
    }
  }
  for (let at = project; ; at = dirname(at)) {
    found.add(join(at, PACKAGES));
    if (dirname(at) === at) return [...found];
  }
}

const PACKAGES = "node_modules";

function orNothing<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
