/** Tests of `crd-bundle convert`: its sources of definitions, how it writes files, its output, and its exit codes. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ConvertOptions, convertCommand } from "../../scripts/cli/convert.js";
import { inTerminal, Project, type Result, removeProjects, temporary } from "../support/git-project.js";
import { ROOT } from "../support/golden.js";
import { schemaProblems } from "../support/json-schemas.js";
import { codesIn } from "../support/release-project.js";

const convert = suite("cli/convert");
convert.after(removeProjects);

const BUNDLE = join(ROOT, "tests/app/convert/bundle");
const OLD = "apiVersion: x.example.dev/v1alpha1\nkind: XThing # thing\nmetadata: {name: t}\n";
const NEW = "apiVersion: example.dev/v1\nkind: Thing # thing\nmetadata: {name: t}\n";
const LOSING =
  "apiVersion: example.dev/v1alpha1\nkind: Widget\nmetadata: {name: w}\nspec: {target: {name: a, namespace: b}}\n";
const BLOCKED =
  "apiVersion: example.dev/v1alpha1\nkind: Widget\nmetadata: {name: w}\nspec: {target: {}, targets: [{}]}\n";

/** Writes files to an empty directory and converts them there. */
function run(
  files: Readonly<Record<string, string>>,
  options: Partial<ConvertOptions> = {},
  input?: string,
  directory = temporary(),
): Promise<Result> {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  const all = { project: ".", bundle: BUNDLE, files: Object.keys(files), format: "text", ...options } as const;
  return inTerminal(directory, (terminal) => convertCommand(all, terminal), input === undefined ? {} : { input });
}

const read = (directory: string, path: string) => readFileSync(join(directory, path), "utf8");

convert("prints all documents as one stream, also of YAML and JSON", async () => {
  const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}';
  const both = await run({ "a.yaml": OLD, "b.yaml": OLD });
  assert.equal([both.exit, both.out, both.err], [0, `${NEW}---\n${NEW}`, ""]);
  assert.is((await run({ "a.json": json, "b.json": json })).out, `${json}\n${json}\n`);
  assert.is((await run({ "a.json": json, "b.yaml": OLD })).out, `---\n${json}\n---\n${NEW}`);
  assert.is((await run({ "a.yaml": `${OLD}---\n` })).out, `${NEW}---\n`);
});

convert("converts standard input, and files that are named in several ways only once", async () => {
  assert.is((await run({}, { files: ["-"] }, OLD)).out, NEW);
  const directory = temporary();
  const again = await run(
    { "a.yaml": OLD },
    { files: ["a.yaml", ".", join(directory, "a.yaml")] },
    undefined,
    directory,
  );
  assert.is(again.out, NEW);
});

convert("writes files that change, with their permissions, and through links", async () => {
  const directory = temporary();
  writeFileSync(join(directory, "real.yaml"), OLD);
  chmodSync(join(directory, "real.yaml"), 0o640);
  symlinkSync("real.yaml", join(directory, "link.yaml"));
  writeFileSync(join(directory, "new.yaml"), NEW);
  const before = statSync(join(directory, "new.yaml"));
  const result = await run({}, { files: ["link.yaml", "new.yaml"], write: true }, undefined, directory);
  assert.equal([result.exit, result.out, result.err], [0, "converted 1 object in link.yaml\n", ""]);
  assert.is(read(directory, "real.yaml"), NEW);
  assert.is(statSync(join(directory, "real.yaml")).mode & 0o777, 0o640);
  assert.ok(lstatSync(join(directory, "link.yaml")).isSymbolicLink());
  assert.is(statSync(join(directory, "new.yaml")).mtimeMs, before.mtimeMs, "it is not written again");
  assert.equal(readdirSync(directory).sort(), ["link.yaml", "new.yaml", "real.yaml"], "nothing else is left");
});

convert("does not write files with errors, but all others", async () => {
  const directory = temporary();
  const files = { "a.yaml": OLD, "b.yaml": LOSING, "c.yaml": BLOCKED, "d.yaml": `${OLD}---\n"`, "e.yaml": OLD };
  const result = await run(files, { write: true }, undefined, directory);
  assert.equal([result.exit, result.out], [1, "converted 2 objects in 2 files\n"]);
  assert.equal(codesIn(result).sort(), ["conversion-blocked", "conversion-lost", "manifest-unreadable"]);
  const unchanged = Object.entries(files).map(([path, text]) => read(directory, path) === text);
  assert.equal(unchanged, [false, true, true, true, false]);
  assert.is((await run({ "b.yaml": LOSING }, { write: true, allowLoss: true }, undefined, directory)).exit, 0);
  assert.match(read(directory, "b.yaml"), "targets: [{name: a}]");
});

convert("a file that cannot be written is an error, and keeps its content", async () => {
  const directory = temporary();
  mkdirSync(join(directory, "locked"));
  writeFileSync(join(directory, "locked/a.yaml"), OLD);
  if (process.getuid?.() === 0) return assert.is(readdirSync(join(directory, "locked")).length, 1); // root can write
  chmodSync(join(directory, "locked"), 0o555);
  const result = await run({}, { files: ["locked/a.yaml"], write: true }, undefined, directory);
  chmodSync(join(directory, "locked"), 0o755);
  assert.equal([result.exit, read(directory, "locked/a.yaml")], [2, OLD]);
});

convert("--check lists what would change, and changes nothing", async () => {
  const directory = temporary();
  const namespaced = OLD.replace("name: t", "name: t, namespace: prod");
  const result = await run({ "a.yaml": namespaced, "b.yaml": NEW }, { check: true }, undefined, directory);
  assert.equal([result.exit, result.out, result.err], [1, "a.yaml: XThing prod/t (xthing-thing)\n", ""]);
  assert.is(read(directory, "a.yaml"), namespaced);
  const done = await run({ "a.yaml": NEW }, { check: true });
  assert.equal([done.exit, done.out, done.err], [0, "", ""]);
  assert.is((await run({ "a.yaml": OLD }, { check: true, format: "json" })).exit, 1);
});

convert("--format json lists all objects and problems, as its schema says", async () => {
  const { exit, out, err } = await run({ "a.yaml": `${LOSING}---\n${NEW}` }, { format: "json" });
  const value = JSON.parse(out);
  assert.equal([exit, err, schemaProblems("convert", value)], [1, "", []]);
  assert.equal(
    value.objects.map(({ name, isChanged, applied }: { name: string; isChanged: boolean; applied: string[] }) => [
      name,
      isChanged,
      applied,
    ]),
    [
      ["w", true, ["widget-targets"]],
      ["t", false, []],
    ],
  );
  assert.equal(value.diagnostics[0].args.path, "spec.target.namespace");
  const failed = await run({}, { files: ["missing.yaml"], format: "json" });
  assert.equal([failed.exit, schemaProblems("convert", JSON.parse(failed.out))], [2, []]);
});

convert("--from and --channel limit the definitions", async () => {
  const widget =
    "apiVersion: example.dev/v1alpha2\nkind: Widget\nmetadata: {name: w}\nspec: {mode: Fast, targets: [{}]}\n";
  assert.match((await run({ "a.yaml": widget })).out, "mode: Speed");
  assert.is((await run({ "a.yaml": widget }, { from: "1.2.0" })).out, widget);
  assert.is((await run({ "a.yaml": widget }, { to: "1.1.5" })).out, widget);
  assert.match((await run({ "a.yaml": widget }, { channel: "standard" })).out, "mode: Speed", "it is of both channels");
});

convert("lists objects that were joined, and writes their file", async () => {
  const text = readFileSync(join(ROOT, "tests/app/convert/cases/joined/input.yaml"), "utf8");
  const { exit, out } = await run({ "a.yaml": text }, { to: "1.2.0", check: true });
  assert.equal([exit, out.split("\n").length], [1, 3], out);
  const { out: json } = await run({ "a.yaml": text }, { to: "1.2.0", format: "json" });
  const value = JSON.parse(json);
  assert.equal(schemaProblems("convert", value), []);
  assert.equal(
    value.objects.map(({ name, isChanged, count }: Record<string, unknown>) => [name, isChanged, count]),
    [
      ["g", true, 1],
      ["other", false, 1],
      ["g-2", true, 0],
    ],
  );
});

convert("an object of a project can have the form of the next release, for which definitions are written", async () => {
  const project = new Project();
  const definitions =
    "- id: widget-size\n  since: 9.0.0\n  crd: widgets.example.dev\n  kind: Widget\n  steps:\n    - move: {from: .spec.a, to: .spec.b}\n";
  project.write({ "apis/conversions.yaml": definitions });
  const options = { project: ".", files: ["-"], to: "9.0.0", format: "text" } as const;
  const input = "apiVersion: example.dev/v1\nkind: Widget\nspec: {a: 1}\n";
  const { out } = await inTerminal(project.directory, (terminal) => convertCommand(options, terminal), { input });
  assert.is(out, input.replace("a:", "b:"));
});

convert("uses the definitions of a project, without its types", async () => {
  const project = new Project();
  const definitions =
    "- id: widget-size\n  since: 1.0.0\n  crd: widgets.example.dev\n  kind: Widget\n  steps:\n    - move: {from: .spec.a, to: .spec.b}\n";
  project.write({ "apis/conversions.yaml": definitions, "apis/example.dev/v1/widget.ts": "not TypeScript" });
  const widget = "apiVersion: example.dev/v1\nkind: Widget\nspec: {a: 1}\n";
  const options = { project: ".", files: ["-"], format: "text" } as const;
  const result = await inTerminal(project.directory, (terminal) => convertCommand(options, terminal), {
    input: widget,
  });
  assert.equal([result.exit, result.out, result.err], [0, widget.replace("a:", "b:"), ""]);
  project.write({ "apis/conversions.yaml": "- id: x\n" });
  const broken = await inTerminal(project.directory, (terminal) => convertCommand(options, terminal), {
    input: widget,
  });
  assert.equal([broken.exit, broken.out], [2, ""]);
  assert.match(broken.err, "apis/conversions.yaml:1:3");
});

convert("says what is wrong with a request, all of it at once", async () => {
  const problems = async (options: Partial<ConvertOptions>, files = { "a.yaml": OLD }) => {
    const { exit, out, err } = await run(files, options);
    assert.equal([exit, out], [2, ""], err);
    return err;
  };
  const versions = await problems({ to: "latest", from: "x" });
  assert.match(versions, "the release in --to is not a version");
  assert.match(versions, "the release in --from is not a version");
  assert.match(await problems({ to: "1.5.0" }), "1.5.0 is newer than the bundle, which is 1.4.2");
  assert.match(await problems({ bundle: "nowhere" }), "nowhere does not exist");
  assert.match(await problems({ bundle: "." }), "conversions.json");
  assert.match(await problems({ bundle: join(BUNDLE, "bundle.json") }), "conversions-unreadable");
  assert.match(await problems({ files: ["-"], write: true }), "standard input");
  assert.match(await problems({ files: ["-", "-"] }), "only once");
  assert.match(await problems({ files: ["nothing"] }), "nothing does not exist");
  const { exit, err } = await inTerminal(temporary(), (terminal) =>
    convertCommand({ project: ".", files: ["-"], format: "text" }, terminal),
  );
  assert.is(exit, 2);
  assert.match(err, "there is no apis/bundle.yaml");
});

convert("--to-channel lists what the channel lacks, as its schema says", async () => {
  const widget =
    "apiVersion: example.dev/v1alpha2\nkind: Widget\nmetadata: {name: w}\nspec: {targets: [{name: a}], retries: 1, mode: Auto}\n";
  const { exit, out } = await run({ "a.yaml": widget }, { toChannel: "standard", format: "json" });
  const value = JSON.parse(out);
  assert.equal([exit, schemaProblems("convert", value)], [1, []]);
  assert.equal(
    value.objects[0].uses.map(({ what, path, effect }: Record<string, string>) => [what, path, effect]),
    [
      ["field", "spec.retries", "pruned"],
      ["value", "spec.mode", "rejected"],
    ],
  );
  const directory = temporary();
  writeFileSync(join(directory, "conversions.json"), read(BUNDLE, "conversions.json"));
  const alone = await run({ "a.yaml": widget }, { toChannel: "standard", bundle: directory });
  assert.is(alone.exit, 2);
  assert.match(alone.err, "bundle.json is missing");
  const both = await run({ "a.yaml": widget }, { toChannel: "standard", to: "1.4.0" });
  assert.is(both.exit, 2);
  assert.match(both.err, "--to-channel converts to the release of the bundle");
});

convert("needs --to if nothing states the version of the bundle, and then accepts every release", async () => {
  const directory = temporary();
  writeFileSync(join(directory, "conversions.json"), read(BUNDLE, "conversions.json"));
  const bundle = join(directory, "conversions.json");
  const unknown = await run({ "a.yaml": OLD }, { bundle });
  assert.is(unknown.exit, 2);
  assert.match(unknown.err, "specify the release with --to");
  assert.is((await run({ "a.yaml": OLD }, { bundle, to: "v9.0.0" })).out, NEW);
});

convert("characters that control a terminal stay as they are in the output for programs", async () => {
  const text = `${NEW}spec: {a: "\u200b é"} # \u202e\n`;
  assert.is((await run({ "a.yaml": text })).out, text);
});

convert.run();
