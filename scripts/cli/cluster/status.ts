import type { FoundStatus, StatusRequest } from "../../app/cluster/status.js";
import { printStatus } from "../../report/cluster.js";
import { requirementAsJson } from "../../report/requirements.js";
import { type Define, formatOption } from "../command-line.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { consumersOption, FORMATS, type Formatted, printResult, withBundle } from "./options.js";

export const define: Define = (command, run) => {
  withBundle(command)
    .addOption(consumersOption())
    .addOption(formatOption("output format", FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((options: StatusRequest & Formatted) => run((terminal) => statusCommand(options, terminal)));
};

/** Runs `crd-bundle cluster status`. Returns 0 if each installed bundle is whole. */
export async function statusCommand(
  { format, ...request }: StatusRequest & Formatted,
  terminal: Terminal,
): Promise<ExitCode> {
  const { clusterStatus } = await import("../../app/cluster/status.js");
  return printResult(
    await clusterStatus(request, terminal),
    { format, terminal },
    {
      text: (status: FoundStatus) => printStatus(status),
      json: ({ bundles, requirements }) => ({ bundles, requirements: requirements.map(requirementAsJson) }),
    },
  );
}

const EXAMPLES = `
Examples:
  $ crd-bundle cluster status
  $ crd-bundle cluster status --context production --format json
  $ crd-bundle cluster status --bundle standard-install.yaml   compare with a release`;
