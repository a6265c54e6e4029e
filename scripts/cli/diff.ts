import { Option } from "commander";
import type { CompareRequest } from "../app/compare-states.js";
import {
  ALARMING_CLASSES,
  type AlarmingClass,
  CHANGE_FORMATS,
  type ChangeClass,
  type ChangeFormat,
  isAtLeast,
} from "../core/model/change.js";
import { NOTHING_COMPARED, printChanges } from "../report/changes.js";
import { NO_RELEASE } from "../report/remark.js";
import { type Define, formatOption, onlyOption, projectOption } from "./command-line.js";
import { basePath, diagnosticFormat, printFailure } from "./failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface DiffCommandOptions extends Pick<CompareRequest, "project"> {
  readonly wording?: boolean;
  /** Fail if there is a change of this class, or of one that follows it in `ALARMING_CLASSES`. */
  readonly failOn?: AlarmingClass;
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
    .addOption(
      new Option(
        "--fail-on <class>",
        "exit with 1 if there is a change of this class or of one after it in the list",
      ).choices(ALARMING_CLASSES),
    )
    .addOption(onlyOption())
    .option("--expand", "list all places of each change, and all changes of embedded types of Kubernetes")
    .addOption(formatOption("output format", CHANGE_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((from: string | undefined, to: string | undefined, options: DiffCommandOptions) =>
      run((terminal) => diffCommand(from, to, options, terminal)),
    );
};

/** Runs `crd-bundle diff`. Returns 0 even if there are changes, unless the user asks to fail on their class. */
export async function diffCommand(
  from: string | undefined,
  to: string | undefined,
  { project, format, failOn, wording = false, only, expand = false }: DiffCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { compareStates } = await import("../app/compare-states.js");
  const compared = await compareStates({ project, from, to }, terminal);
  if (!compared.ok) return printFailure(compared, project, terminal, diagnosticFormat(format));
  if (!compared.value) terminal.err(NO_RELEASE);
  const isWording = wording || only?.includes("wording") === true;
  const shown = { ...(compared.value ?? NOTHING_COMPARED), wording: isWording, ...(only && { only }), expand };
  terminal.out(printChanges(shown, format, terminal.outStyle, basePath(project, terminal)));
  return failOn !== undefined && shown.changes.some((change) => isAtLeast(change, failOn)) ? 1 : 0;
}

const EXAMPLES = `
Examples:
  $ crd-bundle diff                        list the changes since the last release
  $ crd-bundle diff v1.5.0 v1.6.0 --format markdown
  $ crd-bundle diff old/ dist/ --only breaking
  $ crd-bundle diff old/ dist/ --wording   compare two directories, including descriptions
  $ crd-bundle diff v1.5.0:config/crd/bases config/crd/bases --fail-on tightening
  $ crd-bundle diff - dist/ < crds.yaml    compare the CRDs of a cluster with the built CRDs`;
