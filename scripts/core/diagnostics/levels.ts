/** Gives diagnostics their levels. */
import { type Acceptance, type Diagnostic, inSourceOrder, type Levels } from "../model/diagnostic.js";
import { ADVICE_CODES, isAdvice } from "./catalog/index.js";
import { diagnose } from "./diagnose.js";

/** All advice off: for a build whose sources have been released and cannot be changed. */
export const NO_ADVICE: Levels = new Map(ADVICE_CODES.map((code) => [code, "off"]));

/** Diagnostics of which each warning is an error. */
export function asErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ level: _, ...diagnostic }) => diagnostic);
}

/** All that is known about advice besides the diagnostics. */
export interface Advice {
  readonly acceptances: readonly Acceptance[];
  /** As in the settings; advice that is not in it is a warning. */
  readonly levels?: Levels | undefined;
}

/**
 * The diagnostics to report, in source order: errors, and advice that is neither accepted nor off. Acceptances count
 * before levels, so one is needed even if its code is off. They are reported as unneeded only if there are no errors:
 * otherwise a check may not have run.
 */
export function withLevels(found: readonly Diagnostic[], { acceptances, levels = new Map() }: Advice): Diagnostic[] {
  const isSound = found.every(({ code }) => isAdvice(code));
  const unneeded = isSound ? unneededIn(acceptances, found) : { reports: [], final: [] };
  const open = [...found, ...unneeded.reports].filter((each) => !acceptances.some((one) => accepts(one, each)));
  return inSourceOrder([...open, ...unneeded.final].flatMap((diagnostic) => withLevel(diagnostic, levels)));
}

const UNNEEDED = "accept-unneeded";

/**
 * Reports on acceptances that accept nothing. Such a report can be accepted as well; one on an acceptance of reports is
 * final, since it would otherwise accept the report on itself.
 */
function unneededIn(acceptances: readonly Acceptance[], found: readonly Diagnostic[]) {
  const reportsOn = (some: readonly Acceptance[], diagnostics: readonly Diagnostic[]) =>
    some
      .filter((acceptance) => !diagnostics.some((diagnostic) => accepts(acceptance, diagnostic)))
      .map(({ code, location }) => diagnose(UNNEEDED, { code }, location));
  const isOfReports = ({ code }: Acceptance) => code === UNNEEDED;
  const reports = reportsOn(
    acceptances.filter((acceptance) => !isOfReports(acceptance)),
    found,
  );
  return { reports, final: reportsOn(acceptances.filter(isOfReports), reports) };
}

function accepts({ code, scope }: Acceptance, diagnostic: Diagnostic): boolean {
  const { location } = diagnostic;
  if (!isAdvice(code) || diagnostic.code !== code || location?.file !== scope.file) return false;
  return location.start >= scope.start && location.end <= scope.end;
}

/** A diagnostic with its level; nothing if that is off. What is not advice is an error. */
function withLevel(diagnostic: Diagnostic, levels: Levels): Diagnostic[] {
  const level = isAdvice(diagnostic.code) ? (levels.get(diagnostic.code) ?? "warning") : "error";
  if (level === "off") return [];
  return [level === "warning" ? { ...diagnostic, level } : diagnostic];
}
