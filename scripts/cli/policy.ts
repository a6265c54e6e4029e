import { Option } from "commander";
import type { JudgeRequest } from "../app/judge-changes.js";
import { CHANGE_FORMATS, type ChangeFormat } from "../core/model/change.js";
import { BUMPS, changesAbove, standsInTheWay } from "../core/model/policy.js";
import { NO_RELEASE } from "../report/remark.js";
import { printNothingJudged } from "../report/verdict.js";
import { writeBaselineTo } from "./baseline.js";
import { type Define, formatOption, profileOption, projectOption } from "./command-line.js";
import { diagnosticFormat, printFailure, printWarnings } from "./failure.js";
import { judgementInWords } from "./judgement.js";
import type { ExitCode, Terminal } from "./terminal.js";

export interface PolicyOptions extends JudgeRequest {
  /** Path to which a baseline is written. */
  readonly writeBaseline?: string;
  readonly wording?: boolean;
  readonly expand?: boolean;
  readonly format: ChangeFormat;
}

export const define: Define = (command, run) => {
  command
    .argument("[from]", "state to compare with, like --from")
    .argument("[to]", "state to check, like --to after --from")
    .addOption(projectOption())
    .addOption(new Option("--bump <bump>", "fail if the changes need a larger bump than this").choices(BUMPS))
    .option(
      "--from <state>",
      "state to compare with: directory, CRD file, Helm chart, Git tag, commit, path in a commit such as " +
        "v1.5.0:config/crd, or - for standard input (default: the last release)",
    )
    .option(
      "--to <version|state>",
      "version that may contain the changes or, with --from, the state to check (default: the working tree)",
    )
    .option("--baseline <file>", "accept the changes in this file: every release may contain them")
    .option(
      "--write-baseline <file>",
      "write a baseline with all changes that need a larger bump than --bump (default: minor)",
    )
    .option("--wording", "include changes of descriptions and messages")
    .option("--expand", "list all places of each finding, and all changes of embedded types of Kubernetes")
    .addOption(profileOption())
    .addOption(formatOption("output format", CHANGE_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((from: string | undefined, to: string | undefined, named: PolicyOptions) => {
      if (from !== undefined && (named.from ?? named.to) !== undefined) {
        command.error(
          "error: arguments cannot be used with the options '--from' and '--to'; to state the bump between two states, " +
            "use the option '--bump'",
        );
      }
      const options = { ...named, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      if (options.bump !== undefined && options.from === undefined && options.to !== undefined) {
        command.error("error: option '--bump' cannot be used with option '--to <version>'");
      }
      return run((terminal) => policyCommand(options, terminal));
    });
};

/** Runs `crd-bundle policy`. Returns 0 if the policy allows the release, 1 if not, and 2 for wrong usage. */
export async function policyCommand(
  { format, wording = false, expand = false, writeBaseline: target, ...request }: PolicyOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { judgeChanges } = await import("../app/judge-changes.js");
  const { project } = request;
  const judged = await judgeChanges(request, terminal);
  if (!judged.ok) return printFailure(judged, project, terminal, diagnosticFormat(format));
  if (!judged.value) {
    terminal.err(NO_RELEASE);
    terminal.out(printNothingJudged(format));
    return 0;
  }
  terminal.out(judgementInWords(judged.value, { project, format, wording, expand }, terminal, terminal.outStyle));
  printWarnings(judged.value, project, terminal);
  const { judgement } = judged.value;
  if (target !== undefined) {
    const failed = await writeBaselineTo(target, { ...judgement, changes: changesAbove(judgement) }, terminal);
    if (failed !== undefined) return failed;
  }
  const { verdict, bump } = judgement;
  return verdict.findings.some((finding) => standsInTheWay(finding, bump)) ? 1 : 0;
}

const EXAMPLES = `
Examples:
  $ crd-bundle policy                      report the smallest bump for the current changes
  $ crd-bundle policy --bump patch         fail if the changes need more than a patch release
  $ crd-bundle policy --to 1.7.0 --format github
  $ crd-bundle policy --from v1.5.0        compare the working tree with v1.5.0
  $ crd-bundle policy v1.5.0 v1.6.0        check the changes between two releases
  $ crd-bundle policy v1.5.0:config/crd/bases config/crd/bases
  $ crd-bundle policy v1.5.0:crds crds --bump minor --baseline accepted.yaml
  $ crd-bundle policy - dist < crds.yaml   compare the CRDs of a cluster with the built CRDs`;
