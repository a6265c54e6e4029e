import type { Diagnostic } from "./model/diagnostic.js";
import type { SourceText } from "./model/location.js";

/** A value, or all that is wrong and keeps it from being there. Bugs and nothing else are thrown. */
export type Result<T, F extends Failure = Failure> = Success<T> | F;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the diagnostics point into. */
  readonly sources: readonly SourceText[];
}

export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function failure(diagnostics: Diagnostic | readonly Diagnostic[], sources: readonly SourceText[] = []): Failure {
  return { ok: false, diagnostics: isList(diagnostics) ? diagnostics : [diagnostics], sources };
}

/** All that is wrong in several results. */
export function diagnosticsIn(results: readonly Result<unknown>[]): Diagnostic[] {
  return results.flatMap((result) => (result.ok ? [] : result.diagnostics));
}

function isList(diagnostics: Diagnostic | readonly Diagnostic[]): diagnostics is readonly Diagnostic[] {
  return Array.isArray(diagnostics);
}

/**
 * A value, or words for the diagnostic that quotes them: the parser of a part knows neither the code nor the place. What
 * knows both gives a `Result`.
 */
export type Reading<T> = { readonly value: T } | Unreadable;

export interface Unreadable {
  readonly problem: string;
}
