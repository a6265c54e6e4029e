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
/** The CRDs of the first kind. */
const WIDGETS = CRDS.slice(0, CRDS.indexOf("---", 10));

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
  const build = await execa(process.execPath, [join(ROOT, "scripts/cli/bin.cjs"), "build"], { cwd: project });
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

tests("changes no file that Git ignores", async () => {
  const directory = await imported();
  const project = join(directory, "out");
  writeFileSync(join(project, ".gitignore"), "*.ts\n");
  await execa("git", ["init", "--quiet"], { cwd: project });
  await execa("git", ["add", "."], { cwd: project });
  await execa("git", ["-c", "user.name=A", "-c", "user.email=a@example.dev", "commit", "-qm", "Import"], {
    cwd: project,
  });
  await rejects(directory, NEWER, ["import-uncommitted"]);
});

tests("creates nothing in a directory that contains no project", async () => {
  const directory = await imported();
  const { exit, err } = await merge(directory, NEWER, { project: "other" });
  assert.is(exit, 2);
  assert.match(err, "other");
  assert.equal(readdirSync(directory).sort(), ["crds.yaml", "new.yaml", "out"]);
});

/** A version that is written out, with types that it shares with another version. */
const SHARING = `import type { ObjectMeta } from "crd-bundle/meta/v1";
import type { WidgetSpec, WidgetStatus } from "../v1/widget.js";

/**
 * Widget is a group of identical parts.
 *
 * @deprecated
 * @differs columns Imported with its own columns.
 */
export interface Widget {
  /** Version of the schema of this object. */
  apiVersion: "example.dev/v1beta1";
  /** Kind of this object. */
  kind: "Widget";
  metadata: ObjectMeta;
  /** WidgetSpec defines the desired state of Widget. */
  spec: WidgetSpec;
  /** WidgetStatus defines the observed state of Widget. */
  status?: WidgetStatus;
}
`;

tests("a version that is derived keeps its form and its own descriptions", async () => {
  const directory = await imported();
  const path = "v1beta1/widget.ts";
  edit(directory, path, (text) =>
    text.replace("/** Version of", "/** Our version of").replace("}\n", '  /** Our kind. */\n  kind: "Widget";\n}\n'),
  );
  const text = read(directory, path);
  const { out } = await merge(directory, CRDS, { base: ["crds.yaml"] });
  assert.match(out, /^No file changes\.$/m);
  edit(directory, path, (before) => before.replace(/}\n$/, "  /** Only here. */\n  extra?: string;\n}\n"));
  const own = read(directory, path);
  const [before = "", ...rest] = CRDS.split(/(?<=^ {2}- name: v1beta1$)/m);
  const extra = (description: string) =>
    [
      before,
      ...rest.map((part) =>
        part.replace(/^( +)status:$/m, `$1extra: {type: string, description: ${description}}\n$1status:`),
      ),
    ].join("");
  assert.match((await merge(directory, extra("Only here."))).out, /^No file changes\.$/m);
  assert.is((await merge(directory, extra("Only here., maxLength: 5").replace("65535", "1000"))).exit, 1);
  assert.is(read(directory, path), own);
  const longer = extra("Only here., maxLength: 5");
  assert.is((await merge(directory, longer)).err, "");
  assert.match(read(directory, path), "  /**\n   * Only here.\n   *\n   * @maxLength 5\n   */\n  extra?: string;\n");
  assert.ok(read(directory, path).startsWith(text.slice(0, text.lastIndexOf("}"))));
});

tests("rules have the order of the new CRDs, and keep the form that their author gave them", async () => {
  const rules = (names: readonly string[]) =>
    CRDS.replace(/( +)- rule: self\.metadata\.name != "none"\n.*\n/, (_, indent: string) =>
      names.map((name) => `${indent}- {rule: self.metadata.name != "${name}", message: ${name} is taken}\n`).join(""),
    );
  const directory = await imported(rules(["a", "b"]));
  edit(directory, "v1/gadget.ts", (text) => text.replace("b is taken", "b is\n *   taken"));
  assert.is((await merge(directory, rules(["b", "c"]))).err, "");
  assert.match(read(directory, "v1/gadget.ts"), /"b"` b is\n \* {3}taken\n \* @validation `self.metadata.name != "c"`/);
  assert.is((await merge(directory, rules(["d", "b"]))).err, "");
  assert.match(read(directory, "v1/gadget.ts"), /"d"` d is taken\n \* @validation `self.metadata.name != "b"` b is\n/);
});

tests("tags for the only channel of a project are like those without a channel", async () => {
  const directory = await imported();
  edit(directory, "v1/shared.ts", (text) => text.replace("@maximum 65535", "@maximum (standard) 65535"));
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  assert.is((await merge(directory, CRDS.replaceAll("65535", "1000"))).err, "");
  assert.match(read(directory, "v1/shared.ts"), /@maximum 1000/);
});

tests("the members of a union keep their comments", async () => {
  const directory = await imported(CRDS.replace("[Red, Green]", "[Red, Green, Gold]"));
  edit(directory, "v1/gadget.ts", (text) =>
    text.replace(
      /color\?: .*;/,
      'color?:\n    | "Red" // as ever\n    // For lawns.\n    | "Green" // TODO\n    | "Gold"; // expensive',
    ),
  );
  assert.is((await merge(directory, CRDS.replace("[Red, Green]", "[Red, Blue, Green]"))).err, "");
  assert.match(
    read(directory, "v1/gadget.ts"),
    'color?:\n    | "Red" // as ever\n    | "Blue"\n    // For lawns.\n    | "Green"; // TODO\n',
  );
});

tests("an enum keeps the names of its members", async () => {
  const directory = await imported();
  edit(
    directory,
    "v1/gadget.ts",
    (text) =>
      `${text.replace(/color\?: .*;/, "color?: Color;")}\nexport enum Color {\n  Red = "Red",\n  Green = "Green",\n}\n`,
  );
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  await rejects(directory, CRDS.replace("[Red, Green]", "[Red, Green, Blue]"), ["import-merge-shared"]);
});

tests("comments stay before a type that changes, and after properties on the same line", async () => {
  const directory = await imported();
  edit(directory, "v1/gadget.ts", (text) => text.replace("color?: ", "color?: // as on the box\n    "));
  edit(directory, "v1/shared.ts", (text) => text.replace(/;\n {2}\/\*\*\n {3}\* Number/, "; /**\n   * Number"));
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  const newer = CRDS.replace("enum: [Red, Green]", "maxLength: 9").replaceAll(
    /^ +name:\n +description: \|-\n +Name of the port\.\n(?:.*\n){4}/gm,
    "",
  );
  const unnamed = newer
    .replaceAll(/^ +- name\n( +- number\n)/gm, "$1")
    .replaceAll("required: [name, number]", "required: [number]")
    .replaceAll(/^ +x-kubernetes-list-(?:map-keys:\n +- name|type: map)\n/gm, "");
  assert.is((await merge(directory, unnamed)).err, "");
  assert.match(read(directory, "v1/gadget.ts"), "color?: // as on the box\n    string;");
  assert.match(read(directory, "v1/shared.ts"), /interface Port \{\n? *\/\*\*\n {3}\* Number of the port\./);
});

tests("new lines have the line ends of their file", async () => {
  const directory = await imported();
  edit(directory, "v1/widget.ts", (text) => text.replaceAll("\n", "\r\n"));
  assert.is((await merge(directory, NEWER)).exit, 0);
  const text = read(directory, "v1/widget.ts");
  assert.match(text, "owner?: Owner;\r\n");
  assert.not.match(text, /[^\r]\n/);
});

tests("declarations that only removed types used are removed, with their imports", async () => {
  const directory = await imported();
  writeFileSync(
    join(directory, APIS, "v1/base.ts"),
    "export interface Base {\n  /** True if all parts exist. */\n  ready?: boolean;\n}\n",
  );
  const withReady = CRDS.replace(
    /^( +)replicas:\n +description: Number of parts that exist\.$/m,
    (text, indent: string) => `${indent}ready: {type: boolean, description: True if all parts exist.}\n${text}`,
  );
  edit(directory, "v1beta1/widget.ts", () =>
    SHARING.replace("WidgetStatus }", "WidgetStatus as Status }").replace("?: WidgetStatus", "?: Status"),
  );
  edit(
    directory,
    "v1/widget.ts",
    (text) =>
      `import type { Base } from "./base.js";\n${text.replace("interface WidgetStatus {", "interface WidgetStatus extends Base {")}`,
  );
  const before = withNewStatusField(CRDS);
  assert.is(withReady === CRDS, false);
  assert.match((await merge(directory, before)).out, /^No file changes\.$/m);
  const none = before.replaceAll(/^ {10}status:\n(?: {12}.*\n)+/gm, "");
  assert.is((await merge(directory, none)).err, "");
  assert.not.ok(Object.keys(sourcesOf(directory)).includes("v1/base.ts"));
  assert.not.match(read(directory, "v1beta1/widget.ts"), "Status");
});

/** Returns the CRDs with another field in the status of both versions. */
function withNewStatusField(crds: string): string {
  return crds.replace(
    /^( +)replicas:\n +description: Number of parts that exist\.$/gm,
    (text, indent: string) => `${indent}ready: {type: boolean, description: True if all parts exist.}\n${text}`,
  );
}

/** Returns the CRDs of a kind with another field in the status of its first versions. */
function withNewStatus(crds: string, count: number): string {
  const field = /^( +)replicas:\n +description: Number of parts that exist\.$/gm;
  let seen = 0;
  return crds.replace(field, (text, indent: string) => {
    seen++;
    return seen > count ? text : `${indent}ready: {type: boolean}\n${text}`;
  });
}

tests("adds a field to a type that versions share only if each of them has it", async () => {
  const directory = await imported();
  writeFileSync(join(directory, APIS, "v1beta1/widget.ts"), SHARING);
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  await rejects(directory, withNewStatus(CRDS, 1), ["import-merge-shared"]);
  assert.is((await merge(directory, withNewStatus(CRDS, 2))).exit, 0);
  assert.is(read(directory, "v1/widget.ts").match(/ready\?: boolean/g)?.length, 1);
});

tests("changes no kind that is not among the new CRDs, although it shares a type with one that is", async () => {
  const directory = await imported();
  const gear = SHARING.replaceAll("v1beta1", "v2")
    .replaceAll(/\bWidget\b(?!\.)/g, "Gear")
    .replace(/^ \* @.*\n/gm, "");
  mkdirSync(join(directory, APIS, "v2"));
  writeFileSync(join(directory, APIS, "v2/gear.ts"), gear);
  assert.match((await merge(directory, WIDGETS)).out, /^No file changes\.$/m);
  await rejects(directory, withNewStatus(WIDGETS, 2), ["import-merge-shared"]);
});

tests("changes what is inside an object that is written in the type of a property", async () => {
  const directory = await imported();
  edit(directory, "v1/gadget.ts", (text) => {
    const body = /export interface GadgetSpec (\{[\s\S]*?\n\})\n/.exec(text)?.[1] ?? "";
    const inline = body.replaceAll("\n", "\n  ").replace("*/\n    color", "*/\n    // Not only for humans.\n    color");
    return text
      .slice(0, text.indexOf("export interface GadgetSpec"))
      .replace("spec?: GadgetSpec;", `spec?: ${inline}; // what users want`)
      .trimEnd()
      .concat("\n");
  });
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  const newer = CRDS.replace("enum: [Red, Green]", "enum: [Red, Green, Blue]\n                  maxLength: 9")
    .replace(
      /( +)type: object\n( +properties:\n +color:)/,
      "$1type: object\n$1minProperties: 1\n$1default: {size: 1}\n$2",
    )
    .replace(/^ +resources:\n[\s\S]*$/m, "                size: {type: integer}\n");
  const { err } = await merge(directory, newer);
  assert.is(err, "");
  const gadget = read(directory, "v1/gadget.ts");
  assert.is(
    gadget.slice(gadget.indexOf("  /**\n   * GadgetSpec")),
    `  /**
   * GadgetSpec defines the desired state of Gadget.
   *
   * @default \`{"size":1}\`
   * @minProperties 1
   */
  spec?: {
    /**
     * Color of the gadget.
     *
     * @maxLength 9
     */
    // Not only for humans.
    color?: "Red" | "Green" | "Blue";
    /**
     * Ports on which the gadget listens.
     *
     * @maxItems 8
     */
    ports?: Port[];
    size?: integer;
  }; // what users want
}
`,
  );
});

tests("takes new line breaks of descriptions, and descriptions in tags", async () => {
  const directory = await imported();
  edit(directory, "v1/gadget.ts", (text) =>
    text.replace(
      "/** Color of the gadget. */",
      "/**\n   * Ask the designers.\n   *\n   * @description Color of the gadget.\n   */",
    ),
  );
  assert.match((await merge(directory, CRDS)).out, /^No file changes\.$/m);
  const newer = CRDS.replace(
    /description: \|-\n( +Name of the port\.)\n +(It must)/g,
    "description: |-\n$1 $2",
  ).replace("Color of the gadget.", "Paint.");
  const { exit, out } = await merge(directory, newer, { base: ["crds.yaml"] });
  assert.is(exit, 0, out);
  assert.match(read(directory, "v1/shared.ts"), "Name of the port. It must be unique.");
  assert.match(read(directory, "v1/gadget.ts"), "* Ask the designers.\n   *\n   * @description Paint.\n");
});

const [STANDARD = "", EXPERIMENTAL = ""] = channelCrds();

/** Returns the CRDs of both channels, of which the experimental one has all kinds. */
function channelCrds(): readonly string[] {
  const [standard = "", experimental = ""] = ["standard", "experimental"].map((channel) =>
    readFileSync(join(ROOT, `tests/cli/import/${channel}.yaml`), "utf8"),
  );
  const gears = standard.slice(standard.indexOf("---\n")).replace("channel: standard", "channel: experimental");
  return [standard, `${experimental.trimEnd()}\n${gears}`];
}

const IN_CHANNELS = { files: [], standard: ["standard.yaml"], experimental: ["experimental.yaml"] };

/** Returns the directory of a project with two channels. */
async function importedChannels(): Promise<string> {
  const directory = temporary();
  writeChannels(directory, STANDARD, EXPERIMENTAL);
  await run(directory, IN_CHANNELS);
  mkdirSync(join(directory, "out/node_modules"));
  symlinkSync(join(ROOT, "scripts"), join(directory, "out/node_modules/crd-bundle"));
  return directory;
}

function writeChannels(directory: string, standard: string, experimental: string): void {
  writeFileSync(join(directory, "standard.yaml"), standard);
  writeFileSync(join(directory, "experimental.yaml"), experimental);
}

tests("the same CRDs of two channels change nothing", async () => {
  const directory = await importedChannels();
  const before = sourcesOf(directory);
  const { out, err } = await run(directory, { ...IN_CHANNELS, merge: true });
  assert.is(err, "");
  assert.match(out, /^No file changes\.$/m);
  assert.equal(sourcesOf(directory), before);
});

tests("a field of the experimental channel graduates, and a new one is experimental", async () => {
  const directory = await importedChannels();
  edit(directory, "v1/widget.ts", (text) =>
    text
      .replace("  color: string;", "  // For painters.\n  color: string;")
      .replace(
        '    /** @experimental */\n    | "Medium"',
        '    /**\n     * Not small.\n     *\n     * @experimental\n     */\n    | "Medium"',
      ),
  );
  const added = `$1mood: {type: string, maxLength: 5}\n$1color`;
  const standard = STANDARD.replace(
    /^( +)legacy/m,
    "$1color: {type: string, description: Color of the widget.}\n$1legacy",
  )
    .replace("required: [size]", "required: [color, size]")
    .replace("maximum: 10,", "maximum: 11,");
  const experimental = EXPERIMENTAL.replace(/^( +)color/m, added);
  writeChannels(directory, standard, experimental);
  const { err } = await run(directory, { ...IN_CHANNELS, merge: true });
  assert.is(err, "");
  const widget = read(directory, "v1/widget.ts");
  assert.match(widget, "  /** Color of the widget. */\n  // For painters.\n  color: string;\n");
  assert.match(widget, "  /**\n   * @experimental\n   * @maxLength 5\n   */\n  mood?: string;\n");
  assert.match(widget, "   * @maximum 11\n   * @maximum (experimental) 100\n");
  assert.match(widget, '    /**\n     * Not small.\n     *\n     * @experimental\n     */\n    | "Medium"');
});

tests("a part that graduates keeps the description of the project", async () => {
  const directory = await importedChannels();
  edit(directory, "v1/widget.ts", (text) => text.replace("Color of the widget.", "The color that users see."));
  const standard = STANDARD.replace(
    /^( +)legacy/m,
    "$1color: {type: string, description: Color of the widget.}\n$1legacy",
  ).replace("required: [size]", "required: [color, size]");
  writeChannels(directory, standard, EXPERIMENTAL);
  const { err, out } = await run(directory, { ...IN_CHANNELS, merge: true });
  assert.is(err, "");
  assert.match(read(directory, "v1/widget.ts"), "  /** The color that users see. */\n  color: string;\n");
  assert.is(out.match(/spec\/properties\/color\/description/g)?.length, 2, "the new CRDs have two versions with it");
});

tests("a version that graduates keeps its descriptions", async () => {
  const directory = await importedChannels();
  const version = EXPERIMENTAL.slice(EXPERIMENTAL.indexOf("  - name: v2alpha1"), EXPERIMENTAL.indexOf("---\n"))
    .replaceAll("v2alpha1", "v2")
    .replace(
      "*schema",
      "{openAPIV3Schema: {type: object, description: New., properties: {size: {type: string, description: In v2.}}}}",
    );
  const withVersion = (text: string) => text.replace("---\n", `${version}---\n`);
  writeChannels(directory, STANDARD, withVersion(EXPERIMENTAL));
  assert.is((await run(directory, { ...IN_CHANNELS, merge: true })).err, "");
  assert.match(read(directory, "v2/widget.ts"), /@experimental/);
  writeChannels(directory, withVersion(STANDARD), withVersion(EXPERIMENTAL));
  assert.is((await run(directory, { ...IN_CHANNELS, merge: true })).err, "");
  const widget = read(directory, "v2/widget.ts");
  assert.match(widget, "/** In v2. */");
  assert.not.match(widget, "experimental");
});

tests("no channel loses a kind because its CRD is missing", async () => {
  const directory = await importedChannels();
  const before = sourcesOf(directory);
  writeChannels(directory, STANDARD.slice(STANDARD.indexOf("---\n") + 4), EXPERIMENTAL);
  const { exit, err } = await run(directory, { ...IN_CHANNELS, merge: true });
  assert.is(exit, 1);
  assert.match(
    err,
    "widgets.example.dev is in the standard channel of the project, but not among its new CRDs [import-merge-partial]",
  );
  assert.equal(sourcesOf(directory), before);
});

tests("a project and its new CRDs have the same channels", async () => {
  for (const [directory, options] of [
    [await importedChannels(), { files: ["standard.yaml"] }],
    [await imported(), IN_CHANNELS],
  ] as const) {
    writeChannels(directory, STANDARD, EXPERIMENTAL);
    const { exit, err } = await run(directory, { ...options, merge: true });
    assert.match(err, /import-merge-channels/);
    assert.is(exit, 2);
  }
});

tests("--base needs --merge", async () => {
  const { exit, err } = await run(await imported(), { base: ["crds.yaml"] });
  assert.is(exit, 2);
  assert.match(err, /import-merge-option/);
  const both = await run(await importedChannels(), { ...IN_CHANNELS, merge: true, base: ["standard.yaml"] });
  assert.is(both.exit, 2);
  assert.match(both.err, /import-merge-option/);
});

tests.run();
