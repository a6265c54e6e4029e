/** Gives diagnostics their levels. */
import { type Acceptance, type Diagnostic, inSourceOrder, type Levels } from "../model/diagnostic.js";
import { isOwnSource } from "../project-layout.js";
import { ADVICE_CODES, CATALOG, defaultLevel, isAdvice, isCode } from "./catalog/index.js";
import { diagnose } from "./diagnose.js";

/** Turns all advice off, for a build of released sources, which nobody can change. */
export const NO_ADVICE: Levels = new Map(ADVICE_CODES.map((code) => [code, "off"]));

/** Returns true if there is nothing but advice, so the bundle can be printed. */
export function isSound(found: readonly Diagnostic[]): boolean {
  return found.every(({ code }) => isAdvice(code));
}

/** Returns the diagnostics with every warning as an error. */
export function asErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ level: _, ...diagnostic }) => diagnostic);
}

/** The decisions of the author about advice. */
export interface Advice {
  readonly acceptances: readonly Acceptance[];
  /** The levels from the settings. Advice without a level has its default level. */
  readonly levels?: Levels | undefined;
  /** The command that found the diagnostics, if it also reports those that a build does not find. */
  readonly command?: "check";
}

/**
 * Returns the diagnostics to report, in source order: errors, and advice that is neither accepted nor off. Acceptances
 * apply before levels, so an acceptance of a diagnostic that is off is not unneeded. Unneeded acceptances are reported
 * only if there are no errors, and for codes that the command reports. Otherwise, a check may not have run.
 */
export function withLevels(
  found: readonly Diagnostic[],
  { acceptances, levels = new Map(), command }: Advice,
): Diagnostic[] {
  // Only the authors of a package can remove an acceptance from it, and other bundles can need it.
  const judged = acceptances.filter(({ code, location }) => isReportedBy(command, code) && isOwnSource(location.file));
  const unneeded = isSound(found) ? unneededIn(judged, found) : { reports: [], final: [] };
  const open = [...found, ...unneeded.reports].filter((each) => !acceptances.some((one) => accepts(one, each)));
  return inSourceOrder([...open, ...unneeded.final].flatMap((diagnostic) => withLevel(diagnostic, levels)));
}

/** Reports whether a command can find advice. If it is unset, it is a build. */
export function isReportedBy(command: Advice["command"], code: string): boolean {
  const { onlyIn } = (isCode(code) ? CATALOG[code] : {}) as { readonly onlyIn?: "check" };
  return onlyIn === undefined || onlyIn === command;
}

const UNNEEDED = "accept-unneeded";

/**
 * Reports acceptances that accept nothing. These reports can be accepted too, by an acceptance of `accept-unneeded`. A
 * report about such an acceptance is final. Otherwise, it would accept the report about itself.
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

/** Returns a diagnostic with its level, or nothing if the level is off. If it is not advice, it is an error. */
function withLevel(diagnostic: Diagnostic, levels: Levels): Diagnostic[] {
  const level = isAdvice(diagnostic.code) ? (levels.get(diagnostic.code) ?? defaultLevel(diagnostic.code)) : "error";
  if (level === "off") return [];
  return [level === "warning" ? { ...diagnostic, level } : diagnostic];
}
