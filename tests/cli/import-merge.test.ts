/** Tests of `crd-bundle import --merge`: what changes in a project that was edited by hand, and what stays. */
import { mkdirSync, promises, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildCommand } from "../../scripts/cli/build.js";
import { type ImportOptions, importCommand } from "../../scripts/cli/import.js";
import { type FileOperations, OutputDirectory } from "../../scripts/host/output-directory.js";
import { inTerminal, type Result, removeProjects, temporary } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { schemaProblems } from "../support/json-schemas.js";

const tests = suite("cli/import-merge");
tests.after(removeProjects);

const CRDS = readFileSync(join(ROOT, "tests/cli/import/crds.yaml"), "utf8");
const APIS = "out/apis/example.dev";

function run(directory: string, options: Partial<ImportOptions> = {}): Promise<Result> {
  const given: ImportOptions = { project: "out", format: "text", files: ["crds.yaml"], ...options };
  return inTerminal(directory, (terminal) => importCommand(given, terminal));
}

function merge(directory: string, crds: string, options: Partial<ImportOptions> = {}): Promise<Result> {
  writeFileSync(join(directory, "new.yaml"), crds);
  return run(directory, { files: ["new.yaml"], merge: true, ...options });
}

/** Returns the directory of an imported project. */
async function imported(crds = CRDS): Promise<string> {
  const directory = temporary();
  writeFileSync(join(directory, "crds.yaml"), crds);
  assert.is((await run(directory)).exit, 0);
  mkdirSync(join(directory, "out/node_modules"));
  symlinkSync(join(ROOT, "scripts"), join(directory, "out/node_modules/crd-bundle"));
  return directory;
}

function read(directory: string, path: string): string {
  return readFileSync(join(directory, APIS, path), "utf8");
}

function edit(directory: string, path: string, change: (text: string) => string): void {
  const text = read(directory, path);
  assert.is.not(change(text), text, `${path} changes`);
  writeFileSync(join(directory, APIS, path), change(text));
}

/** Returns the sources of a project, by path. */
function sourcesOf(directory: string): Record<string, string> {
  const paths = readdirSync(join(directory, APIS), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, read(directory, path)]));
}

tests("the CRDs that a project builds change no file, although the build adds descriptions to them", async () => {
  const directory = await imported();
  const path = join(directory, APIS, "v1/gadget.ts");
  const text = readFileSync(path, "utf8").replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=apiVersion: |kind: )/g, "");
  writeFileSync(path, text);
  const project = join(directory, "out");
  const build = await execa(process.execPath, [join(ROOT, "scripts/cli/bin.js"), "build"], { cwd: project });
  assert.is(build.exitCode, 0);
  const { exit } = await run(directory, { files: ["out/dist/standard"], merge: true });
  assert.is(exit, 0);
  assert.is(readFileSync(path, "utf8"), text);
});

tests("the same CRDs change nothing", async () => {
  const directory = await imported();
  const before = sourcesOf(directory);
  const { exit, out } = await merge(directory, CRDS);
  assert.is(exit, 0);
  assert.match(out, /^No file changes\.$/m);
  assert.equal(sourcesOf(directory), before);
});

tests("prints JSON, and writes nothing with --check", async () => {
  const directory = await imported();
  const before = sourcesOf(directory);
  const newer = CRDS.replace("maximum: 65535", "maximum: 1000");
  assert.is.not(newer, CRDS);
  const { out, err } = await merge(directory, newer, { check: true, format: "json" });
  assert.is(err, "");
  assert.equal(schemaProblems("import", JSON.parse(out)), []);
  assert.is(JSON.parse(out).merged.changed.length > 0, true);
  assert.equal(sourcesOf(directory), before);
});

tests("names the advice that the build reports, because the settings stay", async () => {
  const directory = await imported();
  const older = `
    - name: v1beta1
      served: true
      storage: false
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {shade: {type: string}}}}}}
`;
  const { exit, out } = await merge(directory, CRDS.trimEnd() + older);
  assert.is(exit, 0);
  assert.match(out, /^The build reports .*\bversion-loses-field\b.* in apis\/bundle\.yaml\.$/m);
  const settings = join(directory, "out/apis/bundle.yaml");
  writeFileSync(settings, `${readFileSync(settings, "utf8")}\nlevels:\n  version-loses-field: off\n`);
  const again = await merge(directory, CRDS.trimEnd() + older);
  assert.not.match(again.out, "version-loses-field");
});

tests("no command uses the sources of a merge that was killed, and the next merge completes it", async () => {
  const directory = await imported();
  const newer = CRDS.replace("maximum: 65535", "maximum: 1000");
  const before = sourcesOf(directory);
  assert.is((await merge(directory, newer)).exit, 0);
  const after = sourcesOf(directory);
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  for (const path of changed) writeFileSync(join(directory, APIS, path), before[path] ?? "");
  const root = join(realpathSync(directory), "out/apis");
  const files = changed.map((path) => ({ path: `example.dev/${path}`, text: after[path] ?? "" }));
  const isPlaced = (to: string) => to.startsWith(root);
  const rename = (from: string, to: string) =>
    isPlaced(to) ? Promise.reject(new Error("killed")) : promises.rename(from, to);
  const place = { root, anchor: join(root, ".."), beside: [] };
  const killed = new OutputDirectory(place, { pid: process.pid, isRunning: () => false }, {
    ...promises,
    rename,
    sync: async () => {},
  } as FileOperations);
  const drift = { missing: [], differing: files.map(({ path }) => path), surplus: [] };
  let error: unknown;
  await killed
    .exclusively(() => killed.apply(files, drift))
    .catch((thrown: unknown) => {
      error = thrown;
    });
  assert.is((error as Error).message, "killed");
  assert.equal(sourcesOf(directory), before);
  const build = () => inTerminal(directory, (terminal) => buildCommand({ project: "out", format: "text" }, terminal));
  const blocked = await build();
  assert.is(blocked.exit, 1);
  assert.match(blocked.err, "a merge is changing the files in apis, or was killed while it did [import-interrupted]");
  assert.is((await merge(directory, newer)).exit, 0);
  assert.equal(sourcesOf(directory), after);
  assert.is((await build()).exit, 0);
});

tests("a version that no longer equals another keeps its comment", async () => {
  const directory = await imported();
  const reason = "@differs columns Clients of this version print them.";
  edit(directory, "v1beta1/widget.ts", (text) => text.replace(/@differs columns .*/, reason));
  const [before = "", ...rest] = CRDS.split(/(?<=^ {2}- name: v1beta1$)/m);
  const newer = [before, ...rest.map((text) => text.replace("default: 1\n", "default: 2\n"))].join("");
  assert.is.not(newer, CRDS);
  assert.is((await merge(directory, newer)).exit, 0);
  const widget = read(directory, "v1beta1/widget.ts");
  assert.match(widget, "export interface Widget {");
  assert.match(widget, reason);
});

tests("a link in place of the pending files of a merge stops no build", async () => {
  const directory = await imported();
  symlinkSync(temporary(), join(directory, "out/.apis.crd-bundle-output"));
  const built = await inTerminal(directory, (terminal) => buildCommand({ project: "out", format: "text" }, terminal));
  assert.is(built.exit, 0, built.err);
});

/** Renames a type, moves it, and adds comments, a description and an alias. */
async function editedByHand(): Promise<string> {
  const directory = await imported();
  const shared = read(directory, "v1/shared.ts").replace("interface Port ", "interface Endpoint ");
  writeFileSync(join(directory, APIS, "v1/endpoint.ts"), `// Moved here by hand.\n${shared}`);
  writeFileSync(
    join(directory, APIS, "v1/shared.ts"),
    "/** Not used yet. */\nexport interface Later {\n  a?: string;\n}\n",
  );
  for (const kind of ["v1/gadget.ts", "v1/widget.ts"]) {
    edit(directory, kind, (text) =>
      text
        .replaceAll("Port[]", "Endpoint[]")
        .replace('{ Port } from "./shared.js"', '{ Endpoint } from "./endpoint.js"'),
    );
  }
  edit(directory, "v1/endpoint.ts", (text) =>
    text
      .replace("   * Number of the port.", "   * Number of the port, as\n   * clients use it.")
      .replace("  /**\n   * Name", "  // The key of the list.\n  /**\n   * Name")
      .replace("name: string;", "name: string; // a DNS label"),
  );
  edit(directory, "v1/gadget.ts", (text) =>
    text.replace('color?: "Red" | "Green"', 'color?: "Red" | /* fresh */ "Green"'),
  );
  return directory;
}

/** Returns the CRDs with another maximum in the ports of the last kind. */
function withLastMaximum(maximum: number): string {
  const [before, after] = [CRDS.slice(0, CRDS.lastIndexOf("65535")), CRDS.slice(CRDS.lastIndexOf("65535") + 5)];
  return `${before}${maximum}${after}`;
}

const NEWER = CRDS.replaceAll("maximum: 65535", "maximum: 1000")
  .replace("enum: [Red, Green]", "enum: [Red, Green, Blue]")
  .replaceAll(/^( +)x-kubernetes-list-map-keys:/gm, "$1minItems: 1\n$1x-kubernetes-list-map-keys:")
  .replaceAll(
    /^( +)replicas:\n +description: Number of parts that exist.\n.*\n.*\n/gm,
    "$1ready:\n$1  description: True if all parts exist.\n$1  type: boolean\n",
  )
  .replaceAll(
    /^( +)replicas:\n( +default: 1)/gm,
    "$1owner:\n$1  type: object\n$1  properties: {team: {type: string, maxLength: 5}}\n$1replicas:\n$2",
  );

tests("changes what differs, and keeps what was edited by hand", async () => {
  const directory = await editedByHand();
  const { exit, out, err } = await merge(directory, NEWER);
  assert.is(err, "");
  assert.is(exit, 0);
  const texts = Object.entries(sourcesOf(directory)).map(([path, text]) => `--- ${path}\n${text}`);
  matchesGolden(`${out}${texts.join("")}`, join(ROOT, "tests/cli/import/merged.txt"));
  const before = sourcesOf(directory);
  assert.match((await merge(directory, NEWER)).out, /^No file changes\.$/m);
  assert.equal(sourcesOf(directory), before);
});

tests("with a base, takes descriptions that nobody edited, and marks those that both sides changed", async () => {
  const directory = await editedByHand();
  const newer = CRDS.replaceAll("Number of the port.", "Port number.").replaceAll("Color of the gadget.", "Paint.");
  const { exit, out, err } = await merge(directory, newer, { base: ["crds.yaml"], format: "json" });
  assert.is(err, "");
  assert.is(exit, 0);
  assert.match(read(directory, "v1/gadget.ts"), /Paint\./);
  assert.match(read(directory, "v1/endpoint.ts"), /as\n {3}\* clients use it/);
  const { descriptions } = JSON.parse(out).merged as { descriptions: { isConflict: boolean }[] };
  assert.ok(descriptions.length > 0 && descriptions.every(({ isConflict }) => isConflict), out);
});

tests("a field that changes for one kind only gets a type of its own there", async () => {
  const directory = await imported();
  const { exit } = await merge(directory, withLastMaximum(9));
  assert.is(exit, 0);
  assert.match(read(directory, "v1/shared.ts"), /interface Port [\s\S]*@maximum 65535/);
  assert.match(read(directory, "v1/gadget.ts"), /ports\?: (\w+Port)\[\];[\s\S]*interface \1 [\s\S]*@maximum 9/);
});

tests("keeps kinds that are not among the new CRDs, and removes versions that are gone", async () => {
  const directory = await imported();
  const onlyWidgets = CRDS.slice(0, CRDS.indexOf("---", 10));
  const at = onlyWidgets.indexOf("  - name: v1beta1");
  const { exit, out } = await merge(directory, onlyWidgets.slice(0, at));
  assert.is(exit, 0);
  assert.match(out, /^Removed:\n {2}out\/apis\/example\.dev\/v1beta1\/widget\.ts$/m);
  assert.match(read(directory, "v1/gadget.ts"), /interface Gadget /);
});

tests("the types of a new version have the names that a new import gives them", async () => {
  const both = CRDS.slice(0, CRDS.indexOf("---", 10));
  const differing = `${both.slice(0, both.lastIndexOf("65535"))}9${both.slice(both.lastIndexOf("65535") + 5)}`;
  const [whole, grown] = [temporary(), await imported(both.slice(0, both.indexOf("  - name: v1beta1")))];
  writeFileSync(join(whole, "crds.yaml"), differing);
  assert.is((await run(whole)).exit, 0);
  assert.is((await merge(grown, differing)).exit, 0);
  const importsOnly = (text: string) => text.slice(0, text.indexOf("/**"));
  const [expected, actual] = [whole, grown].map((directory) => read(directory, "v1beta1/widget.ts")) as [
    string,
    string,
  ];
  assert.match(actual, "interface WidgetSpec {");
  assert.match(actual, "interface Port {");
  assert.is(importsOnly(actual), importsOnly(expected));
});

tests("the imports of a new kind are next to each other", async () => {
  const directory = await imported(CRDS.slice(0, CRDS.indexOf("---", 10)));
  assert.is((await merge(directory, CRDS)).exit, 0);
  assert.match(read(directory, "v1/gadget.ts"), /^(import type .*;\n){3}\n\/\*\*/);
});

/** Checks that a merge reports exactly these codes, and changes no file. */
async function rejects(directory: string, crds: string, codes: readonly string[]): Promise<void> {
  const before = sourcesOf(directory);
  const { exit, err } = await merge(directory, crds);
  assert.equal([...new Set([...err.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code))], codes, err);
  assert.is(exit, 1);
  assert.equal(sourcesOf(directory), before);
}

tests("reports types that it cannot read, and changes that it cannot make, and writes nothing", async () => {
  const broken = await imported();
  edit(broken, "v1/gadget.ts", (text) => text.replace("Port[]", "Missing[]"));
  await rejects(broken, NEWER, ["typescript"]);
  const shared = await imported();
  edit(shared, "v1/gadget.ts", (text) => text.replace("Port[]", 'Pick<Port, "name" | "number">[]'));
  await rejects(shared, withLastMaximum(9), ["import-merge-shared"]);
  const otherGroup = CRDS.replaceAll("gadgets.example.dev", "gadgets.other.dev").replace(
    /group: example.dev(?=[\s\S]{0,50}Gadget)/,
    "group: other.dev",
  );
  await rejects(await imported(), otherGroup, ["import-merge-failed"]);
});

tests("changes no file with changes that are not committed", async () => {
  const directory = await imported();
  await execa("git", ["init", "--quiet"], { cwd: join(directory, "out") });
  await rejects(directory, NEWER, ["import-uncommitted"]);
});

tests("--base needs --merge", async () => {
  const { exit, err } = await run(await imported(), { base: ["crds.yaml"] });
  assert.is(exit, 2);
  assert.match(err, /import-merge-option/);
});

tests.run();
