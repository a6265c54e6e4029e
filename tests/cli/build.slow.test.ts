/** Tests of the command line from outside: exit codes, streams and files. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { BLOCKING } from "../../scripts/host/blocking-files.js";
import { OutputDirectory, type OutputPlace } from "../../scripts/host/output-directory.js";
import {
  copyFleet,
  crdBundle,
  edit,
  FLEET,
  inDirectory,
  RECURSIVE,
  type Run,
  type RunOptions,
  readTree,
} from "../support/command-line.js";
import { matchesGolden, ROOT } from "../support/golden.js";

const build = suite("crd-bundle build");

const GOLDEN = join(FLEET, "dist");
/** The output for programs if there are no diagnostics. */
const NO_DIAGNOSTICS = `${JSON.stringify({ apiVersion: "crd-bundle/v2", diagnostics: [] }, null, 2)}\n`;
const HARBOUR = "apis/harbour.example.org/v1/harbour.ts";

/** The part of a finding that a script reads. */
interface Finding {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly args: Readonly<Record<string, string>>;
}

function findingsOf({ stdout }: Run): Finding[] {
  return (JSON.parse(stdout) as { readonly diagnostics: Finding[] }).diagnostics;
}

/** Returns the code and the path of every finding about the output directory. */
function driftOf(run: Run): string[] {
  return findingsOf(run).map(({ code, args }) => `${code} ${args.path}`);
}

function assertClean(run: Run): void {
  assert.equal(run, { exitCode: 0, stdout: "", stderr: "" });
}

/** Checks that a build that wrote files reports only the content of each channel. */
function assertBuilt({ exitCode, stdout, stderr }: Run, channels: readonly string[] = CHANNELS): void {
  assert.equal({ exitCode, stderr }, { exitCode: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  assert.equal(
    lines.map((line) => line.split(" ")[0]),
    channels,
  );
  for (const line of lines)
    assert.match(line, /^\w+ +\d+ CRDs?; largest for client-side apply: \S+, \d+ of 262144 bytes$/);
}

async function times(directory: string): Promise<Record<string, number>> {
  const paths = Object.keys(await readTree(directory));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await stat(join(directory, path))).mtimeMs] as const)),
  );
}

build("makes the golden bundle of the fleet, byte for byte", () =>
  inDirectory(async (directory) => {
    assertBuilt(await crdBundle(["build", "--project", FLEET, "--out", directory]));
    const built = await readTree(directory);
    for (const path of Object.keys(built))
      matchesGolden(await readFile(join(directory, path), "utf8"), join(GOLDEN, path));
    assert.equal(built, await readTree(GOLDEN));
  }),
);

build("takes --project and --out relative to where it runs, and dist in the project without --out", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    await rm(join(project, "dist"), { recursive: true });
    const runs = [
      crdBundle(["build", "--project", "fleet", "--out", "a/b"], { cwd: directory }),
      crdBundle(["build"], { cwd: project }),
    ];
    for (const run of await Promise.all(runs)) assertBuilt(run);
    assert.equal(await readTree(join(directory, "a/b")), await readTree(GOLDEN));
    assert.equal(await readTree(join(project, "dist")), await readTree(GOLDEN));
  }),
);

build("writes nothing where nothing changed", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const before = await times(join(project, "dist"));
    assertBuilt(await crdBundle(["build", "--project", project]));
    assert.equal(await times(join(project, "dist")), before);
  }),
);

build("--check accepts what the sources make", async () => {
  assertClean(await crdBundle(["build", "--check", "--project", FLEET]));
});

build("--check names what a changed source changes, and writes nothing", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    await edit(join(project, HARBOUR), "How many berths are free.", "How many berths nobody uses.");
    const before = await readTree(project);
    const run = await crdBundle(["build", "--check", "--project", "fleet", "--format", "json"], { cwd: directory });
    assert.is(run.exitCode, 1);
    assert.is(run.stderr, "");
    assert.equal(driftOf(run), [
      "output-differs fleet/dist/bundle.json",
      "output-differs fleet/dist/experimental-install.yaml",
      "output-differs fleet/dist/experimental/harbour.example.org_harbours.yaml",
      "output-differs fleet/dist/schemas/experimental/harbour.example.org/harbour_v1.json",
      "output-differs fleet/dist/schemas/standard/harbour.example.org/harbour_v1.json",
      "output-differs fleet/dist/standard-install.yaml",
      "output-differs fleet/dist/standard/harbour.example.org_harbours.yaml",
      "output-differs fleet/dist/types/experimental/harbour.example.org/v1.d.ts",
      "output-differs fleet/dist/types/standard/harbour.example.org/v1.d.ts",
    ]);
    assert.equal(await readTree(project), before);
  }),
);

build("--out that no disk takes is no bug", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const { exitCode, stderr } = await crdBundle(["build", "--out", "a".repeat(300)], { cwd: project });
    assert.is(exitCode, 2);
    assert.match(stderr, "ENAMETOOLONG");
  }),
);

build("--check names what is missing and what does not belong, whoever wrote it", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const dist = join(project, "dist");
    await rm(join(dist, "standard/fleet.example.org_ships.yaml"));
    await rm(join(dist, "bundle.json"));
    await writeFile(join(dist, "experimental/fleet.example.org_boats.yaml"), "# Generated by crd-bundle: long ago\n");
    await writeFile(join(dist, "standard/notes.txt"), "mine\n");
    await writeFile(join(dist, "README.md"), "Beside the channels, so nobody's business.\n");
    const before = await readTree(dist);
    const run = await crdBundle(["build", "--check", "--format", "json"], { cwd: project });
    assert.is(run.exitCode, 2);
    assert.equal(driftOf(run), [
      "output-foreign dist/standard/notes.txt",
      "output-missing dist/bundle.json",
      "output-missing dist/standard/fleet.example.org_ships.yaml",
      "output-stale dist/experimental/fleet.example.org_boats.yaml",
    ]);
    assert.equal(await readTree(dist), before);
  }),
);

build("--check refuses an output of which an interrupted build left files out of place", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const dist = join(project, "dist");
    const path = "standard/fleet.example.org_ships.yaml";
    const text = await readFile(join(dist, path), "utf8");
    await writeFile(join(dist, path), "# Generated by crd-bundle: long ago\n");
    await interruptedAfterStaging({ root: dist, anchor: project, beside: [] }, { path, text });
    const check = await crdBundle(["build", "--check", "--format", "json"], { cwd: project });
    assert.equal([check.exitCode, driftOf(check)], [1, ["output-interrupted dist"]]);
    assert.is((await readTree(dist))[path], "# Generated by crd-bundle: long ago\n");
    assertBuilt(await crdBundle(["build"], { cwd: project }));
    assert.is((await readTree(dist))[path], text);
    assertClean(await crdBundle(["build", "--check"], { cwd: project }));
  }),
);

/** Makes a new content of a file valid, in a run that ends before it moves the file to its place. */
async function interruptedAfterStaging(place: OutputPlace, file: OutputFile): Promise<void> {
  const rename = async (from: string, to: string) => {
    await BLOCKING.rename(from, to);
    throw new Error("killed");
  };
  const writer = { pid: process.pid, isRunning: () => false };
  const directory = new OutputDirectory(place, writer, { ...BLOCKING, rename, sync: async () => undefined });
  const drift = { missing: [], differing: [file.path], surplus: [] };
  const error = await directory.exclusively(() => directory.apply([file], drift)).catch(String);
  assert.is(error, "Error: killed");
}

build("puts back what was changed, and removes what it once made", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const dist = join(project, "dist");
    await rm(join(dist, "standard/fleet.example.org_ships.yaml"));
    await edit(join(dist, "experimental/x.fleet.example.org_convoys.yaml"), "type: object", "type: string");
    await writeFile(join(dist, "experimental/fleet.example.org_boats.yaml"), "# Generated by crd-bundle: long ago\n");
    const schemas = join(dist, "schemas/standard/fleet.example.org");
    await edit(join(schemas, "ship_v1.json"), "IMO", "OMI");
    await writeFile(join(schemas, "boat_v1.json"), '{\n  "$comment": "Generated by crd-bundle long ago."\n}\n');
    await edit(join(dist, "types/package.json"), '"fleet-types"', '"boat-types"');
    await rename(join(dist, "types/standard/meta.d.ts"), join(dist, "types/standard/fleet.example.org/v0.d.ts"));
    const marks = (start: string) => `<<<<<<< HEAD\n${start}=======\n${start}>>>>>>> release-1.0\n`;
    const comment = '  "$comment": "Generated by crd-bundle';
    await edit(join(schemas, "ship_v1.json"), comment, `${marks(`${comment}.",\n`)}${comment}`);
    await edit(join(dist, "standard-install.yaml"), "# Gen", `${marks("# Generated by crd-bundle.\n")}# Gen`);
    assertBuilt(await crdBundle(["build", "--project", project]));
    assert.equal(await readTree(dist), await readTree(GOLDEN));
  }),
);

build("touches no file that somebody else wrote, nor anything beside it", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const dist = join(project, "dist");
    await edit(join(project, HARBOUR), "How many berths are free.", "How many berths nobody uses.");
    await writeFile(join(dist, "standard/notes.txt"), "mine\n");
    await writeFile(join(dist, "experimental/kustomization.yaml"), "resources: []\n");
    await writeFile(join(dist, "schemas/standard/mine.json"), '{"$comment": "Mine."}\n');
    await writeFile(join(dist, "types/package.json"), '{"name": "mine"}\n');
    await writeFile(join(dist, "types/standard/mine.d.ts"), "export {};\n");
    const before = await readTree(dist);
    const run = await crdBundle(["build"], { cwd: project });
    assert.is(run.exitCode, 2);
    assert.is(run.stdout, "");
    assert.match(run.stderr, /dist\/standard\/notes\.txt was not written by crd-bundle/);
    assert.match(run.stderr, /dist\/types\/package\.json was not written by crd-bundle/);
    assert.match(run.stderr, /dist\/types\/standard\/mine\.d\.ts was not written by crd-bundle/);
    assert.match(run.stderr, /dist\/experimental\/kustomization\.yaml was not written by crd-bundle/);
    assert.match(run.stderr, /dist\/schemas\/standard\/mine\.json was not written by crd-bundle/);
    assert.equal(await readTree(dist), before);
  }),
);

build("leaves the last good bundle where the sources have a mistake", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const before = await times(project);
    await edit(join(project, HARBOUR), "@immutable", "@imutable");
    const run = await crdBundle(["build", "--project", project]);
    assert.is(run.exitCode, 1);
    assert.is(run.stdout, "");
    assert.match(run.stderr, /harbour\.ts:\d+:\d+ error @imutable is not a tag; did you mean @immutable\?/);
    assert.equal(await readTree(join(project, "dist")), await readTree(GOLDEN));
    assert.equal({ ...(await times(project)), [HARBOUR]: 0 }, { ...before, [HARBOUR]: 0 });
  }),
);

build("refuses recursion with its cycle and the ways out, and makes nothing", () =>
  inDirectory(async (directory) => {
    const out = join(directory, "dist");
    const [run, text] = await Promise.all([
      crdBundle(["build", "--project", RECURSIVE, "--out", out, "--format", "json"]),
      crdBundle(["build", "--project", RECURSIVE, "--out", out]),
    ]);
    assert.is(run.exitCode, 1);
    assert.is(run.stderr, "");
    const findings = findingsOf(run);
    assert.equal(
      findings.map(({ code, file, line, args }) => `${file}:${line} ${code} ${args.cycle}`),
      [
        "tests/projects/recursive/apis/menu.example.org/v1/course.ts:14 type-recursive Course → Side → Course",
        "tests/projects/recursive/apis/menu.example.org/v1/menu.ts:23 type-recursive Substitute → Substitute",
      ],
    );
    assert.equal(await readdir(directory), []);
    assert.is(text.exitCode, 1);
    assert.is(text.stdout, "");
    assert.match(text.stderr, /course\?: Partial<Course>;\n.*\n.*one type for each level.*JSONValue/);
    assert.match(text.stderr, /\n2 errors\. For an explanation: crd-bundle explain type-recursive\n$/);
  }),
);

const WRONG_USAGE: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /Usage: crd-bundle/],
  [["bild"], /unknown command 'bild'\n.*build/],
  [["build", "--cheque"], /unknown option '--cheque'\n.*--check/],
  [["build", "here"], /too many arguments/],
  [["build", "--out"], /'--out <dir>' argument missing/],
  [["build", "--out", ""], /Specify a directory\./],
  [["build", "--channel", "beta"], /Allowed choices are standard, experimental/],
  [["build", "--format", "xml"], /Allowed choices are text, json, github/],
  [["build", "--project", FLEET, "--bundle-version", "1.6"], /--bundle-version must be a semantic version, not "1\.6"/],
  [["build", "--project", join(FLEET, "apis")], /apis\/bundle\.yaml is missing/],
  [["explain", "tag-unknwon"], /"tag-unknwon" is not a known code; did you mean tag-unknown\? \[code-unknown\]/],
  [
    ["explain", "weather"],
    /"weather" is not a known code \[code-unknown\]\n.*To list all codes, run `crd-bundle explain`\./,
  ],
  [["explain", "tag-unknown", "tag-value"], /too many arguments/],
];

for (const [args, message] of WRONG_USAGE) {
  const shown = args.map((arg) => arg.replace(ROOT, "")).join(" ");
  build(`ends with 2 for: crd-bundle ${shown}`, async () => {
    const run = await crdBundle(args);
    assert.is(run.exitCode, 2);
    assert.is(run.stdout, "");
    assert.match(run.stderr, message);
  });
}

build("ends with 2 for a project without settings, without a version, and with wrong ones", () =>
  inDirectory(async (directory) => {
    const run = () => crdBundle(["build"], { cwd: directory });
    const nothing = await run();
    assert.is(nothing.exitCode, 2);
    assert.match(nothing.stderr, /apis\/bundle\.yaml is missing: .*\n.*--project/);

    const project = await copyFleet(directory);
    const inProject = () => crdBundle(["build", "--out", "new", "--format", "json"], { cwd: project });
    await writeFile(join(project, "package.json"), '{"name": "fleet-apis", "version": "three"}');
    await edit(join(project, "apis/bundle.yaml"), "title:", "titel:");
    await edit(join(project, "apis/bundle.yaml"), '"1.37"', "newest");
    const wrong = await inProject();
    assert.is(wrong.exitCode, 2);
    assert.equal(
      findingsOf(wrong)
        .map(({ code, args }) => `${code} ${args.key ?? args.version}`)
        .sort(),
      [
        "config-key-missing title",
        "config-key-unknown titel",
        "config-value kubernetes.newest",
        "version-invalid three",
      ],
    );
    await rm(join(project, "package.json"));
    await rm(join(project, "apis/bundle.yaml"));
    await writeFile(join(project, "apis/bundle.yaml"), await readFile(join(FLEET, "apis/bundle.yaml")));
    const versionless = await inProject();
    assert.is(versionless.exitCode, 2);
    assert.equal(
      findingsOf(versionless).map(({ code, args }) => `${code} ${args.path}`),
      ["file-missing package.json"],
    );
    assert.equal((await readdir(project)).sort(), ["apis", "dist"]);
  }),
);

build("stamps the version that it is given", () =>
  inDirectory(async (directory) => {
    assertBuilt(await crdBundle(["build", "--project", FLEET, "--out", directory, "--bundle-version", "v4.0.0"]));
    const golden = await readTree(GOLDEN);
    const built = await readTree(directory);
    assert.equal(Object.keys(built), Object.keys(golden));
    for (const [path, text] of Object.entries(built)) {
      const isManifest = ["bundle.json", "types/package.json"].includes(path);
      if (isManifest) assert.is((JSON.parse(text) as { version: string }).version, "4.0.0");
      else assert.is(text, golden[path]?.replaceAll("v3.2.0-rc.1", "v4.0.0"), path);
    }
  }),
);

build("--channel writes and compares the files of that channel alone", () =>
  inDirectory(async (directory) => {
    const golden = Object.entries(await readTree(GOLDEN));
    const standard = Object.fromEntries(golden.filter(([path]) => /^((schemas|types)\/)?standard/.test(path)));
    const options = ["--project", FLEET, "--out", directory, "--channel", "standard"];
    await mkdir(join(directory, "experimental"));
    await writeFile(join(directory, "experimental/notes.txt"), "mine\n");
    const others = { "experimental/notes.txt": "mine\n" };
    assertBuilt(await crdBundle(["build", ...options]), ["standard"]);
    assert.equal(await readTree(directory), { ...others, ...standard });
    assertClean(await crdBundle(["build", "--check", ...options]));
    await edit(join(directory, "standard-install.yaml"), "kind: Ship", "kind: Boat");
    const run = await crdBundle(["build", "--check", ...options, "--format", "json"], { cwd: directory });
    assert.is(run.exitCode, 1);
    assert.equal(driftOf(run), ["output-differs standard-install.yaml"]);
  }),
);

build("--format json and github write for programs to stdout, and nothing else", () =>
  inDirectory(async (directory) => {
    const project = await copyFleet(directory);
    const inBoth = () => {
      const run = (format: string) =>
        crdBundle(["build", "--project", "fleet", "--format", format], { cwd: directory });
      return Promise.all([run("json"), run("github")]);
    };
    const [cleanJson, cleanGithub] = await inBoth();
    assert.equal(cleanJson, { exitCode: 0, stdout: NO_DIAGNOSTICS, stderr: "" });
    assertClean(cleanGithub);

    await edit(join(project, HARBOUR), "@maxProperties 26", "@maxProperties 26,5% or so");
    const [json, github] = await inBoth();
    const [finding, ...others] = findingsOf(json);
    assert.equal(others, []);
    const source = await readFile(join(project, HARBOUR), "utf8");
    assert.is(finding?.code, "tag-value");
    assert.is(finding?.file, `fleet/${HARBOUR}`);
    assert.match(source.split("\n")[(finding?.line ?? 0) - 1] ?? "", "@maxProperties 26,5% or so");
    assert.match(github.stdout, new RegExp(`^::error file=fleet/${HARBOUR},line=${finding?.line},col=\\d+,.*::.+\n$`));
    for (const { exitCode, stderr } of [json, github]) assert.equal([exitCode, stderr], [1, ""]);
  }),
);

build("says what the disk refuses (output-unwritable), and leaves what was there", () =>
  inDirectory(async (directory) => {
    const file = join(directory, "file");
    await writeFile(file, "mine\n");
    const out = join(directory, "out");
    await mkdir(join(out, "bundle.json"), { recursive: true });
    for (const [place, message] of [
      [file, /file.* cannot be written: ENOTDIR/],
      [out, /bundle\.json cannot be written: a directory is in the place of a file/],
    ] as const) {
      const run = await crdBundle(["build", "--project", FLEET, "--out", place]);
      assert.is(run.exitCode, 2);
      assert.match(run.stderr, message);
    }
    assert.is(await readFile(file, "utf8"), "mine\n");
    assert.equal(await readdir(out), ["bundle.json"]);
  }),
);

build("--help of every command explains itself with examples that begin with the command", async () => {
  const program = await crdBundle(["--help"]);
  assert.is(program.exitCode, 0);
  assert.is(program.stderr, "");
  assert.match(program.stdout, /Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 /);
  const list = program.stdout.split("Commands:\n")[1]?.split("\n\n")[0] ?? "";
  const commands = [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name]) => name as string);
  assert.ok(commands.includes("build") && commands.includes("explain"), program.stdout);
  for (const command of commands) {
    const { exitCode, stdout, stderr } = await crdBundle([command, "--help"]);
    assert.is(exitCode, 0);
    assert.is(stderr, "");
    const examples = stdout.split("Examples:\n")[1]?.trimEnd().split("\n") ?? [];
    assert.ok(examples.length > 0, `${command} --help has no examples`);
    for (const example of examples) assert.ok(example.startsWith(`  $ crd-bundle ${command}`), example);
  }
});

build("--version is that of the tool, whatever the project's", async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, "scripts/package.json"), "utf8")) as { version: string };
  assert.equal(await crdBundle(["--version"], { cwd: FLEET }), { exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

build("explain says what a code means, why it matters and how to fix it", async () => {
  const { exitCode, stdout, stderr } = await crdBundle(["explain", "type-recursive"]);
  assert.is(exitCode, 0);
  assert.is(stderr, "");
  assert.match(
    stdout,
    /^type-recursive\n\nExample message\n {2}the type contains itself.*\n\nWhy it matters\n {2}.+\n\nHow to fix it\n/,
  );
});

build("explain without a code lists all codes, in order", async () => {
  const { exitCode, stdout } = await crdBundle(["explain"]);
  const codes = stdout.trimEnd().split("\n");
  assert.is(exitCode, 0);
  assert.equal(codes, [...codes].sort());
  assert.ok(codes.includes("type-recursive") && codes.includes("output-foreign"), stdout);
});

/** Options for Node that make the command treat its output as a terminal. */
const ON_TERMINAL = ["--import", "data:text/javascript,process.stdout.isTTY = process.stderr.isTTY = true"];

build("writes colours to a terminal alone, and not where NO_COLOR or a dumb terminal forbids it", async () => {
  const commands = [
    ["build", "--check", "--project", RECURSIVE],
    ["explain", "type-recursive"],
  ];
  const env = { NO_COLOR: "", TERM: "xterm-256color" };
  const places: readonly (readonly [name: string, options: RunOptions, hasColours: boolean])[] = [
    ["no terminal", { env }, false],
    ["no terminal, but FORCE_COLOR", { env: { ...env, FORCE_COLOR: "1" } }, false],
    ["a terminal", { node: ON_TERMINAL, env }, true],
    ["NO_COLOR", { node: ON_TERMINAL, env: { ...env, NO_COLOR: "1" } }, false],
    ["a dumb terminal", { node: ON_TERMINAL, env: { ...env, TERM: "dumb" } }, false],
  ];
  const checks = places.map(async ([name, options, hasColours]) => {
    for (const { stdout, stderr } of await Promise.all(commands.map((args) => crdBundle(args, options)))) {
      assert.is((stdout + stderr).includes("\x1b"), hasColours, name);
    }
  });
  await Promise.all(checks);
});

build("JSON for a program has no colours, even on a terminal", async () => {
  const run = await crdBundle(["build", "--check", "--project", RECURSIVE, "--format", "json"], {
    node: ON_TERMINAL,
    env: { NO_COLOR: "", TERM: "xterm-256color" },
  });
  assert.is(run.exitCode, 1);
  assert.is(findingsOf(run).length, 2);
  assert.not.ok(run.stdout.includes("\x1b"));
});

/** A field of ScaleIOVolumeSource, one of Kubernetes' own types: the address of a server for storage. */
const STORAGE_FIELD = { path: /^types\/kubernetes-[\d.]+\/core\/v1\.ts$/, line: "  gateway: string;" };

build("the generator knows no API by name", async () => {
  for (const [path, text] of Object.entries(await readTree(join(ROOT, "scripts")))) {
    assert.not.match(path, /gateway/i);
    const allowed = STORAGE_FIELD.path.test(path) ? STORAGE_FIELD.line : undefined;
    const line = text.split("\n").findIndex((candidate) => /gateway/i.test(candidate) && candidate !== allowed);
    assert.is(line, -1, `scripts/${path}:${line + 1} names an API`);
  }
});

build.run();
