/** Builds the bundle of a project again after each change of its sources. */
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { APIS, isOwnSource, PACKAGE_FILE } from "../core/project-layout.js";
import { WatchedDirectories } from "../host/watched-directories.js";
import type { ParsedSources } from "../language/read/index.js";
import { type BuildRequest, buildBundle } from "./build-bundle.js";
import { checkCrds } from "./check/check-crds.js";
import type { Context } from "./context.js";

export interface WatchRequest extends BuildRequest {
  /** Also checks whether the API server accepts the CRDs, after each build. */
  readonly withCheck?: boolean;
}

/** The state of a bundle after a change. */
export interface WatchedBundle {
  /** The channels that were built. Unset if there are errors; then the output is unchanged. */
  readonly channels?: readonly ChannelSummary[];
  /** Set if the CRDs were also checked. */
  readonly checked?: true;
  readonly diagnostics: readonly Diagnostic[];
  /** The files to which the diagnostics refer. */
  readonly sources: readonly SourceText[];
}

/** Editors can write a file in several steps. In milliseconds. */
const SETTLING_TIME = 15;

/** Builds a bundle, and again after each change, until the caller stops. Yields the state after each build. */
export async function* watchBundle(request: WatchRequest, context: Context): AsyncGenerator<WatchedBundle> {
  const project = resolve(context.cwd, request.project);
  const parsed: ParsedSources = new Map();
  for (;;) {
    // Before the build reads the files, so no change is missed.
    const watched = await watchSources(project);
    try {
      const built = await buildBundle(request, context, parsed);
      const state = built.ok ? { ...built.value, diagnostics: built.value.warnings } : built;
      yield state;
      if (built.ok && request.withCheck) yield { ...state, ...(await checkProject(request, context)), checked: true };
      for (const directory of directoriesOfPackages(state.sources)) await watched.watch(join(project, directory));
      await watched.changed;
    } finally {
      watched.close();
    }
    await setTimeout(SETTLING_TIME);
  }
}

/** Watches the files of the project itself. Its directory also contains those that builds write. */
async function watchSources(project: string): Promise<WatchedDirectories> {
  const watched = new WatchedDirectories();
  await watched.watch(project, (name) => name === APIS || name === PACKAGE_FILE);
  await watched.watchAll(join(project, APIS));
  return watched;
}

/** Returns the directories of imported modules, relative to the project. */
function directoriesOfPackages(sources: readonly SourceText[]): ReadonlySet<string> {
  const modules = sources.map(({ path }) => path).filter((path) => path.endsWith(".ts") && !isOwnSource(path));
  return new Set(modules.map((path) => dirname(path)));
}

async function checkProject({ project, strict }: WatchRequest, context: Context) {
  const checked = await checkCrds({ project, ...(strict && { strict }) }, context);
  return checked.ok ? checked.value : checked;
}
