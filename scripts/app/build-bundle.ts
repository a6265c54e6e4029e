/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { asErrors } from "../core/diagnostics/levels.js";
import { failure, type Result, success } from "../core/result.js";
import type { BuildRequest, BuiltBundle } from "./build-request.js";
import type { Context } from "./context.js";
import { recallBuild } from "./last-build.js";

/**
 * Builds a bundle and writes it. If that fails, the output is unchanged. The rest of the tool is loaded only if
 * something changed since the last build.
 */
export async function buildBundle(request: BuildRequest, context: Context): Promise<Result<BuiltBundle>> {
  const last = recallBuild(request, context);
  if (last) {
    const isFailed = request.strict === true && last.warnings.length > 0;
    return isFailed ? failure(asErrors(last.warnings), last.sources) : success(last);
  }
  const { buildProject } = await import("./build-project.js");
  return buildProject(request, context);
}
