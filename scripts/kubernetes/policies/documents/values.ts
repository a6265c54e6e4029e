/** Checks that several fields need. */

import { pathInWords } from "../../../core/shape.js";
import { alternatives } from "../../../core/words/alternatives.js";
import { type DocumentProblem, invalid, type Path } from "../problem.js";

/** Returns a problem if a field has no value. Go cannot tell an empty string or list from an omitted one. */
export function requiredProblem(value: string | readonly unknown[] | undefined, path: Path): DocumentProblem[] {
  return value === undefined || value.length === 0 ? [invalid(path, `${pathInWords(path)} is required`)] : [];
}

/** Returns a problem if a field has a value other than the given ones. An omitted field has none. */
export function valueProblem(value: string | undefined, allowed: readonly string[], path: Path): DocumentProblem[] {
  if (value === undefined || allowed.includes(value)) return [];
  return [invalid(path, `${pathInWords(path)} must be ${alternatives(allowed)}, not ${JSON.stringify(value)}`)];
}

/** Returns the problem that a check finds in a value. */
export function checkedProblem(
  value: string,
  problemOf: (value: string) => string | undefined,
  path: Path,
): DocumentProblem[] {
  const cause = problemOf(value);
  return cause === undefined ? [] : [invalid(path, `${pathInWords(path)} ${cause}`)];
}

/** Returns a problem for each value that the list has before. */
export function duplicateProblems(
  values: readonly (string | undefined)[],
  pathOf: (index: number) => Path,
): DocumentProblem[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (value === undefined || !seen.has(value)) {
      if (value !== undefined) seen.add(value);
      return [];
    }
    const path = pathOf(index);
    return [invalid(path, `${pathInWords(path)} has the value ${JSON.stringify(value)} of another item`)];
  });
}

/** Checks a name that is a segment of a URL. Source: k8s.io/apimachinery, pkg/api/validate/content/path.go. */
export function segmentProblem(name: string): string | undefined {
  const isSegment = name !== "." && name !== ".." && !/[/%]/.test(name);
  return isSegment ? undefined : "must not be '.' or '..', and must not contain '/' or '%'";
}
