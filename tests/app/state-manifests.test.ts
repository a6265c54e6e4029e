/** Tests of the states that users name without a bundle: directories, Helm charts, and paths in commits. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findState } from "../../scripts/app/find-state.js";
import { diffCommand } from "../../scripts/cli/diff.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import type { Terminal } from "../../scripts/cli/terminal.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { Repository } from "../../scripts/host/git.js";
import { named, stored } from "../changes/diff/crd.js";
import { inTerminal, Project, removeProjects, temporary } from "../support/git-project.js";

const states = suite("app/state-manifests");
states.after(removeProjects);

const yaml = (plural: string) => JSON.stringify(named(plural));
const KUSTOMIZATION = "resources: [a.yaml]\n";
const DEPLOYMENT = JSON.stringify({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } });
const LIST = JSON.stringify({ apiVersion: "v1", kind: "List", items: [named("cogs"), named("dials")] });

interface Where {
  readonly cwd?: string;
  readonly project?: string;
}

function placesIn(directory: string, { cwd = ".", project = "." }: Where = {}) {
  return {
    project: join(directory, project),
    cwd: join(directory, cwd),
    repository: new Repository(join(directory, project)),
    readInput: async () => "",
    remark: () => {},
  };
}

function find(name: string, directory: string, where: Where = {}) {
  return findState(name, placesIn(directory, where));
}

/** Returns the names of the CRDs in a state, or its problems, each with its code. */
async function read(name: string, directory: string, where: Where = {}): Promise<string[]> {
  const found = await find(name, directory, where);
  if (found.ok)
    return [...found.value.channels].flatMap(([, crds]) => [...crds.keys()].map((crd) => crd.split(".")[0] ?? ""));
  return found.diagnostics.map((each) => `${each.code}: ${describeDiagnostic(each).message}`);
}

/** Returns the fix of the problem of a name. */
async function fixFor(name: string, directory: string): Promise<string> {
  const found = await find(name, directory);
  assert.not(found.ok, name);
  return found.ok ? "" : found.diagnostics.map((each) => describeDiagnostic(each).fix).join("\n");
}

/** The files of an operator, in a repository with the tag v1.2.0. */
async function operator(files: Readonly<Record<string, string>>): Promise<Project> {
  const project = new Project(undefined, temporary());
  project.write(files);
  await project.commit();
  await project.git("tag", "v1.2.0");
  return project;
}

const OPERATOR = {
  "config/crd/bases/a.yaml": yaml("axles"),
  "config/crd/bases/deeper/b.yml": yaml("bolts"),
  "config/crd/kustomization.yaml": KUSTOMIZATION,
  "config/crd/lists/c.json": LIST,
  "config/crd/lists/node_modules/d.yaml": "{",
  "config/manager.yaml": DEPLOYMENT,
  "install.yaml": [DEPLOYMENT, yaml("axles"), yaml("bolts")].join("\n---\n"),
  "chart/Chart.yaml": "name: a\n",
  "chart/crds/a.yaml": yaml("axles"),
  "chart/templates/a.yaml": "{{- if .Values.a }}\n",
  "templated/Chart.yaml": "name: a\n",
  "templated/templates/a.yaml": "{{- if .Values.a }}\n",
  "charts/a.yaml": yaml("axles"),
  "charts/deeper/b/Chart.yaml": "name: b\n",
  "charts/deeper/b/charts/c/Chart.yaml": "name: c\n",
  "charts/deeper/b/charts/c/crds/c.json": LIST,
  "charts/deeper/b/crds/b.yaml": yaml("bolts"),
  "charts/deeper/b/templates/b.yaml": "{{- if .Values.b }}\n",
  "charts/parent/Chart.yaml": "name: parent\n",
  "charts/parent/templates/a.yaml": "{{- if .Values.a }}\n",
  "charts/parent/charts/c/charts/d/crds/c.json": LIST,
  "crds.txt": yaml("axles"),
};
const { directory } = await operator(OPERATOR);
const ALL = ["axles", "bolts", "cogs", "dials"];

const SAME = [
  ["config/crd", ALL],
  ["config", ALL],
  ["config/crd/", ALL],
  ["config/crd/bases", ["axles", "bolts"]],
  ["config/crd/lists", ["cogs", "dials"]],
  ["config/crd/lists/c.json", ["cogs", "dials"]],
  ["install.yaml", ["axles", "bolts"]],
  ["chart", ["axles"]],
  ["chart/", ["axles"]],
  ["chart/crds", ["axles"]],
  ["charts", ["axles", "cogs", "dials", "bolts"]],
  ["charts/deeper", ["cogs", "dials", "bolts"]],
  ["charts/deeper/b", ["cogs", "dials", "bolts"]],
  ["charts/deeper/b/charts", ["cogs", "dials"]],
  ["charts/parent", ["cogs", "dials"]],
  ["crds.txt", ["axles"]],
] as const;

states("a directory, a chart and a file are read the same way on disk and in a commit", async () => {
  for (const [path, crds] of SAME) {
    assert.equal(await read(path, directory), crds, path);
    for (const revision of ["v1.2.0", "HEAD", "refs/tags/v1.2.0", "HEAD^{/a}"]) {
      assert.equal(await read(`${revision}:${path}`, directory), crds, `${revision}:${path}`);
    }
  }
});

states("a path in a commit is relative to the top directory, or with a dot to the working directory", async () => {
  const inConfig = { cwd: "config", project: "config" };
  assert.equal(await read("v1.2.0:config/crd/bases", directory, inConfig), ["axles", "bolts"]);
  assert.equal(await read("v1.2.0:./crd/bases", directory, inConfig), ["axles", "bolts"]);
  assert.equal(await read("v1.2.0:../install.yaml", directory, inConfig), ["axles", "bolts"]);
  assert.equal(await read("v1.2.0:.", directory, { cwd: "config/crd/lists" }), ["cogs", "dials"]);
  assert.equal(await read("v1.2.0:config/../chart", directory, inConfig), ["axles"]);
});

states("the date and the version of a path are those of its commit", async () => {
  const repository = new Repository(directory);
  const found = await findState("v1.2.0:chart", {
    project: directory,
    cwd: directory,
    repository,
    readInput: async () => "",
    remark: () => {},
  });
  assert.ok(found.ok);
  const { channels: _, placeOf, ...about } = found.value;
  const known = { name: "v1.2.0:chart", path: "chart", date: "2026-01-10", version: "1.2.0" };
  assert.equal(about, { ...known, withoutChannels: true });
  assert.type(placeOf, "function");
});

states("a path that a commit does not contain is an error, and so is one outside of the repository", async () => {
  for (const path of ["nothing", "config/crd/bases/a.yaml/b", "/etc", "../etc", "config/../../etc"]) {
    const shown = `ref-path-missing: v1.2.0 does not contain ${path}`;
    assert.equal(await read(`v1.2.0:${path}`, directory), [shown], path);
  }
  assert.equal(await read("v1.2.0:./../..", directory), ["ref-path-missing: v1.2.0 does not contain ./../.."]);
  assert.match((await read(":config", directory)).join(), /^ref-unknown/);
  assert.equal(await read("", directory), ["crds-missing: a path is empty"]);
  assert.equal(await read("v1.2.0:config/manager.yaml", directory), [
    "bundle-missing: v1.2.0:config/manager.yaml does not contain any CRDs",
  ]);
});

states("a name that refers to nothing is an error that names the wrong part and the tag that was meant", async () => {
  const none = "is neither a Git tag or commit in this repository nor a file or directory";
  for (const [name, problem, fix] of [
    ["v9.0.0:config", "revision-unknown: this repository has no Git tag or commit v9.0.0", "before the colon"],
    [
      "1.2.0:config",
      "revision-unknown: this repository has no Git tag or commit 1.2.0; did you mean v1.2.0?",
      "git fetch",
    ],
    ["1.2.0", `ref-unknown: "1.2.0" ${none}; did you mean v1.2.0?`, "git fetch --tags`."],
    ["1.3.0", `ref-unknown: "1.3.0" ${none}`, "add the version bump to `crd-bundle policy`, as in `--bump minor`."],
    ["main2", `ref-unknown: "main2" ${none}`, "fetch the tag: `git fetch --tags`."],
    ["origin/main", `ref-unknown: "origin/main" ${none}`, "fetch the tag: `git fetch --tags`."],
    ["config/crds", `ref-unknown: "config/crds" ${none}`, "Correct the path, which starts at the current directory."],
    ["./crds", `ref-unknown: "./crds" ${none}`, "Correct the path, which starts at the current directory."],
  ] as const) {
    assert.equal(await read(name, directory), [problem]);
    assert.match(await fixFor(name, directory), fix);
  }
  assert.not.match(await fixFor("1.2.0", directory), "--bump");
});

states("the fix for a path in the project names the directory at which paths start", async () => {
  const found = await find("crd/bases", directory, { cwd: "charts", project: "config" });
  assert.not(found.ok);
  const fixes = found.ok ? [] : found.diagnostics.map((each) => describeDiagnostic(each).fix);
  assert.match(fixes.join(), "starts at the current directory, not at the directory of `--project`");
});

states("the fix for a path in a commit names the path that works", async () => {
  assert.match(await fixFor("v1.2.0:/config/crd", directory), "Remove the leading slash, as in `v1.2.0:config/crd`.");
  assert.match(await fixFor("v1.2.0:config/crds", directory), "For a path from the current directory");
  assert.equal(await read("v1.2.0", directory), ["bundle-missing: v1.2.0 does not contain any CRDs in dist/"]);
  assert.match(await fixFor("v1.2.0", directory), "as in `v1.2.0:config/crd/bases`.");
  assert.not.match(await fixFor("config/manager.yaml", directory), ":");
});

states("a chart without crds/ is an error that names helm template", async () => {
  for (const chart of ["templated", "v1.2.0:templated"]) {
    const problem = `chart-crds-missing: the Helm chart ${chart} does not contain CRDs in a directory crds/`;
    assert.equal(await read(chart, directory), [problem]);
    assert.match(await fixFor(chart, directory), "`helm template --include-crds`");
  }
});

states("a release is only its tag, also before a path, and a name with two meanings is an error", async () => {
  const project = await operator({ "a/a.yaml": yaml("axles"), "HEAD:a": yaml("axles") });
  await project.git("branch", "v3.0.0");
  assert.match((await read("v3.0.0:a", project.directory)).join(), /^ref-not-tagged: v3.0.0 looks like/);
  assert.equal(await read("refs/heads/v3.0.0:a", project.directory), ["axles"]);
  assert.match((await read("HEAD:a", project.directory)).join(), /^ref-ambiguous: "HEAD:a" is both/);
  assert.equal(await read("./HEAD:a", project.directory), ["axles"]);
});

states("every file that cannot be read is an error with its line and column, all of them at once", async () => {
  const files = {
    "in/a.yaml": "a: [\n",
    "in/b/b.yaml": `${yaml("bolts")}\n---\n  x: {\n`,
    "in/c.yaml": JSON.stringify({ ...named("cogs"), spec: {} }),
    "in/d.yaml": yaml("dials"),
  };
  const project = await operator(files);
  writeFileSync(join(project.directory, "in/e.yaml"), Buffer.from([0x61, 0x3a, 0xff]));
  const onDisk = await read("in", project.directory);
  const places = onDisk.map((message) => message.replace(/^(\S+) .* at (\S+): .*$/, "$1 $2"));
  assert.equal(places.slice(0, 3), [
    "crd-invalid: in/e.yaml",
    "crd-invalid: in/a.yaml:2:1",
    "crd-invalid: in/b/b.yaml:4:1",
  ]);
  assert.ok(places.slice(3).every((place) => place.startsWith("crd-invalid: in/c.yaml:1:")));
  assert.ok(places.length > 4);
  const committed = await read("v1.2.0:in", project.directory);
  assert.equal(
    committed,
    onDisk.slice(1).map((message) => message.replace(" in/", " v1.2.0:in/")),
  );
});

states("copies of a CRD are ignored, and different definitions of it are an error with both files", async () => {
  const changed = named("axles", [stored("v2")]);
  const project = await operator({
    "in/a.yaml": yaml("axles"),
    "in/b/a.yaml": JSON.stringify(changed),
    "in/c.yaml": yaml("axles"),
  });
  const two = (origin: string) => [
    `crd-duplicate: the standard channel contains two different definitions of axles.example.dev: at ${origin}in/a.yaml:1:1 and ${origin}in/b/a.yaml:1:1`,
  ];
  assert.equal(await read("in", project.directory), two(""));
  assert.equal(await read("v1.2.0:in", project.directory), two("v1.2.0:"));
  project.write({ "in/b/a.yaml": yaml("axles") });
  assert.equal(await read("in", project.directory), ["axles"]);
});

states("links that lead out of a directory are errors, and links inside lead to files that are found", async () => {
  const project = new Project(undefined, temporary());
  project.write({ "in/a.yaml": yaml("axles"), "out/b.yaml": yaml("bolts"), LICENSE: "a" });
  const link = (target: string, path: string) => symlinkSync(target, join(project.directory, path));
  link("a.yaml", "in/same.yaml");
  link("../LICENSE", "in/LICENSE");
  await project.commit();
  assert.equal(await read("in", project.directory), ["axles"]);
  assert.equal(await read("HEAD:in", project.directory), ["axles"]);
  link("../out/b.yaml", "in/b.yaml");
  link("../out", "in/more");
  link("in", "linked");
  await project.commit();
  const problems = (origin: string) =>
    ["b.yaml", "more"].map((path) => `input-link: invalid link: ${origin}in/${path} points outside the directory`);
  assert.equal(await read("in", project.directory), problems(""));
  assert.equal(await read("HEAD:in", project.directory), problems("HEAD:"));
  assert.equal(
    await read("HEAD:linked", project.directory),
    problems("HEAD:").map((problem) => problem.replace("/in/", "/linked/").replace(":in/", ":linked/")),
  );
});

states("links on the way to a path in a commit are followed inside the repository, like in a checkout", async () => {
  const project = new Project(undefined, temporary());
  project.write({
    "config/crd/bases/a.yaml": yaml("axles"),
    "op/Chart.yaml": "name: op\n",
    "sub/b.yaml": yaml("bolts"),
  });
  const link = (target: string, path: string) => symlinkSync(target, join(project.directory, path));
  link("../config/crd/bases", "op/crds");
  link("config", "linked");
  link("./linked/crd/", "again");
  link("a.yaml", "config/crd/bases/same.yaml");
  link(".", "config/top");
  await project.commit();
  for (const origin of ["", "HEAD:"]) {
    for (const path of ["op", "op/crds", "linked", "linked/crd/bases/same.yaml", "again/bases", "linked/top/crd"]) {
      assert.equal(await read(origin + path, project.directory), ["axles"], origin + path);
    }
  }
  const found = await find("HEAD:op", project.directory);
  const place = found.ok ? found.value.placeOf?.("standard", "axles.example.dev", []) : undefined;
  assert.is(place?.file, join(project.directory, "op/crds/a.yaml"));
});

states(
  "links on the way to a path that lead out of the repository, to nothing, or in a circle are errors",
  async () => {
    const project = new Project(undefined, temporary());
    project.write({ "in/a.yaml": yaml("axles") });
    const links = {
      out: "../..",
      absolute: join(project.directory, "in"),
      nowhere: "none",
      one: "two",
      two: "one",
      me: ".",
    };
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(project.directory, path));
    await project.commit();
    for (const path of ["out", "absolute", "nowhere", "one"]) {
      const problem = "it is a symbolic link that leads to nothing in the commit";
      const whole = `crd-invalid: invalid CustomResourceDefinition at HEAD:${path}: ${problem}`;
      assert.equal(await read(`HEAD:${path}`, project.directory), [whole]);
      assert.equal(await read(`HEAD:${path}/a.yaml`, project.directory), [whole]);
    }
    assert.equal(await read(`HEAD:${"me/".repeat(30)}in`, project.directory), ["axles"]);
    assert.match((await read(`HEAD:${"me/".repeat(50)}in`, project.directory)).join(), "it is a symbolic link");
  },
);

/** Returns the files of charts that the tool names as not read. */
async function unreadIn(name: string, directory: string): Promise<string[]> {
  const unread: string[] = [];
  await findState(name, {
    ...placesIn(directory),
    remark: (remark) => unread.push(...(remark.about === "unread-in-charts" ? remark.files : [])),
  });
  return unread;
}

states("templates with CRDs and packed subcharts are named, because they are not read", async () => {
  const template = "{{- if .Values.a }}\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";
  const project = await operator({
    "b/crds.yaml": yaml("axles"),
    "b/op/Chart.yaml": "name: op\n",
    "b/op/crds/a.yaml": yaml("bolts"),
    "b/op/charts/sub-1.0.0.tgz": "packed",
    "b/op/charts/sub/templates/crds.yaml": template,
    "b/op/files/copy.json": yaml("cogs"),
    "b/op/templates/deployment.yaml": "{{- if .Values.a }}\nkind: Deployment\n",
    "b/op/values.yaml": "a: 1\n",
    "b/charts/repository-1.0.0.tgz": "no subchart",
  });
  const unread = ["charts/sub/templates/crds.yaml", "files/copy.json", "charts/sub-1.0.0.tgz"];
  for (const origin of ["", "v1.2.0:"]) {
    const files = unread.map((path) => `${origin}b/op/${path}`);
    assert.equal(await unreadIn(`${origin}b/op`, project.directory), files);
    assert.equal(await unreadIn(`${origin}b`, project.directory), files);
    assert.equal(await unreadIn(`${origin}b/op/crds`, project.directory), []);
    assert.equal(await read(`${origin}b`, project.directory), ["axles", "bolts"]);
  }
});

states("a submodule is an error, because its files are not in the commit", async () => {
  const project = await operator({ "in/a.yaml": yaml("axles") });
  await project.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},in/module`);
  await project.git("-c", "user.name=a", "-c", "user.email=a@example.dev", "commit", "--quiet", "--message", "a");
  const problem =
    "crd-invalid: invalid CustomResourceDefinition at HEAD:in/module: it is a submodule, whose files are not in the commit";
  assert.equal(await read("HEAD:in", project.directory), [problem]);
  assert.equal(await read("HEAD:in/module/crds", project.directory), [problem]);
  assert.equal(await read("HEAD:in/a.yaml", project.directory), ["axles"]);
});

states("a bundle has only its channels, and the directory of a channel is read as one", async () => {
  const files = {
    "dist/bundle.json": JSON.stringify({ channels: {} }),
    "dist/standard/a.yaml": yaml("axles"),
    "dist/experimental/a.yaml": yaml("axles"),
    "dist/schemas/b.json": "{",
    "dist/install/standard.yaml": "{",
  };
  const project = await operator(files);
  for (const origin of ["", "v1.2.0:"]) {
    assert.equal(await read(`${origin}dist`, project.directory), ["axles", "axles"]);
    assert.equal(await read(`${origin}dist/experimental`, project.directory), ["axles"]);
  }
});

states("without the index of a bundle, directories with the names of channels hide nothing", async () => {
  const project = await operator({
    "crd/bases/a.yaml": yaml("axles"),
    "crd/experimental/kustomization.yaml": KUSTOMIZATION,
    "mixed/a.yaml": yaml("axles"),
    "mixed/experimental/b.yaml": yaml("bolts"),
    "mixed/standard/a.yaml": yaml("axles"),
    "twice/a.yaml": yaml("axles"),
    "twice/bundle.json": JSON.stringify({ channels: ["not an index"] }),
    "twice/standard/a.yaml": JSON.stringify(named("axles", [stored("v2")])),
  });
  for (const origin of ["", "v1.2.0:"]) {
    const found = await find(`${origin}crd`, project.directory);
    assert.equal(found.ok && [...found.value.channels.keys()], ["standard"]);
    assert.ok(found.ok && found.value.withoutChannels);
    assert.equal(await read(`${origin}mixed`, project.directory), ["axles", "bolts"]);
    assert.match(
      (await read(`${origin}twice`, project.directory)).join(),
      /^crd-duplicate: .*a\.yaml.* and .*standard\/a/,
    );
  }
});

states("trees that git would not make, and more manifests than fit into memory, are errors", async () => {
  const project = await operator({ "in/a.yaml": yaml("axles") });
  const { stdout: blob } = await execa("git", ["rev-parse", "HEAD:in/a.yaml"], { cwd: project.directory });
  const input = Array.from({ length: 10_001 }, (_, at) => `100644 blob ${blob}\tn${at}.yaml`).join("\n");
  const { stdout: tree } = await execa("git", ["mktree"], { cwd: project.directory, input });
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.dev"];
  const { stdout: commit } = await execa("git", [...who, "commit-tree", "-m", "a", tree], { cwd: project.directory });
  assert.equal(await read(`${commit}:`, project.directory), [
    `crds-too-many: ${commit}: contains more than 10000 YAML and JSON files`,
  ]);
});

states("control characters in the name of a file are escaped in messages", async () => {
  mkdirSync(join(directory, "odd"));
  writeFileSync(join(directory, "odd/\u001b[31m.yaml"), "a: [\n");
  const run = (terminal: Terminal) => diffCommand("odd", "config", { project: ".", format: "text" }, terminal);
  const { exit, err } = await inTerminal(directory, run);
  assert.is(exit, 2);
  assert.match(err, /invalid CustomResourceDefinition at odd\/.*31m\.yaml:2:1/);
  assert.not.ok(err.includes("\u001b"));
});

states("the problems of both states are reported in one run, by diff and by policy", async () => {
  const project = await operator({ "old/a.yaml": "a: [\n", "new/a.yaml": "b: [\n" });
  const states = { from: "v1.2.0:old", to: "new" };
  const diff = (terminal: Terminal) => diffCommand(states.from, states.to, { project: ".", format: "text" }, terminal);
  const policy = (terminal: Terminal) => policyCommand({ ...states, project: ".", format: "text" }, terminal);
  for (const run of [diff, policy]) {
    const { exit, err } = await inTerminal(project.directory, run);
    assert.is(exit, 2);
    for (const place of ["v1.2.0:old/a.yaml:2:1", "new/a.yaml:2:1"]) assert.match(err, ` at ${place}: `);
  }
});

states.run();
