/** Tests of the places of changes: the lines in the files of the newer state. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffCommand } from "../../scripts/cli/diff.js";
import { policyCommand } from "../../scripts/cli/policy.js";
import type { ChangeFormat } from "../../scripts/core/model/change.js";
import type { Json } from "../../scripts/core/model/json.js";
import { printYaml } from "../../scripts/core/yaml/print.js";
import { crd, object, STRING, stored, version } from "../changes/diff/crd.js";
import { inTerminal, removeProjects, temporary } from "../support/git-project.js";

const places = suite("cli/places-of-changes");
places.after(removeProjects);

const directory = temporary();

function write(path: string, text: string): void {
  mkdirSync(join(directory, path, ".."), { recursive: true });
  writeFileSync(join(directory, path), text);
}

const yaml = (...documents: unknown[]) => documents.map((each) => printYaml(each as Json)).join("---\n");
const ports = (...required: string[]) => ({ type: "array", items: object({ name: STRING }, { required }) });
const OLD = crd([
  stored("v1", object({ ports: ports(), gone: STRING, inner: object({ gone: STRING }) })),
  version("v2"),
]);
const NEW = crd([stored("v1", object({ more: STRING, ports: ports("name"), inner: object({}) }))]);
write("old/crds.yaml", yaml(OLD));
write("new/a/crds.yaml", yaml({ kind: "ConfigMap" }, { kind: "List", items: [{ kind: "Secret" }, NEW] }));
write("none/crds.yaml", yaml({ ...OLD, metadata: { name: "others.example.dev" } }));
const PATH = "new/a/crds.yaml";
const LINES = readFileSync(join(directory, PATH), "utf8").split("\n");

const diff = (format: ChangeFormat, to = "new", cwd = directory, from = "old") =>
  inTerminal(cwd, (terminal) => diffCommand(from, to, { project: ".", format }, terminal));

const policy = (format: ChangeFormat, to = "new") =>
  inTerminal(directory, (terminal) =>
    policyCommand({ from: "old", to, project: ".", bump: "minor", format }, terminal),
  );

interface Shown {
  readonly path?: string;
  readonly subject: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

interface Located {
  readonly artifactLocation: { readonly uri: string };
  readonly region: { readonly startLine: number };
}

const changesTo = async (to: string): Promise<readonly Shown[]> => JSON.parse((await diff("json", to)).out).changes;

places("a change is at its field, otherwise at the part around it", async () => {
  const found = (await changesTo("new")).map(({ path, subject, file, line = 0, column = 0 }) => {
    assert.is(file, PATH);
    return [path ?? subject, (LINES[line - 1] ?? "").slice(column - 1)];
  });
  assert.equal(Object.fromEntries(found), {
    "version-removed": "versions:",
    ".gone": "openAPIV3Schema:",
    ".inner.gone": "inner:",
    ".more": "more:",
    ".ports[].name": "name:",
  });
});

places("annotations, JUnit and SARIF point at the file", async () => {
  const all = await changesTo("new");
  const more = all.find(({ path }) => path === ".more");
  assert.match((await diff("github")).out, `::notice file=${PATH},line=${more?.line},col=${more?.column},title=`);
  assert.match((await diff("junit")).out, `file="${PATH}" line="${more?.line}"`);
  const { results } = JSON.parse((await diff("sarif")).out).runs[0];
  const located = results.map(({ locations }: { locations: readonly [{ physicalLocation: Located }] }) => {
    const { artifactLocation, region } = locations[0].physicalLocation;
    assert.is(artifactLocation.uri, PATH);
    return region.startLine;
  });
  assert.ok(located.includes(more?.line));
});

places("a finding about two states is at the same place as its change", async () => {
  const expected = (await changesTo("new")).map(({ path, subject, line, column }) => ({ path, subject, line, column }));
  const { findings } = JSON.parse((await policy("json")).out).verdict;
  const found = (findings as readonly (Shown & { readonly rule: string })[]).map((finding) => {
    assert.is(finding.file, PATH);
    const { path, subject, line, column } = finding;
    return { path, subject, line, column };
  });
  for (const change of expected) assert.ok(found.some((finding) => JSON.stringify(finding) === JSON.stringify(change)));
  const required = findings.find(({ path }: Shown) => path === ".ports[].name");
  assert.match(
    (await policy("github")).out,
    `::error file=${PATH},line=${required.line},col=${required.column},title=`,
  );
  assert.match((await policy("junit")).out, `file="${PATH}" line="${required.line}"`);
  assert.match((await policy("text")).out, `    ${PATH}:${required.line}:${required.column}\n`);
  const { results } = JSON.parse((await policy("sarif")).out).runs[0];
  assert.ok(results.length > 0);
  for (const { locations } of results) assert.is(locations[0].physicalLocation.artifactLocation.uri, PATH);
});

places("paths are relative to the working directory", async () => {
  const inside = join(directory, "new");
  for (const to of [".", "a", "a/crds.yaml", inside]) {
    const { changes } = JSON.parse((await diff("json", to, inside, "../old")).out);
    assert.is(changes[0].file, "a/crds.yaml", to);
  }
});

places("a state at a path in a commit has the places in the files of the commit", async () => {
  const git = (...args: readonly string[]) => execa("git", ["-C", directory, ...args]);
  await git("init", "-q");
  await git("add", ".");
  await git("-c", "user.name=a", "-c", "user.email=a@example.dev", "commit", "-qm", "a");
  const expected = await changesTo("new");
  for (const to of ["HEAD:new", `HEAD:${PATH}`]) assert.equal(await changesTo(to), expected, to);
  const inside = join(directory, "new");
  const { changes } = JSON.parse((await diff("json", "HEAD:./a", inside, "../old")).out);
  assert.is(changes[0].file, "a/crds.yaml");
});

places("a removed kind and a state that is not on the disk have no place", async () => {
  const [removed] = (await changesTo("none")).filter(({ subject }) => subject === "kind-removed");
  assert.is(removed?.file, undefined);
  const piped = await inTerminal(directory, (terminal) =>
    diffCommand("old", "-", { project: ".", format: "json" }, { ...terminal, readInput: async () => yaml(NEW) }),
  );
  const { changes } = JSON.parse(piped.out);
  assert.ok(changes.length > 0);
  for (const { file } of changes) assert.is(file, undefined);
});

places.run();
