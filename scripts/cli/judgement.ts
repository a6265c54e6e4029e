import { posix } from "node:path";
import type { PlacedJudgement } from "../app/judge-changes.js";
import type { Refusal } from "../app/release/plan-request.js";
import type { ChangeFormat } from "../core/model/change.js";
import type { Location, SourceText } from "../core/model/location.js";
import type { Judgement } from "../core/model/policy.js";
import type { ResultFormat } from "../report/format.js";
import { diagnosticsAsJson, exitCodeFor } from "../report/report.js";
import type { Style } from "../report/style.js";
import { judgementAsJson, printJudgement } from "../report/verdict.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { basePath, printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** Options for printing a judgement. */
export interface JudgementFormat {
  readonly project: string;
  readonly format: ChangeFormat;
  readonly wording?: boolean;
  readonly expand?: boolean;
}

/** Returns a judgement as text. Paths in it are relative to the current directory. */
export function judgementInWords(
  placed: PlacedJudgement,
  { project, format, wording = false, expand = false }: JudgementFormat,
  terminal: Terminal,
  style: Style,
): string {
  const base = basePath(project, terminal);
  const { judgement, sources } = relocated(placed, base);
  return printJudgement({ ...judgement, wording, expand }, format, sources, style, base);
}

/** Prints why there is no release. The findings of the versioning policy come first, because they are the reasons. */
export function printRefusal(refusal: Refusal, project: string, terminal: Terminal, format: ResultFormat): ExitCode {
  const { judgement } = refusal;
  if (!judgement) return printFailure(refusal, project, terminal, format);
  if (format === "json") return printRefusalAsJson(refusal, judgement, basePath(project, terminal), terminal);
  const { out, err, outStyle, errStyle } = terminal;
  if (format === "github") out(judgementInWords(judgement, { project, format }, terminal, outStyle));
  else err(`${judgementInWords(judgement, { project, format }, terminal, errStyle)}\n`);
  return printFailure(refusal, project, terminal, format);
}

function printRefusalAsJson(
  { diagnostics, sources }: Refusal,
  placed: PlacedJudgement,
  base: string,
  terminal: Terminal,
): ExitCode {
  const judged = relocated(placed, base);
  const { verdict } = judgementAsJson(judged.judgement, judged.sources);
  terminal.out(printVersionedJson({ diagnostics: diagnosticsAsJson(diagnostics, sources, base), verdict }));
  return exitCodeFor(diagnostics);
}

/** Returns a judgement and its sources with paths that start with `base`. */
function relocated({ judgement, sources }: PlacedJudgement, base: string): RelocatedJudgement {
  const move = (location: Location) => ({ ...location, file: posix.join(base, location.file) });
  const findings = judgement.verdict.findings.map((finding) =>
    finding.location ? { ...finding, location: move(finding.location) } : finding,
  );
  return {
    judgement: { ...judgement, verdict: { ...judgement.verdict, findings } },
    sources: sources.map((source) => ({ ...source, path: posix.join(base, source.path) })),
  };
}

interface RelocatedJudgement {
  readonly judgement: Judgement;
  readonly sources: readonly SourceText[];
}
