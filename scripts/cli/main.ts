/** The command line: arguments → command → exit code. The only user of the process. */
import { homedir } from "node:os";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { diagnose } from "../core/diagnostics/diagnose.js";
import { CHANGE_FORMATS } from "../core/model/change.js";
import { CHANNELS } from "../core/model/channel.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { BUMPS, PROFILES } from "../core/model/policy.js";
import { Cache, cacheFolder } from "../host/cache.js";
import { readPiped } from "../host/sources.js";
import { processStart } from "../host/writer.js";
import { MARKED, printable, toTerminal } from "../report/printable.js";
import { exitCodeFor, FORMATS, report } from "../report/report.js";
import type { BuildOptions } from "./build.js";
import type { DiffCommandOptions } from "./diff.js";
import type { GraduationCommandOptions } from "./graduation.js";
import type { PolicyCommandOptions } from "./policy.js";
import type { ReleaseOptions } from "./release.js";
import type { ExitCode, Terminal } from "./terminal.js";
import type { VerifyOptions } from "./verify.js";

const USAGE = 2;
const BUG = 3;

/** Runs one command line. `version` is the tool's, `templates` the folder of its templates. */
export async function main(argv: readonly string[], version: string, templates: string): Promise<void> {
  const terminal = realTerminal();
  const untimely = timeProblem(process.env.SOURCE_DATE_EPOCH);
  if (untimely) {
    terminal.err(report([untimely], "text", [], terminal.errStyle));
    process.exitCode = USAGE;
    return;
  }
  try {
    process.exitCode = await run(argv, version, templates, terminal);
  } catch (error) {
    process.exitCode = await reportError(error, version, terminal);
  }
}

/** What the disk, git or the input is to blame for is a diagnostic; anything else is a bug. */
async function reportError(error: unknown, version: string, terminal: Terminal): Promise<number> {
  const { failureOf, sourcesOf } = await import("../app/failure.js");
  try {
    const failure = failureOf(error, terminal.cwd);
    terminal.err(report([failure], "text", sourcesOf(error), terminal.errStyle));
    return exitCodeFor([failure]);
  } catch {
    terminal.err(`This is a bug in crd-bundle ${version}. Please report it with what you ran and this:\n\n`);
    terminal.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    return BUG;
  }
}

async function run(argv: readonly string[], version: string, templates: string, terminal: Terminal) {
  let exitCode: ExitCode = 0;
  const program = createProgram(version, templates, terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE;
  }
}

function createProgram(
  version: string,
  templates: string,
  terminal: Terminal,
  done: (code: ExitCode) => void,
): Command {
  const program = new Command("crd-bundle")
    .description("Builds bundles of Kubernetes CustomResourceDefinitions from TypeScript, in two release channels.")
    .version(version, "--version", "print the version of the tool")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError("Run crd-bundle --help for what there is.");
  program.addHelpText("after", EXIT_CODES);
  addBuild(program, templates, terminal, done);
  addDiff(program, templates, terminal, done);
  addPolicy(program, templates, terminal, done);
  addGraduation(program, templates, terminal, done);
  addRelease(program, templates, terminal, done);
  addVerify(program, templates, terminal, done);
  addExplain(program, terminal, done);
  return program;
}

function addBuild(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("build")
    .description("build the CRDs of both channels from apis/ and write them to dist/")
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .option("--out <dir>", "where the bundle goes (default: dist in the project)", nonEmpty)
    .addOption(new Option("--channel <channel>", "only the files of one channel").choices(CHANNELS))
    .option("--bundle-version <version>", "the version to stamp (default: that of the project's package.json)")
    .option("--check", "write nothing; exit 1 and name each file that is not what the sources make")
    .addOption(new Option("--format <format>", "how to print what is wrong").choices(FORMATS).default("text"))
    .addHelpText("after", BUILD_EXAMPLES)
    .action(async (options: BuildOptions) => {
      const { buildCommand } = await import("./build.js");
      done(await buildCommand(options, templates, terminal));
    });
}

function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("A folder is expected.");
  return value;
}

function addDiff(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("diff")
    .description("say what changed between two states of a bundle")
    .argument("[from]", "a tag, a commit, a folder with a bundle or a CRD file (default: the last release)")
    .argument("[to]", "the same (default: the working tree)")
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .option("--wording", "list changes of descriptions and messages too")
    .addOption(new Option("--format <format>", "how to print").choices(CHANGE_FORMATS).default("text"))
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (from: string | undefined, to: string | undefined, options: DiffCommandOptions) => {
      const { diffCommand } = await import("./diff.js");
      done(await diffCommand(from, to, options, templates, terminal));
    });
}

function addPolicy(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("policy")
    .description("judge what changed against the versioning policy: the lowest release that may have it")
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .addOption(new Option("--bump <bump>", "the release to judge for").choices(BUMPS))
    .option("--from <state>", "tag, commit, folder, CRD file or - to judge from (default: the last release)")
    .option(
      "--to <version|state>",
      "without --from, the version to judge the working tree for; with --from, the state to judge (default: the working tree)",
    )
    .option("--wording", "list changes of descriptions and messages too")
    .addOption(new Option("--profile <profile>", "the policy").choices(PROFILES).default("channels"))
    .addOption(new Option("--format <format>", "how to print").choices(CHANGE_FORMATS).default("text"))
    .addHelpText("after", POLICY_EXAMPLES)
    .action(async (options: PolicyCommandOptions, command: Command) => {
      if (options.bump !== undefined && options.from === undefined && options.to !== undefined) {
        command.error("error: option '--bump' cannot be used with option '--to <version>'");
      }
      const { policyCommand } = await import("./policy.js");
      done(await policyCommand(options, templates, terminal));
    });
}

function addGraduation(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("graduation")
    .description(
      "list what is experimental: since when, how long unchanged, and what it lacks for the standard channel",
    )
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .addOption(new Option("--profile <profile>", "the policy").choices(PROFILES).default("channels"))
    .addOption(new Option("--format <format>", "how to print").choices(["text", "markdown", "json"]).default("text"))
    .addHelpText("after", GRADUATION_EXAMPLES)
    .action(async (options: GraduationCommandOptions) => {
      const { graduationCommand } = await import("./graduation.js");
      done(await graduationCommand(options, templates, terminal));
    });
}

function addRelease(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("release")
    .description("make a release: check, build, commit, tag and make what consumers get; or say all that is in its way")
    .argument(
      "[version]",
      "patch, minor, major, a version, or auto: the next patch on release-X.Y, elsewhere a minor, or a major if need be",
    )
    .option("--preid <word>", "make a candidate for that version: rc gives 1.7.0-rc.1, then 1.7.0-rc.2")
    .addOption(
      new Option(
        "--snapshot",
        "the experimental channel alone, tagged with the day of the last commit, on no branch",
      ).conflicts("preid"),
    )
    .option("--dry-run", "print the plan, and change nothing")
    .option("--sign", "sign the commit and the tag (default: what git is set up to sign)")
    .option("--no-sign", "sign neither the commit nor the tag")
    .addOption(
      new Option("--branch <name>", "put the commit on a new branch, for a pull request; tag it with --tag").conflicts(
        "snapshot",
      ),
    )
    .addOption(
      new Option("--tag", "tag the release that a pull request brought, and make its assets").conflicts([
        "branch",
        "snapshot",
        "preid",
      ]),
    )
    .addOption(
      new Option("--undo", "take back a release that was not pushed: tag, commit and assets").conflicts([
        "tag",
        "branch",
        "snapshot",
        "preid",
        "push",
      ]),
    )
    .option("--push", "push the branch and the tag, both or none")
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .addOption(new Option("--profile <profile>", "the policy").choices(PROFILES).default("channels"))
    .addOption(new Option("--format <format>", "how to print the plan").choices(["text", "json"]).default("text"))
    .addHelpText("after", RELEASE_EXAMPLES)
    .action(async (to: string | undefined, options: ReleaseOptions, command: Command) => {
      if (to === undefined && !options.tag && !options.undo)
        command.error("error: missing required argument 'version'");
      const { releaseCommand } = await import("./release.js");
      done(await releaseCommand(to, options, templates, terminal));
    });
}

function addVerify(program: Command, templates: string, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("verify")
    .description("build a release again from its tag, and compare dist/ and the assets byte for byte")
    .argument("<release>", "a tag, or a folder with all assets of a release")
    .option("--write", "put the assets into release/<version>/ if they are not there")
    .option(
      "--expect <version>",
      "fail if it is another release (default for a folder: its name, if that is a version)",
    )
    .option("--project <dir>", "the folder that has apis/bundle.yaml", ".")
    .addOption(new Option("--format <format>", "how to print what is wrong").choices(FORMATS).default("text"))
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(async (what: string, options: VerifyOptions) => {
      const { verifyCommand } = await import("./verify.js");
      done(await verifyCommand(what, options, templates, terminal));
    });
}

function addExplain(program: Command, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command("explain")
    .description("print what a diagnostic means, why it matters and how to fix it")
    .argument("[code]", "the code, as it stands in brackets behind the message; without it, all codes are listed")
    .addHelpText("after", EXPLAIN_EXAMPLES)
    .action(async (code: string | undefined) => {
      const { explainCommand } = await import("./explain.js");
      done(explainCommand(code, terminal));
    });
}

const EXIT_CODES = `
Exit codes:
  0  clean
  1  findings: something in the sources or the output is wrong
  2  wrong usage or configuration
  3  a bug in crd-bundle

What is read of releases is kept in the cache folder of the user. CRD_BUNDLE_NO_CACHE=1 turns that off.`;

const BUILD_EXAMPLES = `
Examples:
  $ crd-bundle build                                       build apis/ into dist/
  $ crd-bundle build --check                               is dist/ what apis/ makes?
  $ crd-bundle build --project ../widgets --out ../crds     another project, another place
  $ crd-bundle build --channel experimental --bundle-version 1.7.0-rc.1
  $ crd-bundle build --check --format github               annotations in a workflow`;

const DIFF_EXAMPLES = `
Examples:
  $ crd-bundle diff                        what changed since the last release?
  $ crd-bundle diff v1.5.0 v1.6.0 --format markdown
  $ crd-bundle diff old/ dist/ --wording   two folders, descriptions and all
  $ crd-bundle diff - dist/ < crds.yaml    what a cluster has against what is built`;

const POLICY_EXAMPLES = `
Examples:
  $ crd-bundle policy                      which release may have this?
  $ crd-bundle policy --bump patch         may a patch have it?
  $ crd-bundle policy --to 1.7.0 --format github
  $ crd-bundle policy --from v1.5.0        may the working tree follow v1.5.0?
  $ crd-bundle policy --from v1.5.0 --to v1.6.0
  $ crd-bundle policy --from - --to dist < crds.yaml`;

const GRADUATION_EXAMPLES = `
Examples:
  $ crd-bundle graduation
  $ crd-bundle graduation --format markdown > docs/graduation.md`;

const RELEASE_EXAMPLES = `
Examples:
  $ crd-bundle release auto --dry-run      what would the next release be?
  $ crd-bundle release minor --preid rc    a candidate: 1.7.0-rc.1
  $ crd-bundle release minor --push        the release, pushed
  $ crd-bundle release patch               from its branch, release-1.7
  $ crd-bundle release minor --branch prepare-1.7.0 --push    for a pull request
  $ crd-bundle release --tag --push        once it is merged, on the branch that has it
  $ crd-bundle release --undo              take back what was not pushed
  $ crd-bundle release auto --snapshot     1.7.0-snapshot.20261101, for who wants to try it`;

const VERIFY_EXAMPLES = `
Examples:
  $ crd-bundle verify v1.7.0
  $ crd-bundle verify v1.7.0 --write       and put its assets into release/1.7.0/
  $ crd-bundle verify ~/Downloads/1.7.0    are these the assets of the release?
  $ crd-bundle verify assets/ --expect v1.7.0`;

const EXPLAIN_EXAMPLES = `
Examples:
  $ crd-bundle explain tag-unknown
  $ crd-bundle explain`;

function realTerminal(): Terminal {
  const line = new ProgressLine(process.stderr);
  const writeTo = (stream: NodeJS.WriteStream) => {
    stream.on("error", (error: NodeJS.ErrnoException) => failedToWrite(stream, error));
    return (text: string) => {
      line.clear();
      stream.write(toTerminal(text, usesColour(stream)));
    };
  };
  return {
    cwd: process.cwd(),
    now: timeNow(process.env.SOURCE_DATE_EPOCH),
    self: { pid: process.pid, isRunning, startOf: processStart },
    cache: new Cache(cacheFolder({ env: process.env, platform: process.platform, home: homedir() })),
    outStyle: MARKED,
    errStyle: MARKED,
    out: writeTo(process.stdout),
    err: writeTo(process.stderr),
    progress: (what) => line.show(printable(what)),
    readInput: () => readPiped(process.stdin),
  };
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

/** In seconds since 1970; a build that shall come out the same again is told it. Source: reproducible-builds.org. */
function timeNow(told: string | undefined): number {
  return told ? Number(told) : Math.floor(Date.now() / 1000);
}

/** What is wrong with the time that a build is told. The specification asks for a failure, and not for the clock. */
function timeProblem(told: string | undefined): Diagnostic | undefined {
  return !told || /^\d{1,12}$/.test(told) ? undefined : diagnose("time-invalid", { value: told });
}

/** Colour on a terminal only, and not where NO_COLOR is set (no-color.org). */
function usesColour(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

/** Whether there is a process with this number, whoever runs it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
