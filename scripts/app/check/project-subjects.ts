/** Builds the CRDs to check from the sources of a project. */
import { resolve } from "node:path";
import { withLevels } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import { hasErrors } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { failure, type Result, success } from "../../core/result.js";
import { analyseProject } from "../analyse-project.js";
import type { Context } from "../context.js";
import { readProject } from "../project.js";
import { builtSubjects } from "./built-subjects.js";
import type { Subjects } from "./subject.js";

/** The CRDs that a project builds. All diagnostics of its build are advice. */
export interface ProjectSubjects extends Subjects {
  readonly bundle: Bundle;
  readonly sources: readonly SourceText[];
}

/** Builds the CRDs of both channels in memory. Fails with the diagnostics of the build if there are errors. */
export async function projectSubjects(
  { project: named }: { readonly project: string },
  context: Context,
): Promise<Result<ProjectSubjects>> {
  const project = resolve(context.cwd, named);
  const read = await readProject(project, { named });
  if (!read.ok) return read;
  const { bundle, sources, files } = read.value;
  const analysis = await analyseProject(project, read.value, context);
  const built = builtSubjects(analysis, bundle, sources);
  const diagnostics = withLevels(built.found, built);
  return hasErrors(diagnostics) ? failure(diagnostics, files) : success({ ...built, bundle, sources: files });
}
