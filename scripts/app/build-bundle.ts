/** Builds the bundle of a project, and writes it or compares it with the files on disk. */
import { asErrors } from "../core/diagnostics/levels.js";
import { hasErrors } from "../core/model/diagnostic.js";
import { failure, type Result, success } from "../core/result.js";
import type { ParsedSources } from "../language/read/index.js";
import type { BuildRequest, BuiltBundle } from "./build-request.js";
import type { Context } from "./context.js";
import { recallBuild } from "./last-build.js";

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
