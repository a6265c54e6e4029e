import type { Diagnostic } from "./model/diagnostic.js";
import type { SourceText } from "./model/location.js";

/** Value, or all diagnostics that explain why there is none. Only bugs are thrown as exceptions. */
export type Result<T, F extends Failure = Failure> = Success<T> | F;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  /** Files that contain the locations of the diagnostics. */
  readonly sources: readonly SourceText[];
}

export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function failure(diagnostics: Diagnostic | readonly Diagnostic[], sources: readonly SourceText[] = []): Failure {
  return { ok: false, diagnostics: isList(diagnostics) ? diagnostics : [diagnostics], sources };
}

/** Returns the failure that consists of several failures. A file that several of them name is named once. */
export function combinedFailure(results: readonly Result<unknown>[]): Failure {
  const failures = results.flatMap((result) => (result.ok ? [] : [result]));
  const sources = new Map(failures.flatMap((each) => each.sources.map((source) => [source.path, source])));
  return failure(
    failures.flatMap((each) => each.diagnostics),
    [...sources.values()],
  );
}

/** Returns the diagnostics of several results. */
export function diagnosticsIn(results: readonly Result<unknown>[]): Diagnostic[] {
  return results.flatMap((result) => (result.ok ? [] : result.diagnostics));
}

function isList(diagnostics: Diagnostic | readonly Diagnostic[]): diagnostics is readonly Diagnostic[] {
  return Array.isArray(diagnostics);
}

/**
 * Value, or a problem that a diagnostic quotes. The parser of a part knows neither the code nor the location; its
 * caller does, and returns a `Result`.
 */
export type Reading<T> = { readonly value: T } | Unreadable;

export interface Unreadable {
  readonly problem: string;
}
