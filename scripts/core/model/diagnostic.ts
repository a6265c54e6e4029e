import type { Location } from "./location.js";

/**
 * Something that is wrong and that a user can fix, as data. The words are in the catalog, under the code.
 * Diagnostics without a location concern the run as a whole.
 */
export interface Diagnostic {
  readonly code: string;
  readonly location?: Location;
  readonly args: DiagnosticArgs;
  /** Set for a warning, which does not make a run fail; unset for an error. */
  readonly level?: "warning";
}

/** The levels that advice can have. */
export const LEVELS = ["error", "warning", "off"] as const;
export type Level = (typeof LEVELS)[number];

/** Levels of advice, by code. Advice that is not in it is a warning. */
export type Levels = ReadonlyMap<string, Level>;

/** An `@accept`: advice that the author declines in one place. */
export interface Acceptance {
  readonly code: string;
  readonly reason: string;
  /** The tag. */
  readonly location: Location;
  /** The declaration that the tag is on, with its comment. */
  readonly scope: Location;
}

/** The diagnostics that make a run fail. */
export function errorsAmong(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ level }) => level === undefined);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return errorsAmong(diagnostics).length > 0;
}

export type DiagnosticArgs = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Source order: by file, place, code and arguments. Total, so that no run lists them otherwise. Duplicates go. */
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

/** Code-unit order, which is the same in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
