/** Validates the JSON output of the commands against the published schemas in `docs/schemas/`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../scripts/changes/diff/releases.js";
import { judge } from "../../scripts/changes/policy/judge.js";
import { readProfile } from "../../scripts/changes/policy/profile.js";
import { type CheckOptions, checkCommand } from "../../scripts/cli/check.js";
import { COMMANDS } from "../../scripts/cli/commands.js";
import { explainCommand } from "../../scripts/cli/explain.js";
import type { ReleaseOptions } from "../../scripts/cli/release.js";
import { requiresCommand } from "../../scripts/cli/requires.js";
import type { Terminal } from "../../scripts/cli/terminal.js";
import { validateCommand } from "../../scripts/cli/validate.js";
import { diagnose } from "../../scripts/core/diagnostics/diagnose.js";
import { CHANGE_CLASSES, SUBJECTS } from "../../scripts/core/model/change.js";
import type { CheckedCrd } from "../../scripts/core/model/checked-crd.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import type { Profile, Waiver } from "../../scripts/core/model/policy.js";
import type { ValidatedObject } from "../../scripts/core/model/validated-object.js";
import { printChanges } from "../../scripts/report/changes.js";
import { printGraduation } from "../../scripts/report/graduation.js";
import { report } from "../../scripts/report/report.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { printJudgement } from "../../scripts/report/verdict.js";
import { crd, NO_OPTIONS, object, release, STRING, stored, version } from "../changes/diff/crd.js";
import { inTerminal, removeProjects } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { SCHEMAS, schemaProblems } from "../support/json-schemas.js";
import { ReleaseProject } from "../support/release-project.js";
import { versionFrom } from "../support/versions.js";

const output = suite("JSON for programs");
output.after(removeProjects);

function fits(name: string, text: string): Record<string, never> {
  const value = JSON.parse(text);
  assert.equal(schemaProblems(name, value), [], text);
  assert.is(value.apiVersion, "crd-bundle/v2");
  const { apiVersion: _, ...unversioned } = value;
  assert.ok(schemaProblems(name, unversioned).length > 0, "the version is required");
  assert.ok(schemaProblems(name, { ...value, more: 1 }).length > 0, "nothing else is allowed");
  return value;
}

/** Changes of every type: with an example, an addition that does not graduate, a default, a blocked upgrade. */
const COLOR = { ...STRING, maxLength: 8 };
const old = (schema = object({ color: COLOR, size: { ...STRING, default: "S" } })): CustomResourceDefinition =>
  crd([stored("v1beta1", schema), version("v1", schema)]);
const fresh = object({ color: { ...STRING, maxLength: 4 }, size: { ...STRING, default: "L" }, fresh: STRING });
const before = release("1.0.0", {
  standard: [old()],
  experimental: [old(object({ fresh: { type: "integer" } }))],
});
const after = release("1.1.0", { standard: [crd([stored("v1", fresh)])], experimental: [crd([stored("v1", fresh)])] });
const changes = diffReleases(before, after, NO_OPTIONS);
const profile: Profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));

output("of diff is as its schema says", () => {
  for (const wording of [false, true]) {
    fits("diff", printChanges({ from: "v1.0.0", to: "dist", changes, wording }, "json", NO_COLOR));
  }
  assert.ok(changes.some(({ example }) => example !== undefined));
  assert.ok(changes.some(({ differences }) => differences !== undefined));
});

output("of policy is as its schema says", () => {
  const input = { changes, before, after, lineage: [before], profile };
  const [first] = judge({ ...input, waivers: [] }).findings;
  const waiver: Waiver = {
    fingerprint: first?.fingerprint ?? "",
    message: "it",
    why: "because",
    approvedBy: "a maintainer",
    release: versionFrom("1.1.0"),
    location: { file: "apis/waivers.yaml", start: 0, end: 1 },
  };
  const verdict = judge({ ...input, waivers: [waiver] });
  const source = { path: "apis/a.ts", text: "one\ntwo" };
  const findings = verdict.findings.map((finding) => ({
    ...finding,
    location: { file: source.path, start: 5, end: 6 },
  }));
  assert.ok(verdict.blocked.length > 0 && verdict.findings.some((finding) => finding.waiver));
  for (const bump of [undefined, "minor"] as const) {
    const judgement = { from: "a", to: "b", verdict: { ...verdict, findings }, ...(bump && { bump }), wording: true };
    const printed = fits("policy", printJudgement(judgement, "json", [source], NO_COLOR)) as never as {
      verdict: { findings: { file: string; line: number; column: number }[] };
    };
    const [{ file, line, column } = {}] = printed.verdict.findings as Partial<{
      file: string;
      line: number;
      column: number;
    }>[];
    assert.equal([file, line, column], ["apis/a.ts", 2, 2]);
  }
});

output("of graduation is as its schema says", () => {
  const row = {
    crd: "widgets.example.dev",
    since: "v1.0.0",
    months: 1,
    changed: "v1.0.0",
    releasesUnchanged: 0,
    criteria: [{ name: "months", holds: false, figure: "1 of 6 months" }],
  };
  const field = { ...row, path: parseFieldPath(".a"), date: "2026-01-10" };
  const members = ["b", 1, true].map((value) => ({ ...field, value }));
  fits("graduation", printGraduation([row, field, ...members], "json", NO_COLOR));
  fits("graduation", printGraduation([], "json", NO_COLOR));
});

output("of a release, planned and made, is as its schema says", async () => {
  const project = await ReleaseProject.released();
  const json = async (dryRun: boolean) => (await project.make("minor", { dryRun, format: "json" })).out;
  const plan = fits("release-plan", await json(true));
  assert.equal({ ...fits("release-plan", await json(false)), commit: undefined }, { ...plan, commit: undefined });
});

output("of a release by pull request and of one that is taken back is as its schema says", async () => {
  const project = await ReleaseProject.released();
  const json = async (to: string, options: Partial<ReleaseOptions>) =>
    (await project.make(to, { ...options, format: "json" })).out;
  const [branch, tag] = [{ branch: "prepare" }, { tag: true }];
  fits("release-plan", await json("minor", { ...branch, dryRun: true }));
  assert.is(fits("release-plan", await json("minor", branch)).newBranch, "prepare");
  await project.git("merge", "--quiet", "prepare");
  await project.git("branch", "--quiet", "-D", "prepare");
  assert.is.not(fits("release-plan", await json("", { ...tag, dryRun: true })).merged, undefined);
  fits("release-plan", await json("", tag));
  assert.is(fits("release-undo", await json("", { undo: true })).branch, undefined);
  await project.git("reset", "--quiet", "--hard", "HEAD^");
  fits("release-plan", await json("minor", {}));
  const planned = fits("release-undo", await json("", { undo: true, dryRun: true }));
  assert.equal(fits("release-undo", await json("", { undo: true })), {
    ...planned,
    isDone: true,
    remains: { assets: [], branches: [] },
  });
});

output("of a release that the policy rejects has the verdict", async () => {
  const project = await ReleaseProject.released();
  const { exit, out, err } = await project.make("patch", { preid: "rc", format: "json" });
  assert.equal([exit, err], [1, ""]);
  const { diagnostics, verdict } = fits("diagnostics", out) as never as {
    diagnostics: { code: string }[];
    verdict: { overall: string; findings: { rule: string; fingerprint: string; file: string }[] };
  };
  assert.equal(
    diagnostics.map(({ code }) => code),
    ["release-branch", "release-policy"],
  );
  assert.is(verdict.overall, "minor");
  const [{ rule, fingerprint, file } = {}] = verdict.findings as Partial<(typeof verdict.findings)[0]>[];
  assert.is(rule, "addition/field-added");
  assert.match(fingerprint ?? "", /^[0-9a-f]{12}$/);
  assert.match(file ?? "", /^apis\//);
  const github = await project.make("patch", { preid: "rc", format: "github" });
  assert.equal([github.exit, github.err], [1, ""]);
  assert.match(
    github.out,
    /^::error file=apis\/[^\n]+,title=addition\/field-added::[^\n]+\n::error title=release-branch::[^\n]+\n::error title=release-policy::[^\n]+\n$/,
  );
});

output("of a run that completes an interrupted one is as its schema says", async () => {
  const project = await ReleaseProject.released();
  await project.make("minor");
  const record = JSON.parse(project.read(".git/crd-bundle-releases/v1.1.0.json"));
  const interrupt = (journal: object) =>
    project.write({
      ".git/crd-bundle-release/owner": "1",
      ".git/crd-bundle-release/journal.json": JSON.stringify(journal),
    });
  const nothing = { assets: [], branches: [] };
  for (const [to, options] of [
    ["auto", {}],
    ["", { undo: true }],
  ] as const) {
    interrupt(record);
    const { exit, out, err } = await project.make(to, { ...options, format: "json" });
    assert.equal([exit, err], [0, ""]);
    const { completed, tag, remains } = fits("release-completed", out);
    assert.equal([completed, tag, remains], ["release", "v1.1.0", { ...nothing, branches: ["main"] }]);
  }
  await project.git("update-ref", "-d", "refs/tags/v1.1.0");
  interrupt({ ...record, undo: true });
  const { out } = await project.make("", { undo: true, format: "json" });
  const { completed, remains } = fits("release-completed", out);
  assert.equal([completed, remains], ["undo", nothing]);
});

output("of explain is as its schema says", async () => {
  for (const code of [undefined, "tag-unknown", "format-unknown", "break/field-removed"]) {
    const { out } = await inTerminal(".", (terminal) => explainCommand(code, { format: "json" }, terminal));
    fits("explain", out);
  }
});

output("of validate is as its schema says", async () => {
  const widget = "apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: a}\n";
  const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
  const run = (terminal: Terminal) =>
    validateCommand({ project: ".", files: ["-"], crds: [], format: "json" }, terminal);
  const { out } = await inTerminal(ROOT, run, { input: `${widget}---\n${config}` });
  const { objects, skipped } = fits("validate", out) as never as {
    readonly objects: readonly ValidatedObject[];
    readonly skipped: { readonly documents: readonly object[] };
  };
  assert.equal(
    [objects.length, objects[0]?.accepted, skipped.documents],
    [1, false, [{ kind: "ConfigMap", count: 1 }]],
  );
});

output("of requires is as its schema says, with each kind of requirement, and if nothing can be checked", async () => {
  const fields = "fields: [.spec.a, {path: .spec, values: [1]}], subresources: [scale]";
  const kind = `{group: example.dev, kind: Widget, version: v1, ${fields}}`;
  const input = `name: a\nbundle: {atLeast: 1.0.0}\nkinds: [${kind}]\n`;
  const json = async (bundle?: string) => {
    const request = { project: ".", files: ["-"], format: "json", ...(bundle !== undefined && { bundle }) } as const;
    const { out } = await inTerminal(ROOT, (terminal) => requiresCommand(request, terminal), { input });
    return fits("requires", out) as never as {
      readonly requirements: readonly { readonly subject: string }[];
      readonly diagnostics: readonly object[];
    };
  };
  const { requirements, diagnostics } = await json();
  assert.equal(
    requirements.map(({ subject }) => subject),
    ["channel", "bundle", "kind", "version", "field", "field", "value", "subresource"],
  );
  assert.is(diagnostics.length, 1);
  const missing = await json("missing");
  assert.equal([missing.requirements, missing.diagnostics.length], [[], 1]);
});

output("of check is as its schema says, also if CRDs are rejected or missing", async () => {
  const limits =
    "x-kubernetes-validations: [{rule: 'self.all(a, a != b)'}, {rule: 'self.all(a, self.exists(b, a == b))', messageExpression: '\"a\"'}]";
  const schema = `{type: object, properties: {spec: {type: array, items: {type: string}, ${limits}}}}`;
  const version = `{name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}`;
  const names = "{kind: A, plural: as, singular: a, listKind: AList}";
  const input = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.example.dev}
spec: {group: example.dev, scope: Cluster, names: ${names}, versions: [${version}]}\n`;
  const json = async (request: Omit<CheckOptions, "format" | "project">, project = ".") => {
    const run = (terminal: Terminal) => checkCommand({ ...request, project, format: "json" }, terminal);
    const { out } = await inTerminal(ROOT, run, { input });
    return fits("check", out) as never as {
      readonly crds: readonly CheckedCrd[];
      readonly diagnostics: readonly object[];
    };
  };
  const rejected = await json({ crds: ["-"] });
  const [{ isAccepted, versions = [] } = {}] = rejected.crds as readonly Partial<CheckedCrd>[];
  assert.equal([isAccepted, rejected.diagnostics.length > 1], [false, true]);
  assert.equal(
    versions[0]?.rules.map(({ path, part, missing }) => [path, part, missing?.path]),
    [
      [".spec", "rule", ".spec"],
      [".spec", "messageExpression", undefined],
    ],
  );
  assert.equal((await json({ crds: ["missing.yaml"] })).crds, []);
  const project = await json({});
  assert.ok(project.crds.length > 20 && project.crds.every((each) => each.isAccepted && each.channel));
});

output("of build and verify is as its schema says", async () => {
  const project = await ReleaseProject.released();
  const { out } = await project.verify("v1.0.0", { format: "json" });
  assert.equal(fits("diagnostics", out).diagnostics, []);
  const source = { path: "apis/a.ts", text: "one\ntwo" };
  const placed = diagnose("tag-unknown", { tag: "a" }, { file: source.path, start: 5, end: 6 });
  const printed = report([placed, diagnose("no-kinds", { directory: "apis/" })], "json", [source], NO_COLOR);
  fits("diagnostics", printed);
  assert.is(JSON.parse(printed).diagnostics.length, 2);
});

output("of every command that prints JSON has a schema", async () => {
  const titles = [...SCHEMAS.values()].map(({ title }): string => title);
  const inJson: string[] = [];
  for (const { name, load } of COMMANDS) {
    const command = new Command(name);
    (await load()).define(command, async () => {});
    const format = command.options.find(({ long }) => long === "--format");
    if (format?.argChoices?.includes("json")) inJson.push(name);
  }
  assert.equal(
    inJson,
    COMMANDS.map(({ name }) => name),
  );
  const bare = inJson.filter((name) => !titles.some((title) => title.includes(`crd-bundle ${name} --format json`)));
  assert.equal(bare, []);
});

output("lists the keys of a change in the same order in every version", () => {
  const printed = JSON.parse(printChanges({ from: "a", to: "b", changes, wording: false }, "json", NO_COLOR));
  const change = printed.changes.find(({ path }: { readonly path?: string }) => path !== undefined);
  const [first, last] = [["channel", "crd", "path", "subject", "class", "message"], "versions"];
  assert.equal([Object.keys(change).slice(0, first.length), Object.keys(change).at(-1)], [first, last]);
});

output("has schemas that know every class and subject of a change", () => {
  for (const name of ["diff", "policy"]) {
    const { $defs } = SCHEMAS.get(name);
    assert.equal([$defs.class.enum, $defs.subject.enum], [[...CHANGE_CLASSES], [...SUBJECTS]]);
  }
});

output.run();
