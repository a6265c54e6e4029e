import type { Location } from "./location.js";

/**
 * Problem that a user can fix, as data. The catalog contains its message by code. A diagnostic without a location
 * concerns the whole run.
 */
export interface Diagnostic {
  readonly code: string;
  readonly location?: Location;
  readonly args: DiagnosticArgs;
  /** Set for a warning, which does not make a run fail; unset for an error. */
  readonly level?: "warning";
  /** Set if the problem is in a manifest that did not come from the sources of the project. */
  readonly subject?: "manifest";
}

/** The levels that advice can have. */
export const LEVELS = ["error", "warning", "off"] as const;
export type Level = (typeof LEVELS)[number];

/** Levels of advice, by code. Advice without an entry is a warning. */
export type Levels = ReadonlyMap<string, Level>;

/** An `@accept` tag, with which the author declines advice in one place. */
export interface Acceptance {
  readonly code: string;
  readonly reason: string;
  /** The place of the tag. */
  readonly location: Location;
  /** The place of the declaration with the tag, including its comment. */
  readonly scope: Location;
}

/** Returns the diagnostics that make a run fail. */
export function errorsAmong(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ level }) => level === undefined);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return errorsAmong(diagnostics).length > 0;
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
