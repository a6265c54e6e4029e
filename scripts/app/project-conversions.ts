/** Reads the definitions of a project. No types are needed for this, and so no TypeScript compiler. */
import { readConversions } from "../core/config/conversions.js";
import type { Conversion } from "../core/model/conversion.js";
import type { SourceText } from "../core/model/location.js";
import type { Placed } from "../core/model/policy.js";
import { CONVERSIONS_FILE } from "../core/project-layout.js";
import { failure, type Result, success } from "../core/result.js";
import { readInput } from "../host/sources.js";
import { patternProblems } from "../kubernetes/conversion/patterns.js";

/** The definitions of a project, and the file with them, if there is one. */
export interface ProjectConversions {
  readonly definitions: readonly Placed<Conversion>[];
  readonly files: readonly SourceText[];
}

/** Reads the definitions of a project, or returns the diagnostics of all their mistakes. */
export async function readProjectConversions(project: string): Promise<Result<ProjectConversions>> {
  const { files, diagnostics } = await readInput(project, CONVERSIONS_FILE);
  if (diagnostics.length > 0) return failure(diagnostics, files);
  const read = readConversions(files[0]);
  if (!read.ok) return failure(read.diagnostics, files);
  const wrongPatterns = read.value.flatMap(patternProblems);
  return wrongPatterns.length > 0 ? failure(wrongPatterns, files) : success({ definitions: read.value, files });
}
