import type { Location } from "./location.js";

/**
 * Problem that a user can fix, as data. The catalog contains its message by code. A diagnostic without a location
 * concerns the whole run.
 */
export interface Diagnostic {
  readonly code: string;
  readonly location?: Location;
  readonly args: DiagnosticArgs;
}

export type DiagnosticArgs = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Sorts diagnostics by file, place, code and arguments, and removes duplicates. The order is total, so it is the same
 * in every run.
 */
export function inSourceOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byKey = new Map(diagnostics.map((diagnostic) => [JSON.stringify(sortable(diagnostic)), diagnostic]));
  return [...byKey.values()].sort(compareDiagnostics);
}

function sortable(diagnostic: Diagnostic) {
  const { location, code, args } = diagnostic;
  return [location?.file ?? "", location?.start ?? 0, location?.end ?? 0, code, Object.entries(args).sort()];
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareStrings(a.location?.file ?? "", b.location?.file ?? "") ||
    (a.location?.start ?? 0) - (b.location?.start ?? 0) ||
    (a.location?.end ?? 0) - (b.location?.end ?? 0) ||
    compareStrings(a.code, b.code) ||
    compareStrings(JSON.stringify(sortable(a)), JSON.stringify(sortable(b)))
  );
}

/** Compares strings by code units, which gives the same order in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
