/** Tests of the command lines that each command accepts or rejects, and of its help. */
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../scripts/cli/commands.js";
import { explainCommand } from "../../scripts/cli/explain.js";
import { CHANGE_RULES } from "../../scripts/core/diagnostics/catalog/changes.js";
import { CODES } from "../../scripts/core/diagnostics/catalog/index.js";
import { toolVersion } from "../../scripts/host/tool.js";
import type { ResultFormat } from "../../scripts/report/format.js";
import { crdBundle } from "../support/command-line.js";
import { inTerminal } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";

const commands = suite("cli/commands");

interface Parsed {
  /** The arguments of the command. Unset if it did not run. */
  readonly given?: readonly unknown[];
  readonly printed: string;
}

/** Parses the arguments of a command without running it. */
async function parsed(line: string): Promise<Parsed> {
  const entry = COMMANDS.find((command) => `${line} `.startsWith(`${command.name} `));
  const name = entry?.name ?? "";
  const words = line.slice(name.length).trim().split(" ");
  const args = words.filter((word) => word !== "").map((word) => (word === "''" ? "" : word));
  let printed = "";
  let isRun: boolean = false;
  const write = (text: string) => {
    printed += text;
  };
  const command = new Command(name).description(entry?.description ?? "").exitOverride();
  command.configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: () => 100 });
  (await entry?.load())?.define(command, async () => {
    isRun = true;
  });
  try {
    await command.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return isRun ? { given: [...command.args, command.opts()], printed } : { printed };
}

commands("have help that a person can follow", async () => {
  for (const { name } of COMMANDS) {
    const { printed } = await parsed(`${name} --help`);
    matchesGolden(printed, join(ROOT, `tests/cli/help/${name.replace(" ", "-")}.txt`));
  }
});

commands("have the options and arguments that the list of commands states, which loads none of them", async () => {
  for (const { name, args = "", load } of COMMANDS) {
    const command = new Command(name);
    (await load()).define(command, async () => {});
    assert.is(command.usage(), `[options]${args && ` ${args}`}`, name);
  }
});

const PROJECT = { project: ".", format: "text" };

const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  build: [PROJECT],
  "build --project a --out b --channel standard --bundle-version 1.0.0 --check --format json": [
    { project: "a", out: "b", channel: "standard", bundleVersion: "1.0.0", check: true, format: "json" },
  ],
  "build --channel experimental --format github": [{ project: ".", channel: "experimental", format: "github" }],
  check: [PROJECT],
  "check --project a --costs --strict --kubernetes 1.34 --format json": [
    { project: "a", costs: true, strict: true, kubernetes: "1.34", format: "json" },
  ],
  "check --kubernetes 1.25": [{ ...PROJECT, kubernetes: "1.25" }],
  "check --kubernetes 1.37": [{ ...PROJECT, kubernetes: "1.37" }],
  "check --crds a - --old b c": [{ ...PROJECT, crds: ["a", "-"], old: ["b", "c"] }],
  diff: [PROJECT],
  "diff a": ["a", PROJECT],
  "diff a b --project c --wording --format markdown": ["a", "b", { project: "c", wording: true, format: "markdown" }],
  "diff - a --format json": ["-", "a", { ...PROJECT, format: "json" }],
  "diff a b --fail-on unknown": ["a", "b", { ...PROJECT, failOn: "unknown" }],
  "diff a b --baseline c --write-baseline d": ["a", "b", { ...PROJECT, baseline: "c", writeBaseline: "d" }],
  "diff --format github": [{ ...PROJECT, format: "github" }],
  "diff --expand --only addition --only breaking": [
    { ...PROJECT, expand: true, only: ["addition", "break", "tightening", "unknown"], format: "text" },
  ],
  policy: [PROJECT],
  "policy --bump patch": [{ ...PROJECT, bump: "patch" }],
  "policy --bump minor --from a": [{ ...PROJECT, bump: "minor", from: "a" }],
  "policy --bump major --from a --to b": [{ ...PROJECT, bump: "major", from: "a", to: "b" }],
  "policy --to 1.0.0 --wording --profile guideline": [{ ...PROJECT, to: "1.0.0", wording: true, profile: "guideline" }],
  "policy a": ["a", PROJECT],
  "policy a b --baseline c --write-baseline d": ["a", "b", { ...PROJECT, baseline: "c", writeBaseline: "d" }],
  "policy a b --bump minor --profile own.yaml": ["a", "b", { ...PROJECT, bump: "minor", profile: "own.yaml" }],
  "policy --format github": [{ ...PROJECT, format: "github" }],
  requires: [PROJECT],
  "requires a - --bundle v1.0.0 --project b --format json": [
    "a",
    "-",
    { project: "b", bundle: "v1.0.0", format: "json" },
  ],
  graduation: [PROJECT],
  "graduation --format markdown --profile guideline --project a": [
    { project: "a", format: "markdown", profile: "guideline" },
  ],
  "graduation --format json": [{ ...PROJECT, format: "json" }],
  "release minor": ["minor", PROJECT],
  "release 1.7.0 --preid rc --dry-run --sign --push": [
    "1.7.0",
    { ...PROJECT, preid: "rc", dryRun: true, sign: true, push: true },
  ],
  "release auto --snapshot --no-sign --format json": [
    "auto",
    { ...PROJECT, snapshot: true, sign: false, format: "json" },
  ],
  "release minor --branch a --preid rc --push": ["minor", { ...PROJECT, branch: "a", preid: "rc", push: true }],
  "release --tag --push": [{ ...PROJECT, tag: true, push: true }],
  "release --undo --dry-run": [{ ...PROJECT, undo: true, dryRun: true }],
  "verify v1.0.0": ["v1.0.0", PROJECT],
  "verify a --write --expect 1.0.0 --project b --format github": [
    "a",
    { project: "b", format: "github", write: true, expect: "1.0.0" },
  ],
  explain: [{ format: "text" }],
  "explain tag-unknown": ["tag-unknown", { format: "text" }],
};

for (const [line, given] of Object.entries(GIVEN)) {
  commands(`take what is typed: ${line}`, async () => {
    assert.equal(await parsed(line), { given, printed: "" });
  });
}

const choices = (option: string, value: string, ...allowed: readonly string[]) =>
  `error: option '${option}' argument '${value}' is invalid. Allowed choices are ${allowed.join(", ")}.\n`;
const conflict = (one: string, other: string) => `error: option '${one}' cannot be used with option '${other}'\n`;

const TWICE =
  "error: arguments cannot be used with the options '--from' and '--to'; to state the bump between two states, use " +
  "the option '--bump'\n";

const REJECTED: Readonly<Record<string, string>> = {
  "build --out ''": "error: option '--out <dir>' argument '' is invalid. Specify a directory.\n",
  "build --out": "error: option '--out <dir>' argument missing\n",
  "build --channel beta": choices("--channel <channel>", "beta", "standard", "experimental"),
  "build --format markdown": choices("--format <format>", "markdown", "text", "json", "github", "junit", "sarif"),
  "build --bump": "error: unknown option '--bump'\n",
  ...Object.fromEntries(
    ["v1.34", "1.34.1", "1.x", "1.5", "1.24", "1.38", "1.99"].map((version) => [
      `check --kubernetes ${version}`,
      `error: option '--kubernetes <version>' argument '${version}' is invalid. Specify a minor version from 1.25 to 1.37.\n`,
    ]),
  ),
  ...Object.fromEntries(
    ["github", "junit", "sarif"].map((format) => [
      `check --costs --format ${format}`,
      `error: option '--costs' cannot be used with option '--format ${format}'\n`,
    ]),
  ),
  "check --crds": "error: option '--crds <path...>' argument missing\n",
  "diff --fail-on addition": choices("--fail-on <class>", "addition", "unknown", "tightening", "break"),
  "diff --format xml": choices("--format <format>", "xml", "text", "markdown", "json", "github", "junit", "sarif"),
  "diff --only breaking,big":
    "error: option '--only <classes>' argument 'breaking,big' is invalid. \"big\" is not a class. Specify breaking or " +
    "classes of changes: wording, fix, loosening, addition, graduation, tightening, break, unknown.\n",
  "requires a --format markdown": choices("--format <format>", "markdown", "text", "json", "github"),
  "graduation --format junit": choices("--format <format>", "junit", "text", "markdown", "json", "github"),
  "release minor --format markdown": choices("--format <format>", "markdown", "text", "json", "github"),
  "explain --format markdown": choices("--format <format>", "markdown", "text", "json", "github"),
  "verify a --format markdown": choices("--format <format>", "markdown", "text", "json", "github", "junit", "sarif"),
  "policy --bump tiny": choices("--bump <bump>", "tiny", "patch", "minor", "major"),
  "policy a --from b": TWICE,
  "policy a --to 1.0.0": TWICE,
  "policy a b --to 1.0.0": TWICE,
  "policy --bump minor --to 1.0.0": conflict("--bump", "--to <version>"),
  verify: "error: missing required argument 'release'\n",
};

for (const [line, message] of Object.entries(REJECTED)) {
  commands(`reject what makes no sense: ${line}`, async () => {
    assert.equal(await parsed(line), { printed: message });
  });
}

commands("are listed by the program, which has a version and rejects all others", async () => {
  const [help, version, none, unknown, option] = await Promise.all(
    [["--help"], ["--version"], [], ["biuld"], ["build", "--bump"]].map((args) => crdBundle(args)),
  );
  assert.equal([help?.exitCode, help?.stderr], [0, ""]);
  matchesGolden(help?.stdout ?? "", join(ROOT, "tests/cli/help/crd-bundle.txt"));
  assert.equal(version, { exitCode: 0, stdout: `${toolVersion()}\n`, stderr: "" });
  assert.equal(none, { exitCode: 2, stdout: "", stderr: help?.stdout ?? "" });
  const after = "\nRun crd-bundle --help for a list of commands and options.\n";
  assert.equal(unknown, {
    exitCode: 2,
    stdout: "",
    stderr: `error: unknown command 'biuld'\n(Did you mean build?)${after}`,
  });
  const ofBuild = "\nRun crd-bundle build --help for a list of arguments and options.\n";
  assert.equal(option, { exitCode: 2, stdout: "", stderr: `error: unknown option '--bump'${ofBuild}` });
});

commands("explain a code or a rule, list all codes, and say what was meant", async () => {
  const explained = (code?: string, format: ResultFormat = "text") =>
    inTerminal(".", (terminal) => explainCommand(code, { format }, terminal));
  assert.equal(await explained(), { exit: 0, out: `${[...CODES, ...CHANGE_RULES].sort().join("\n")}\n`, err: "" });
  const { exit, out, err } = await explained("break/field-removed");
  assert.equal([exit, err, out.split("\n")[0]], [0, "", "break/field-removed"]);
  for (const [typed, hint] of [
    ["tag-unknwon", "; did you mean tag-unknown?"],
    ["break/field-remved", "; did you mean break/field-removed?"],
    ["nothing at all", ""],
  ] as const) {
    const { exit: failed, out: none, err: said } = await explained(typed);
    assert.equal([failed, none], [2, ""]);
    const [first, second] = said.split("\n");
    assert.is(first, `error "${typed}" is not a known code${hint} [code-unknown]`);
    assert.match(second ?? "", /To list all codes, run `crd-bundle explain`\.$/);
  }
  const ofClass = await explained("tightening");
  assert.equal([ofClass.exit, ofClass.out], [2, ""]);
  assert.match(ofClass.err, '"tightening" is a class of changes, and only the first part of a code [code-unknown]');
  assert.match(ofClass.err, "as in `tightening/values` or `tightening/rule`.");
  for (const name of ["tightening/rule", "status-differs"]) {
    const { out: text } = await explained(name);
    assert.match(text, "apis/waivers.yaml");
    assert.match(text, name === "status-differs" ? "`--profile`" : "`--baseline`");
  }
  for (const [code, count] of [
    ["tag-unknown", 1],
    [undefined, CODES.length + CHANGE_RULES.length],
  ] as const) {
    const { exit: done, out: json, err: nothing } = await explained(code, "json");
    assert.equal([done, nothing, JSON.parse(json).explanations.length], [0, "", count]);
    const github = await explained(code, "github");
    assert.match(github.out, new RegExp(`^::notice title=${code ?? "codes"}::[^\\n]+\\n$`));
  }
  const { out: advice } = await explained("accept-unneeded", "github");
  const start = "::notice title=accept-unneeded::Example: ";
  assert.is(advice.slice(0, start.length), start);
  assert.match(
    advice,
    "%0AThis diagnostic is a warning by default. To make it an error or turn it off, set its level in apis/bundle",
  );
});

commands.run();
