import { posix, resolve } from "node:path";
import type { PlacedJudgement } from "../app/judge-changes.js";
import type { ChangeFormat } from "../core/model/change.js";
import type { Location } from "../core/model/location.js";
import type { Judgement } from "../core/model/policy.js";
import { pathFrom } from "../core/path-from.js";
import type { Style } from "../report/style.js";
import { printJudgement } from "../report/verdict.js";
import type { Terminal } from "./terminal.js";

/** Options for printing a judgement. */
export interface JudgementFormat {
  readonly project: string;
  readonly format: ChangeFormat;
  readonly wording?: boolean;
}

/** Returns a judgement as text. Paths in it are relative to the current directory. */
export function judgementInWords(
  { judgement, sources }: PlacedJudgement,
  { project, format, wording = false }: JudgementFormat,
  { cwd }: Terminal,
  style: Style,
): string {
  const base = pathFrom(cwd, resolve(cwd, project));
  const texts = sources.map((source) => ({ ...source, path: posix.join(base, source.path) }));
  return printJudgement({ ...relocated(judgement, base), wording }, format, texts, style);
}

function relocated(judgement: Judgement, base: string): Judgement {
  const move = (location: Location) => ({ ...location, file: posix.join(base, location.file) });
  const findings = judgement.verdict.findings.map((finding) =>
    finding.location ? { ...finding, location: move(finding.location) } : finding,
  );
  return { ...judgement, verdict: { ...judgement.verdict, findings } };
}
