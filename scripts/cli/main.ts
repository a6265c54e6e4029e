/** The command line: runs the command that the arguments name, and sets the exit code. */
import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { parseArgs } from "node:util";
import { Command, CommanderError } from "commander";
import type { TypeChecker } from "../app/context.js";
import { processContext } from "../app/process-context.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { failure, type Result } from "../core/result.js";
import { FORMATS, type Format } from "../report/format.js";
import { MARKED, printable, toTerminal } from "../report/printable.js";
import { remarkInWords } from "../report/remark.js";
import type { Run } from "./command-line.js";
import { COMMANDS, type CommandEntry, GROUPS } from "./commands.js";
import type { printDiagnostics } from "./failure.js";
import { groupPrinter } from "./group-printer.js";
import type { Ask, ExitCode, Output, Terminal } from "./terminal.js";
import { TypeCheckerThread } from "./type-checker.js";

const USAGE = 2;
const BUG = 3;

/** Runs one command line. `version` is the version of the tool, `templates` the directory of its templates. */
export async function main(argv: readonly string[], version: string, templates: string): Promise<void> {
  const streams = realStreams();
  const typeChecker = new TypeCheckerThread();
  process.exitCode = BUG; // if the process ends without an answer
  try {
    const terminal = terminalOn(streams, templates, typeChecker);
    process.exitCode = terminal.ok
      ? await run(argv, version, terminal.value)
      : await printLate(terminal, streams, formatIn(argv));
  } catch (error) {
    streams.err(`This is a bug in crd-bundle ${version}. Please report it with the command and this output:\n\n`);
    streams.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = BUG;
  } finally {
    typeChecker.close();
  }
}

async function run(argv: readonly string[], version: string, terminal: Terminal): Promise<number> {
  let exitCode: ExitCode = 0;
  const format = formatIn(argv);
  // Programs read the usage error as a diagnostic instead.
  const writeErr = format === "text" ? terminal.err : () => {};
  const program = await createProgram(argv, version, { ...terminal, err: writeErr }, async (command) => {
    exitCode = await command(terminal);
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    return format === "text" ? USAGE : printLate(failure(usageProblem(error)), terminal, format);
  }
}

/** Prints diagnostics like `printDiagnostics`, whose words `--help` need not load. */
async function printLate(...args: Parameters<typeof printDiagnostics>): Promise<ExitCode> {
  return (await import("./failure.js")).printDiagnostics(...args);
}

/** Returns the format that the arguments name. Reads them before commander does, which can reject any of them. */
function formatIn(argv: readonly string[]): Format {
  const options = { format: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...argv], options, strict: false });
  return FORMATS.find((format) => format === values.format) ?? "text";
}

/** Returns the diagnostic for an error of commander, whose messages have a prefix, line breaks and a period. */
function usageProblem({ message }: CommanderError): Diagnostic {
  const problem = message
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
  return diagnose("usage-invalid", { problem });
}

/** Returns the program with all commands. Only the command that the arguments name is loaded, or all in its group. */
async function createProgram(argv: readonly string[], version: string, terminal: Terminal, run: Run): Promise<Command> {
  const terms = new Map<Command, string>(); // for the help, so it needs no command
  const program = new Command("crd-bundle")
    .description("build bundles of Kubernetes CRDs from TypeScript types, in two release channels")
    .version(version, "--version", "print the version of crd-bundle")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .configureHelp({ subcommandTerm: (command) => terms.get(command) ?? command.name() })
    .showHelpAfterError(helpAdvice("crd-bundle"));
  program.addHelpText("after", EXIT_CODES);
  const asked = askedCommands(argv);
  for (const entry of COMMANDS) {
    const [name = "", inGroup] = entry.name.split(" ");
    const command = inGroup === undefined ? program.command(name) : groupIn(program, name).command(inGroup);
    command.description(entry.description).showHelpAfterError(helpAdvice(`crd-bundle ${entry.name}`));
    terms.set(command, [command.name(), "[options]", ...(entry.args ? [entry.args] : [])].join(" "));
    if (asked.includes(entry)) (await entry.load()).define(command, run);
  }
  return program;
}

/** Returns the command of a group, which the first command in it adds. */
function groupIn(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known) return known;
  const { description = "", examples = "" } = GROUPS[name] ?? {};
  return program.command(name).description(description).helpCommand(false).addHelpText("after", examples);
}

/** Returns the commands that arguments name: one of them, or those of a group. Without a name, none. */
function askedCommands([name = "", inGroup]: readonly string[]): readonly CommandEntry[] {
  const exact = COMMANDS.filter((entry) => entry.name === name || entry.name === `${name} ${inGroup}`);
  return exact.length > 0 ? exact : COMMANDS.filter((entry) => entry.name.startsWith(`${name} `));
}

function helpAdvice(command: string): string {
  return `Run ${command} --help for a list of ${command.includes(" ") ? "arguments" : "commands"} and options.`;
}

const EXIT_CODES = `
Exit codes:
  0  success
  1  diagnostics or findings
  2  wrong usage or configuration
  3  a bug in crd-bundle

crd-bundle keeps CRDs of earlier releases and results of builds in your cache directory. To disable this, set
CRD_BUNDLE_NO_CACHE=1.`;

type Streams = Output & { readonly line: ProgressLine };

function realStreams(): Streams {
  const line = new ProgressLine(process.stderr);
  const writeTo = (stream: NodeJS.WriteStream) => {
    stream.on("error", (error: NodeJS.ErrnoException) => failedToWrite(stream, error));
    return (text: string) => {
      line.clear();
      stream.write(toTerminal(text, usesColor(stream)));
    };
  };
  const out = writeTo(process.stdout);
  const data = (text: string) => {
    if (process.stdout.isTTY) return out(text);
    line.clear();
    process.stdout.write(text);
  };
  return { line, outStyle: MARKED, errStyle: MARKED, out, data, err: writeTo(process.stderr) };
}

function terminalOn({ line, ...streams }: Streams, templates: string, typeChecker: TypeChecker): Result<Terminal> {
  const context = processContext({
    templates,
    typeChecker,
    groupPrinter,
    progress: (what) => line.show(printable(what)),
    remark: (remark) => streams.err(remarkInWords(remark)),
  });
  if (!context.ok) return context;
  const isInteractive = process.stderr.isTTY && isatty(0); // creating process.stdin takes milliseconds
  return { ok: true, value: { ...context.value, ...streams, ...(isInteractive && { dialog }) } };
}

/** Holds a dialog on standard error, because standard output is for results. */
async function dialog<T>(hold: (ask: Ask) => Promise<T>): Promise<T> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on("SIGINT", () => lines.close());
  const answers = lines[Symbol.asyncIterator](); // keeps lines that arrive before their question
  try {
    return await hold(async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const answer = await answers.next();
      if (!answer.done) return answer.value;
      process.stderr.write("\n"); // ends the line of the question
      return undefined;
    });
  } finally {
    lines.close();
  }
}

/**
 * Makes the command fail if its output cannot be written, as on a full disk. A closed pipe is not a failure, because
 * programs such as `head` stop reading early.
 */
function failedToWrite(stream: NodeJS.WriteStream, { code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  process.once("exit", () => {
    process.exitCode = USAGE;
  });
  if (stream === process.stdout) process.stderr.write(`error cannot write to standard output: ${message}\n`);
}

/** A progress line on a terminal with control codes. It appears after one second, so fast commands print none. */
class ProgressLine {
  readonly #start = Date.now();
  #shown = false;

  constructor(readonly stream: NodeJS.WriteStream) {}

  show(what: string): void {
    if (!usesColor(this.stream) || Date.now() - this.#start < 1000) return;
    if (!this.#shown) process.once("exit", () => this.clear());
    this.#shown = true;
    this.stream.write(`\r\x1b[K${what}…`);
  }

  clear(): void {
    if (this.#shown) this.stream.write("\r\x1b[K");
    this.#shown = false;
  }
}

/** Returns whether to use color: only on a terminal, and not if NO_COLOR is set (no-color.org). */
function usesColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}
