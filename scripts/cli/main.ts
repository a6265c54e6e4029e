/** The command line: arguments → command → exit code. */
import { Command, CommanderError } from "commander";
import { processContext } from "../app/process-context.js";
import type { Result } from "../core/result.js";
import { MARKED, printable, toTerminal } from "../report/printable.js";
import { remarkInWords } from "../report/remark.js";
import { exitCodeFor, report } from "../report/report.js";
import type { Run } from "./command-line.js";
import { COMMANDS } from "./commands.js";
import type { ExitCode, Terminal } from "./terminal.js";

const USAGE = 2;
const BUG = 3;

/** Runs one command line. `version` is the tool's, `templates` the directory of its templates. */
export async function main(argv: readonly string[], version: string, templates: string): Promise<void> {
  const streams = realStreams();
  try {
    const terminal = terminalOn(streams, templates);
    if (terminal.ok) process.exitCode = await run(argv, version, terminal.value);
    else {
      streams.err(report(terminal.diagnostics, "text", terminal.sources, streams.errStyle));
      process.exitCode = exitCodeFor(terminal.diagnostics);
    }
  } catch (error) {
    streams.err(`This is a bug in crd-bundle ${version}. Please report it with what you ran and this:\n\n`);
    streams.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = BUG;
  }
}

async function run(argv: readonly string[], version: string, terminal: Terminal): Promise<number> {
  let exitCode: ExitCode = 0;
  const program = await createProgram(argv, version, terminal, async (command) => {
    exitCode = await command(terminal);
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE;
  }
}

/** The program with all commands by name. If one is asked for, only that has its options; help lists those of all. */
async function createProgram(argv: readonly string[], version: string, terminal: Terminal, run: Run): Promise<Command> {
  const program = new Command("crd-bundle")
    .description("Builds bundles of Kubernetes CustomResourceDefinitions from TypeScript, in two release channels.")
    .version(version, "--version", "print the version of the tool")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError("Run crd-bundle --help for what there is.");
  program.addHelpText("after", EXIT_CODES);
  const asked = COMMANDS.find(({ name }) => name === argv[0]);
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.description);
    if (asked === undefined || entry === asked) (await entry.load()).define(command, run);
  }
  return program;
}

const EXIT_CODES = `
Exit codes:
  0  clean
  1  findings: something in the sources or the output is wrong
  2  wrong usage or configuration
  3  a bug in crd-bundle

What is read of releases is kept in the cache directory of the user. CRD_BUNDLE_NO_CACHE=1 turns that off.`;

type Streams = Pick<Terminal, "out" | "err" | "outStyle" | "errStyle"> & { readonly line: ProgressLine };

function realStreams(): Streams {
  const line = new ProgressLine(process.stderr);
  const writeTo = (stream: NodeJS.WriteStream) => {
    stream.on("error", (error: NodeJS.ErrnoException) => failedToWrite(stream, error));
    return (text: string) => {
      line.clear();
      stream.write(toTerminal(text, usesColour(stream)));
    };
  };
  return { line, outStyle: MARKED, errStyle: MARKED, out: writeTo(process.stdout), err: writeTo(process.stderr) };
}

function terminalOn({ line, ...streams }: Streams, templates: string): Result<Terminal> {
  const context = processContext({
    templates,
    progress: (what) => line.show(printable(what)),
    remark: (remark) => streams.err(remarkInWords(remark)),
  });
  return context.ok ? { ok: true, value: { ...context.value, ...streams } } : context;
}

/**
 * A full disk is said where that is possible, and no success. Programs that read a pipe may stop early, as `head` does:
 * that is no failure.
 */
function failedToWrite(stream: NodeJS.WriteStream, { code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  process.once("exit", () => {
    process.exitCode = USAGE;
  });
  if (stream === process.stdout) process.stderr.write(`error standard output cannot be written: ${message}\n`);
}

/** One line, on a terminal that knows control codes, that is written over and over, from the second second on; elsewhere nothing. */
class ProgressLine {
  readonly #start = Date.now();
  #shown = false;

  constructor(readonly stream: NodeJS.WriteStream) {}

  show(what: string): void {
    if (!usesColour(this.stream) || Date.now() - this.#start < 1000) return;
    if (!this.#shown) process.once("exit", () => this.clear());
    this.#shown = true;
    this.stream.write(`\r\x1b[K${what}…`);
  }

  clear(): void {
    if (this.#shown) this.stream.write("\r\x1b[K");
    this.#shown = false;
  }
}

/** Colour on a terminal only, and not where NO_COLOR is set (no-color.org). */
function usesColour(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}
