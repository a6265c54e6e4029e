/** Builds the bundle of a project again after each change of its sources. */
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { APIS, PACKAGE_FILE } from "../core/project-layout.js";
import { success } from "../core/result.js";
import { WatchedDirectories } from "../host/watched-directories.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import { attempt } from "./attempt.js";
import { buildProject } from "./build-project.js";
import type { BuildRequest } from "./build-request.js";
import { checkCrds } from "./check/check-crds.js";
import type { Context } from "./context.js";
import { packagePaths } from "./package-paths.js";
import { fulfill } from "./request.js";

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
  const asked = await fulfill(request, context, async () => success(resolve(context.cwd, request.project)));
  if (!asked.ok) return yield asked;
  const project = asked.value;
  const parsed: ParsedSources = new Map();
  for (;;) {
    const watched = new WatchedDirectories();
    try {
      // Before the build reads the files, so no change is missed.
      const watching = await attempt(context, async () => success(await watchSources(watched, project)));
      if (!watching.ok) return yield watching;
      const built = await buildProject(request, context, parsed);
      const state = built.ok ? { ...built.value, diagnostics: built.value.warnings } : built;
      yield state;
      if (built.ok && request.withCheck) yield { ...state, ...(await checkProject(request, context)), checked: true };
      await watchPackages(watched, project, state.sources);
      await watched.changed;
    } finally {
      watched.close();
    }
    await setTimeout(SETTLING_TIME);
  }
}

/** Watches the files of the project itself. Its directory also contains those that builds write. */
async function watchSources(watched: WatchedDirectories, project: string): Promise<void> {
  await watched.watch(project, (name) => name === APIS || name === PACKAGE_FILE);
  await watched.watchAll(join(project, APIS));
}

/** Watches the modules that the sources import, and the places where they are searched. */
async function watchPackages(
  watched: WatchedDirectories,
  project: string,
  sources: readonly SourceText[],
): Promise<void> {
  const modules = sources.map(({ path }) => path).filter((path) => path.endsWith(".ts"));
  for (const path of packagePaths(project, modules)) await watched.watch(path);
}

async function checkProject({ project, strict }: WatchRequest, context: Context) {
  const checked = await checkCrds({ project, ...(strict && { strict }) }, context);
  return checked.ok ? checked.value : checked;
}
