/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { asErrors } from "../core/diagnostics/levels.js";
import type { Channel } from "../core/model/channel.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import { type Diagnostic, hasErrors } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import { failure, type Result, success } from "../core/result.js";
import type { ParsedSources } from "../language/read/index.js";
import type { Context } from "./context.js";
import { recallBuild } from "./last-build.js";

export interface BuildRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** The output directory, relative to the working directory; `dist` in the project if unset. */
  readonly out?: string;
  /** If set, only the files of this channel are written or compared. */
  readonly channel?: Channel;
  /** The bundle version; the one in the project's package.json if unset. */
  readonly bundleVersion?: string;
  /** Writes nothing, and reports each file that is out of date. */
  readonly check?: boolean;
  /** Reports warnings as errors. A build with warnings then fails and writes nothing. */
  readonly strict?: boolean;
}

/** The result of a build, or of a check that found the output up to date. */
export interface BuiltBundle {
  readonly channels: readonly ChannelSummary[];
  /** The advice that is neither accepted nor off. */
  readonly warnings: readonly Diagnostic[];
  /** The files to which the warnings refer. */
  readonly sources: readonly SourceText[];
}

/**
 * Builds a bundle and writes it. If that fails, the output is unchanged. `parsed` contains the parsed sources of earlier
 * builds, and gets those of this one. The rest of the tool is loaded only if something changed since the last build.
 */
export async function buildBundle(
  request: BuildRequest,
  context: Context,
  parsed?: ParsedSources,
): Promise<Result<BuiltBundle>> {
  const last = recallBuild(request, context);
  if (last && !request.strict) return success(last);
  if (last) {
    const diagnostics = asErrors(last.warnings);
    return hasErrors(diagnostics) ? failure(diagnostics, last.sources) : success(last);
  }
  context.typeChecker?.start();
  const { buildProject } = await import("./build-project.js");
  return buildProject(request, context, parsed);
}
