import type { PlannedInstall, PlanRequest } from "../../app/cluster/plan.js";
import { printPlan } from "../../report/cluster.js";
import { type Define, formatOption } from "../command-line.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { FORMATS, type Formatted, printResult, withInstallation } from "./options.js";

export const define: Define = (command, run) => {
  withInstallation(command)
    .option("--against <path>", "file or directory with CRDs and objects in place of a cluster, or -")
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: PlanRequest & Formatted) => run((terminal) => planCommand(options, terminal)));
};

/** Runs `crd-bundle cluster plan`. Returns 0 if there is no reason not to install. */
export async function planCommand(
  { format, ...request }: PlanRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { planClusterInstall } = await import("../../app/cluster/plan.js");
  return printResult(
    await planClusterInstall(request, terminal),
    { format, terminal },
    {
      text: ({ plan, lifted }: PlannedInstall) => printPlan(plan, { lifted }),
      json: ({ plan, lifted }) => ({ plan, lifted }),
    },
  );
}

const EXAMPLES = `
Examples:
  $ crd-bundle cluster plan --bundle standard-install.yaml
  $ crd-bundle cluster plan --bundle v1.6.1 --channel experimental
  $ kubectl get crd -o json > crds.json
  $ crd-bundle cluster plan --bundle v1.6.1 --against crds.json   without a cluster`;
