import { basename, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import type { InitRequest } from "../app/init/init-project.js";
import {
  defaultName,
  newChannelsProblem,
  newGroupProblem,
  newKindProblem,
  newNameProblem,
} from "../core/config/new-project.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { failure } from "../core/result.js";
import { printCreated } from "../report/created-project.js";
import { RESULT_FORMATS, type ResultFormat } from "../report/format.js";
import { printVersionedJson } from "../report/versioned-json.js";
import { type Define, formatOption, nonEmpty } from "./command-line.js";
import { printDiagnostics } from "./failure.js";
import type { Ask, ExitCode, Terminal } from "./terminal.js";

/** Parts of the request that users did not pass as options. */
export type InitOptions = Partial<InitRequest> & { readonly project: string; readonly format: ResultFormat };

export const define: Define = (command, run) => {
  command
    .argument("[dir]", "directory of the new project", nonEmpty, ".")
    .option("--group <group>", "API group, a domain name that you control, such as example.dev", valid(newGroupProblem))
    .option("--kind <kind>", "first kind, such as Widget", valid(newKindProblem))
    .option("--name <name>", "name of the bundle (default: that of the directory)", valid(newNameProblem))
    .addOption(
      new Option(
        "--channels <channels>",
        `channels of the group, joined by commas (default: ${CHANNELS.join()})`,
      ).argParser((value) => channelsIn(valid(channelsProblem)(value))),
    )
    .addOption(formatOption("output format", RESULT_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action((project: string, options: Omit<InitOptions, "project">) =>
      run((terminal) => initCommand({ ...options, project }, terminal)),
    );
};

/** Returns the problem of an answer, in words that follow its name. */
type Check = (answer: string) => string | undefined;

/** Returns a parser of options that rejects invalid values. */
function valid(check: Check): (value: string) => string {
  return (value) => {
    const problem = check(value);
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
    return value;
  };
}

function channelsProblem(list: string): string | undefined {
  const unknown = list.split(",").some((name) => !CHANNELS.some((channel) => channel === name.trim()));
  return newChannelsProblem(unknown ? [] : channelsIn(list));
}

function channelsIn(list: string): readonly Channel[] {
  const names = list.split(",").map((name) => name.trim());
  return CHANNELS.filter((channel) => names.includes(channel));
}

/** Runs `crd-bundle init`. On a terminal, asks for what the options do not state. */
export async function initCommand({ format, ...options }: InitOptions, terminal: Terminal): Promise<ExitCode> {
  const { dialog } = terminal;
  const request =
    requestIn(options) ?? (format === "text" && dialog ? await dialog(asking(options, terminal)) : undefined);
  if (!request) return printDiagnostics(failure(incomplete(options)), terminal, format);
  const { initProject } = await import("../app/init/init-project.js");
  const created = await initProject(request, terminal);
  if (!created.ok) return printDiagnostics(created, terminal, format);
  if (format === "json") terminal.out(printVersionedJson({ ...created.value, diagnostics: [] }));
  if (format === "text") terminal.out(printCreated(created.value));
  return 0;
}

type Answers = Omit<InitOptions, "format">;

/** Returns the request, if the options state everything that has no default. */
function requestIn({ group, kind, ...others }: Answers): InitRequest | undefined {
  return group === undefined || kind === undefined ? undefined : { ...others, group, kind };
}

function incomplete({ group, kind }: Answers): Diagnostic {
  const missing = [...(group === undefined ? ["--group"] : []), ...(kind === undefined ? ["--kind"] : [])];
  return diagnose("usage-invalid", {
    problem: `specify ${missing.join(" and ")}, or answer the questions on a terminal`,
  });
}

/** Returns a dialog about everything that the options do not state. It ends early if the input ends. */
function asking(options: Answers, { cwd, err }: Terminal): (ask: Ask) => Promise<InitRequest | undefined> {
  return async (ask) => {
    const answer = answers(ask, err);
    const group = options.group ?? (await answer("API group, such as example.dev", newGroupProblem));
    if (group === undefined) return undefined;
    const kind = options.kind ?? (await answer("Kind, such as Widget", newKindProblem));
    if (kind === undefined) return undefined;
    const usual = defaultName(basename(resolve(cwd, options.project)), kind);
    const name = options.name ?? (await answer("Name of the bundle", newNameProblem, usual));
    if (name === undefined) return undefined;
    const list = options.channels?.join() ?? (await answer("Channels", channelsProblem, CHANNELS.join()));
    return list === undefined ? undefined : { ...options, group, kind, name, channels: channelsIn(list) };
  };
}

/** Returns a function that repeats a question until the answer is valid. An empty answer selects the default. */
function answers(ask: Ask, err: Terminal["err"]) {
  return async (question: string, check: Check, byDefault = ""): Promise<string | undefined> => {
    for (;;) {
      const line = await ask(`${question}${byDefault && ` (${byDefault})`}: `);
      if (line === undefined) return undefined;
      const answer = line.trim() || byDefault;
      const problem = check(answer);
      if (problem === undefined) return answer;
      err(`It ${problem}.\n`);
    }
  };
}

const EXAMPLES = `
Examples:
  $ crd-bundle init                                            ask for everything, in the current directory
  $ crd-bundle init widgets --group example.dev --kind Widget  create a project in the directory widgets
  $ crd-bundle init --group example.dev --kind Widget --channels experimental`;
