/** The CRDs of a build in memory, with the places of their parts in TypeScript. */
import { placesInTags } from "../../core/code-place.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { SourceText } from "../../core/model/location.js";
import { placeInSources } from "../../language/places/crd.js";
import { type Analysis, printedCrds } from "../build.js";
import type { Subject, Subjects } from "./subject.js";

/**
 * Returns the CRDs of both channels, because an acceptance can be needed in either one. If the sources have errors,
 * there are none.
 */
export function builtSubjects(analysis: Analysis, bundle: Bundle, sources: readonly SourceText[]): Subjects {
  const { found, crds: printed } = printedCrds(analysis, bundle);
  const placeInTag = placesInTags(sources);
  const subjects = printed.flatMap(({ channel, crds, model }) =>
    crds.map(
      (crd): Subject => ({
        crd,
        channel,
        placeOf: (path, part) => {
          const place = placeInSources(model, crd.metadata.name, path);
          return part && part !== "key" && place ? placeInTag(place, part) : place;
        },
      }),
    ),
  );
  return { subjects, found, acceptances: analysis.acceptances, levels: bundle.levels };
}
