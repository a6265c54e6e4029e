/** Builds the CRDs to check from the sources of a project. */
import { resolve } from "node:path";
import { placesInTags } from "../../core/code-place.js";
import { withLevels } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import { type Acceptance, type Diagnostic, hasErrors } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { failure, type Result, success } from "../../core/result.js";
import { placeInSources } from "../../language/places/crd.js";
import { analyse, printedCrds } from "../build.js";
import type { Context } from "../context.js";
import { readProject } from "../project.js";
import type { Subject } from "./subject.js";

/** The CRDs that a project builds, and the diagnostics of its build. */
export interface ProjectSubjects {
  readonly subjects: readonly Subject[];
  readonly bundle: Bundle;
  /** The diagnostics of the build, without levels. All of them are advice. */
  readonly found: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
  readonly sources: readonly SourceText[];
}

/** Builds the CRDs of both channels in memory. Fails with the diagnostics of the build if there are errors. */
export async function projectSubjects(
  { project: named }: { readonly project: string },
  context: Context,
): Promise<Result<ProjectSubjects>> {
  const project = resolve(context.cwd, named);
  const read = await readProject(project, undefined, named);
  if (!read.ok) return read;
  const { bundle, sources } = read.value;
  const analysis = analyse({ sources, bundle, progress: context.progress });
  const { found, crds: printed } = printedCrds(analysis, bundle);
  const { acceptances } = analysis;
  const diagnostics = withLevels(found, { acceptances, levels: bundle.levels });
  if (hasErrors(diagnostics)) return failure(diagnostics, sources);
  const placeInTag = placesInTags(sources);
  const subjects = printed.flatMap(({ channel, crds, model }) =>
    crds.map(
      (crd): Subject => ({
        crd,
        channel,
        placeOf: (path, range) => {
          const place = placeInSources(model, crd.metadata.name, path);
          return range && place ? placeInTag(place, range) : place;
        },
      }),
    ),
  );
  return success({ subjects, bundle, found, acceptances, sources });
}
