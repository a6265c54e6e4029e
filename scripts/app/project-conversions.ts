/** Reads the definitions of a project. No types are needed for this, and so no TypeScript compiler. */
import { readConversions } from "../core/config/conversions.js";
import { Latest } from "../core/latest.js";
import type { Conversion } from "../core/model/conversion.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import { once } from "../core/once.js";
import { CONVERSIONS_FILE } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import { readInput } from "../host/sources.js";
import { patternProblems } from "../kubernetes/conversion/patterns.js";
import { type EarlierRun, valueIn } from "./earlier-run.js";

/** The definitions of a project, and the file with them, if there is one. */
export interface ProjectConversions {
  readonly definitions: readonly Placed<Conversion>[];
  readonly files: readonly SourceText[];
}

/**
 * Reads the definitions of a project, or returns the diagnostics of all their mistakes. If the file did not change since an
 * earlier run, its definitions are those of that run.
 */
export async function readProjectConversions(
  project: string,
  earlier?: EarlierRun["conversions"],
): Promise<Result<ProjectConversions>> {
  const { files, diagnostics } = await readInput(project, CONVERSIONS_FILE);
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const kept = valueIn(earlier, files[0]);
  if (kept) return success({ definitions: withPlaces(kept, files), files });
  const read = LAST.of(files[0]?.text, () => readWithPatterns(files[0]));
  return read.ok ? success({ definitions: read.value, files }) : failure(read.diagnostics, files);
}

/** While a bundle is watched or edited, the file is read again and again, and rarely changes. */
const LAST = new Latest<Result<readonly Placed<Conversion>[]>>();

function readWithPatterns(file: SourceText | undefined): Result<readonly Placed<Conversion>[]> {
  const read = readConversions(file);
  const wrongPatterns = read.ok ? read.value.flatMap(patternProblems) : [];
  return wrongPatterns.length > 0 ? failure(wrongPatterns) : read;
}

/** Returns definitions with functions that find their parts. Few runs call these, so they read the file when called. */
function withPlaces(definitions: readonly Conversion[], files: readonly SourceText[]): Placed<Conversion>[] {
  const read = once(() => {
    const again = readConversions(files[0]);
    return again.ok ? again.value : [];
  });
  return definitions.map((definition, index) => {
    return { ...definition, placeOf: (...at) => (read()[index] as Placed<Conversion>).placeOf(...at) };
  });
}
