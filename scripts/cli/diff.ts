import { InvalidArgumentError, Option } from "commander";
import type { CompareRequest } from "../app/compare-states.js";
import {
  ALARMING_CLASSES,
  type AlarmingClass,
  CHANGE_FORMATS,
  type Change,
  type ChangeClass,
  type ChangeFormat,
  isAlarming,
  isAtLeast,
} from "../core/model/change.js";
import { NOTHING_COMPARED, printChanges } from "../report/changes.js";
import { NO_RELEASE } from "../report/remark.js";
import { writeBaselineTo } from "./baseline.js";
import { BREAKING, type Define, formatOption, onlyOption, projectOption } from "./command-line.js";
import { basePath, diagnosticFormat, printFailure, printWarnings } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface DiffCommandOptions extends Pick<CompareRequest, "project" | "baseline"> {
  readonly wording?: boolean;
  /** Fail if there is a change of this class, or of one that follows it in `ALARMING_CLASSES`. */
  readonly failOn?: AlarmingClass;
  /** Path to which a baseline is written. */
  readonly writeBaseline?: string;
  readonly only?: readonly ChangeClass[];
  readonly expand?: boolean;
  readonly format: ChangeFormat;
}

export const define: Define = (command, run) => {
  command
    .argument(
      "[from]",
      "directory, CRD file, Helm chart, Git tag, commit, path in a commit such as v1.5.0:config/crd, or - for " +
        "standard input (default: the last release)",
    )
    .argument("[to]", "state to compare with, in the same form (default: the working tree)")
    .addOption(projectOption())
    .option("--wording", "include changes of descriptions and messages")
    .addOption(failOnOption())
    .option("--baseline <file>", "accept the changes in this file: mark them, and ignore them in --fail-on")
    .option("--write-baseline <file>", "write a baseline with all breaks, tightenings and unknown changes")
    .addOption(onlyOption())
    .option("--expand", "list all places of each change, and all changes of embedded types of Kubernetes")
    .addOption(formatOption("output format", CHANGE_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((from: string | undefined, to: string | undefined, options: DiffCommandOptions) =>
      run((terminal) => diffCommand(from, to, options, terminal)),
    );
};

function failOnOption(): Option {
  const description = "exit with 1 if there is a change of this class or of one after it in the list";
  const option = new Option("--fail-on <class>", description).choices(ALARMING_CLASSES);
  return option.argParser((name: string) => {
    const found = ALARMING_CLASSES.find((known) => known === name);
    if (found) return found;
    const hint = name === BREAKING ? " To fail only for breaks, specify break; for all three classes, unknown." : "";
    throw new InvalidArgumentError(`Allowed choices are ${ALARMING_CLASSES.join(", ")}.${hint}`);
  });
}

/** Runs `crd-bundle diff`. Returns 0 even if there are changes, unless the user asks to fail on their class. */
export async function diffCommand(
  from: string | undefined,
  to: string | undefined,
  {
    project,
    baseline,
    writeBaseline: target,
    format,
    failOn,
    wording = false,
    only,
    expand = false,
  }: DiffCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { compareStates } = await import("../app/compare-states.js");
  const compared = await compareStates({ project, from, to, baseline, isGate: failOn !== undefined }, terminal);
  if (!compared.ok) return printFailure(compared, project, terminal, diagnosticFormat(format));
  if (!compared.value) terminal.err(NO_RELEASE);
  const isWording = wording || only?.includes("wording") === true;
  const shown = { ...(compared.value ?? NOTHING_COMPARED), wording: isWording, ...(only && { only }), expand };
  terminal.out(printChanges(shown, format, terminal.outStyle, basePath(project, terminal)));
  if (compared.value) printWarnings(compared.value, project, terminal);
  if (target !== undefined && compared.value) {
    const alarming = { ...compared.value, changes: compared.value.changes.filter(isAlarming) };
    const failed = await writeBaselineTo(target, alarming, terminal);
    if (failed !== undefined) return failed;
  }
  return failOn !== undefined && shown.changes.some((change) => fails(change, failOn)) ? 1 : 0;
}

/** Reports whether a change makes the command fail. */
function fails(change: Change, failOn: AlarmingClass): boolean {
  return isAtLeast(change, failOn) && !change.isAccepted;
}

const EXAMPLES = `
Examples:
  $ crd-bundle diff                        list the changes since the last release
  $ crd-bundle diff v1.5.0 v1.6.0 --format markdown
  $ crd-bundle diff old/ dist/ --only breaking
  $ crd-bundle diff old/ dist/ --wording   compare two directories, including descriptions
  $ crd-bundle diff v1.5.0:config/crd/bases config/crd/bases --fail-on tightening
  $ crd-bundle diff v1.5.0:crds crds --fail-on break --baseline accepted.yaml
  $ crd-bundle diff - dist/ < crds.yaml    compare the CRDs of a cluster with the built CRDs`;
