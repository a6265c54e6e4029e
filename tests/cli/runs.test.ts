/**
 * Complete runs of the commands that do not change a repository, in a directory above the project: output and exit
 * code.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import { diffCommand } from "../../scripts/cli/diff.js";
import { graduationCommand } from "../../scripts/cli/graduation.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import type { Terminal } from "../../scripts/cli/terminal.js";
import { inTerminal, NAME, Project, RETRY, removeProjects, temporary, type World } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";

const runs = suite("cli/runs");
runs.after(removeProjects);

const PROJECT = { project: "widgets", format: "text" } as const;
const PROFILE = { ...PROJECT, profile: "channels" } as const;

const BUILT = `${NAME}\n${RETRY}`;
/** `name` is removed, `retry` is reworded and `size` is new in both channels. */
const CHANGED = `  /** Its size. */\n  size?: string;\n${RETRY.replace("How often.", "How often it is tried.")}`;

interface Run {
  readonly run: (terminal: Terminal) => Promise<number>;
  readonly world?: World;
}

/** Records the output of each run below its command line. */
async function record(directory: string, all: Readonly<Record<string, Run>>): Promise<string> {
  const parts: string[] = [];
  for (const [line, { run, world }] of Object.entries(all)) {
    const { exit, out, err } = await inTerminal(directory, run, world);
    const streams = [
      ["standard output", out],
      ["standard error", err],
    ].filter(([, text]) => text !== "");
    parts.push(
      `$ crd-bundle ${line}\n${streams.map(([name, text]) => `--- ${name}\n${text}`).join("")}--- exit ${exit}\n`,
    );
  }
  return parts.join("\n");
}

/** Returns a directory with a project in `widgets/` that has one release. */
async function released(fields = BUILT): Promise<{ directory: string; project: Project }> {
  const directory = temporary();
  const project = new Project(fields, join(directory, "widgets"));
  await project.release("1.0.0");
  return { directory, project };
}

const golden = (name: string) => join(ROOT, `tests/cli/runs/${name}.txt`);

runs("build says what it made, what is out of date and what is wrong", async () => {
  const directory = temporary();
  const project = new Project(BUILT, join(directory, "widgets"));
  const build = (options: Partial<Parameters<typeof buildCommand>[0]>): Run => ({
    run: (terminal) => buildCommand({ ...PROJECT, ...options }, terminal),
  });
  const made = await record(directory, {
    "build --project widgets --check --channel standard": build({ check: true, channel: "standard" }),
    "build --project widgets": build({}),
    "build --project widgets --check": build({ check: true }),
    "build --project widgets --check --format json": build({ check: true, format: "json" }),
    "build --project widgets --format github": build({ format: "github" }),
    "build --project widgets --channel experimental --out out": build({ channel: "experimental", out: "out" }),
    "build --project widgets --out widgets/apis/out": build({ out: "widgets/apis/out" }),
    "build --project widgets --bundle-version 1": build({ bundleVersion: "1" }),
    "build --project gadgets": build({ project: "gadgets" }),
  });
  project.write({ "dist/standard/kustomization.yaml": "mine\n", "dist/standard/old.yaml": "mine\n" });
  const foreign = await record(directory, { "build --project widgets": build({}) });
  project.say("1.0.0", "  /** Its name. */\n  name?: bigint;");
  const wrong = await record(directory, {
    "build --project widgets": build({}),
    "build --project widgets --format json": build({ format: "json" }),
    "build --project widgets --format github": build({ format: "github" }),
  });
  matchesGolden([made, foreign, wrong].join("\n"), golden("build"));
});

runs("build prints warnings and succeeds, unless it is strict", async () => {
  const directory = temporary();
  const project = new Project("  name?: string;", join(directory, "widgets"));
  const build = (options: Partial<Parameters<typeof buildCommand>[0]>): Run => ({
    run: (terminal) => buildCommand({ ...PROJECT, ...options }, terminal),
  });
  const strict = await record(directory, {
    "build --project widgets --strict": build({ strict: true }),
    "build --project widgets --check": build({ check: true }),
    "build --project widgets --strict --format junit": build({ strict: true, format: "junit" }),
  });
  assert.not.ok(existsSync(join(project.directory, "dist")), "nothing is written");
  const lenient = await record(directory, {
    "build --project widgets": build({}),
    "build --project widgets --check": build({ check: true }),
    "build --project widgets --check --strict --format github": build({ check: true, strict: true, format: "github" }),
    "build --project widgets --check --format json": build({ check: true, format: "json" }),
    "build --project widgets --check --format github": build({ check: true, format: "github" }),
    "build --project widgets --check --format junit": build({ check: true, format: "junit" }),
    "build --project widgets --check --format sarif": build({ check: true, format: "sarif" }),
  });
  matchesGolden([strict, lenient].join("\n"), golden("warnings"));
});

runs("policy, diff and graduation do not fail because of warnings", async () => {
  const { directory, project } = await released();
  project.say("1.0.0", `  name?: string;\n${RETRY}`);
  for (const run of [
    (terminal: Terminal) => diffCommand(undefined, undefined, PROJECT, terminal),
    (terminal: Terminal) => policyCommand(PROFILE, terminal),
    (terminal: Terminal) => graduationCommand(PROFILE, terminal),
  ]) {
    const { exit, err } = await inTerminal(directory, run);
    assert.equal([exit, err], [0, ""]);
  }
});

runs("diff prints what changed in every format, and where there is no earlier release to compare with", async () => {
  const { directory, project } = await released();
  project.say("1.0.0", CHANGED);
  const diff = (
    from: string | undefined,
    to: string | undefined,
    options: Partial<Parameters<typeof diffCommand>[2]> = {},
  ): Run => ({ run: (terminal) => diffCommand(from, to, { ...PROJECT, ...options }, terminal) });
  const [none, fresh] = [temporary(), new Project(BUILT)];
  await fresh.commit();
  matchesGolden(
    [
      await record(directory, {
        "diff --project widgets": diff(undefined, undefined),
        "diff --project widgets --wording": diff(undefined, undefined, { wording: true }),
        "diff --project widgets --format markdown": diff(undefined, undefined, { format: "markdown" }),
        "diff --project widgets --format github": diff(undefined, undefined, { format: "github" }),
        "diff --project widgets --format json": diff(undefined, undefined, { format: "json" }),
        "diff v1.0.0 v1.0.0 --project widgets": diff("v1.0.0", "v1.0.0"),
        "diff v1.0.0 widgets/dist/experimental --project widgets": diff("v1.0.0", "widgets/dist/experimental"),
        "diff v9.0.0 --project widgets": diff("v9.0.0", undefined),
        "diff - --project widgets < /dev/null": diff("-", undefined),
      }),
      await record(fresh.directory, { diff: diff(undefined, undefined, { project: "." }) }),
      await record(none, { "diff --project widgets": diff(undefined, undefined) }),
    ].join("\n"),
    golden("diff"),
  );
});

runs("policy names the place of what needs more, and ends with 1 if it stands in the way", async () => {
  const { directory, project } = await released();
  project.say("1.0.0", CHANGED);
  const policy = (options: Partial<Parameters<typeof policyCommand>[0]>): Run => ({
    run: (terminal) => policyCommand({ ...PROFILE, ...options }, terminal),
  });
  const fresh = new Project(BUILT);
  await fresh.commit();
  matchesGolden(
    [
      await record(directory, {
        "policy --project widgets": policy({}),
        "policy --project widgets --wording": policy({ wording: true }),
        "policy --project widgets --bump patch": policy({ bump: "patch" }),
        "policy --project widgets --bump major --profile guideline": policy({ bump: "major", profile: "guideline" }),
        "policy --project widgets --format github": policy({ format: "github" }),
        "policy --project widgets --format markdown": policy({ format: "markdown" }),
        "policy --project widgets --from v1.0.0 --to v1.0.0": policy({ from: "v1.0.0", to: "v1.0.0" }),
        "policy --project widgets --to 0.9.0": policy({ to: "0.9.0" }),
      }),
      await record(fresh.directory, { policy: policy({ project: "." }) }),
    ].join("\n"),
    golden("policy"),
  );
});

runs("graduation lists what is experimental, as of a day", async () => {
  const { directory, project } = await released();
  project.say("1.0.0", BUILT);
  const graduation = (options: Partial<Parameters<typeof graduationCommand>[0]>): Run => ({
    run: (terminal) => graduationCommand({ ...PROFILE, ...options }, terminal),
    world: { day: "2026-09-20" },
  });
  matchesGolden(
    await record(directory, {
      "graduation --project widgets": graduation({}),
      "graduation --project widgets --format markdown": graduation({ format: "markdown" }),
      "graduation --project widgets --format json": graduation({ format: "json" }),
      "graduation --project gadgets": graduation({ project: "gadgets" }),
    }),
    golden("graduation"),
  );
});

runs.run();
