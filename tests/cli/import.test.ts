/** Tests of `crd-bundle import`: the files that it writes, its report, and bad input. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ImportOptions, importCommand } from "../../scripts/cli/import.js";
import { controlCharacters, escapeInvisible } from "../../scripts/core/model/control-characters.js";
import { inTerminal, type Result, removeProjects, temporary, type World } from "../support/git-project.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { schemaProblems } from "../support/json-schemas.js";

const tests = suite("cli/import");
tests.after(removeProjects);

const CRDS = readFileSync(join(ROOT, "tests/cli/import/crds.yaml"), "utf8");

/** The CRDs of two channels, which differ in all ways that types can express, and in some that they cannot. */
const SETS = {
  standard: readFileSync(join(ROOT, "tests/cli/import/standard.yaml"), "utf8"),
  experimental: readFileSync(join(ROOT, "tests/cli/import/experimental.yaml"), "utf8"),
};

/** Returns a new directory with these files. */
function having(files: Readonly<Record<string, string>>): string {
  const directory = temporary();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

function run(directory: string, options: Partial<ImportOptions> = {}, world?: World): Promise<Result> {
  const given: ImportOptions = { project: "out", format: "text", files: ["crds.yaml"], ...options };
  return inTerminal(directory, (terminal) => importCommand(given, terminal), world);
}

/** Checks a text without writing anything. */
function check(text: string): Promise<Result> {
  return run(having({ "crds.yaml": text }), { check: true });
}

const BOTH = { standard: ["s.yaml"], experimental: ["e.yaml"] };

/** Imports the sets of both channels, of which some files can be replaced. */
async function runChannels(files: Readonly<Record<string, string>> = {}, options: Partial<ImportOptions> = BOTH) {
  const directory = having({ "s.yaml": SETS.standard, "e.yaml": SETS.experimental, ...files });
  const given = { project: "out", format: "text", ...options } as const;
  return { ...(await inTerminal(directory, (terminal) => importCommand(given, terminal))), directory };
}

function codesIn({ err }: Result): string[] {
  return [...new Set([...err.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code = ""]) => code))];
}

/** A CRD whose spec has the given fields. */
function crdWith(fields: object, edit: (crd: string) => string = (crd) => crd): string {
  const root = { type: "object", properties: { spec: { type: "object", properties: fields } } };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root } };
  const names = { kind: "Widget", plural: "widgets" };
  return edit(
    JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.dev" },
      spec: { group: "example.dev", scope: "Namespaced", names, versions: [version] },
    }),
  );
}

tests("writes characters that a source cannot contain as escapes, or does not import them", async () => {
  const invisible = "a\u0085b\u2028c\u202ed";
  const crd = crdWith({ size: { type: "string", description: invisible } });
  const directory = having({ "crds.yaml": escapeInvisible(crd) });
  assert.is((await run(directory)).exit, 0);
  const text = readFileSync(join(directory, "out/apis/example.dev/v1/widget.ts"), "utf8");
  assert.equal([...controlCharacters(text)], []);
  const annotated = crd.replace('"metadata":{', '"metadata":{"annotations":{"example.dev/a":"\u202e"},');
  const { exit, out } = await check(escapeInvisible(annotated));
  assert.is(exit, 1);
  assert.match(out, /not imported\n {2}the file contains the control character U\+202E/);
});

tests("reports a version that a CRD has twice, and two plurals of one kind", async () => {
  const crd = crdWith({});
  const twice = await check(crd.replace(/"versions":\[(.*)\]/, '"versions":[$1,$1]'));
  assert.is(twice.exit, 1);
  assert.match(twice.err, /spec\.versions\[1\]\.name must not repeat "v1" \[import-invalid\]/);
  const plurals = await check(`${crd}\n---\n${crd.replaceAll("widgets", "things")}`);
  assert.match(plurals.err, /two CRDs of a group have the kind Widget \[import-kind-case\]/);
  assert.match(
    (await check(crd.replace('"metadata":{"name":"widgets.example.dev"},', ""))).err,
    / a document without a name is /,
  );
});

tests("writes the same files in any order of the CRDs", async () => {
  const widget = crdWith({});
  const gadget = widget.replaceAll("widgets", "gadgets").replaceAll("Widget", "Gadget");
  const [one, other] = [`${widget}\n---\n${gadget}`, `${gadget}\n---\n${widget}`].map((text) =>
    having({ "crds.yaml": text }),
  );
  for (const directory of [one, other]) await run(directory ?? "", { name: "parts" });
  for (const path of ["CHANGELOG.md", "apis/bundle.yaml", "package.json"]) {
    const [first, second] = [one, other].map((directory) => readFileSync(join(directory ?? "", "out", path), "utf8"));
    assert.is(second, first, path);
  }
});

tests("writes types and settings, and says how far they build to the CRDs", async () => {
  const directory = having({ "crds.yaml": CRDS });
  const { exit, out } = await run(directory);
  assert.is(exit, 0);
  const texts = ["apis/example.dev/v1/gadget.ts", "apis/example.dev/v1/shared.ts", "apis/example.dev/v1/widget.ts"]
    .concat("apis/example.dev/v1beta1/widget.ts", "apis/bundle.yaml")
    .map((path) => `--- ${path}\n${readFileSync(join(directory, "out", path), "utf8")}`);
  matchesGolden(`${out}${texts.join("")}`, join(ROOT, "tests/cli/import/project.txt"));
});

tests("writes the CRDs of two channels as one API, and lists what only one channel can have", async () => {
  const { exit, out, directory } = await runChannels();
  assert.is(exit, 1);
  const texts = ["example.dev/v1/gear.ts", "example.dev/v1/widget.ts", "example.dev/v2alpha1/widget.ts"]
    .concat("x.example.dev/v1alpha1/gadget.ts", "bundle.yaml")
    .map((path) => `--- apis/${path}\n${readFileSync(join(directory, "out/apis", path), "utf8")}`);
  matchesGolden(`${out}${texts.join("")}`, join(ROOT, "tests/cli/import/channels.txt"));
});

tests("prints the channels as JSON", async () => {
  const printed = JSON.parse((await runChannels({}, { ...BOTH, format: "json", check: true })).out);
  assert.equal(schemaProblems("import", printed), []);
  const results = printed.crds.map(
    ({ name, channel, result }: Record<string, string>) => `${name} ${channel} ${result}`,
  );
  assert.equal(results, [
    "widgets.example.dev standard normal-form",
    "widgets.example.dev experimental different",
    "gears.example.dev standard normal-form",
    "gears.example.dev experimental different",
    "gadgets.x.example.dev experimental normal-form",
  ]);
});

tests("equal channels have no marks, and one line for each CRD", async () => {
  const standard = SETS.standard;
  const { exit, out, directory } = await runChannels({
    "e.yaml": standard.replaceAll("channel: standard", "channel: experimental"),
  });
  assert.is(exit, 0);
  assert.match(out, /^widgets\.example\.dev \(standard, experimental\) {2}same meaning/m);
  assert.not.match(readFileSync(join(directory, "out/apis/example.dev/v1/widget.ts"), "utf8"), /experimental/);
});

tests("reports sets that cannot be two channels of one bundle", async () => {
  const swapped = await runChannels({ "s.yaml": SETS.experimental, "e.yaml": SETS.standard });
  assert.equal(codesIn(swapped), ["import-channel"]);
  const older = { "s.yaml": SETS.standard.replaceAll("v1.2.0", "v1.1.0") };
  assert.equal(codesIn(await runChannels(older)), ["import-bundles"]);
  assert.equal(codesIn(await runChannels({ "s.yaml": "kind: Widget" })), ["import-no-crds"]);
  const otherCase = SETS.experimental
    .replace("name: widgets.", "name: widgetz.")
    .replace("kind: Widget,", "kind: WIDGET,");
  assert.equal(codesIn(await runChannels({ "e.yaml": otherCase })), ["import-kind-case"]);
});

tests("reports options that are not one set or two", async () => {
  const problems: readonly Partial<ImportOptions>[] = [
    {},
    { standard: ["s.yaml"] },
    { experimental: ["e.yaml"] },
    { ...BOTH, files: ["s.yaml"] },
    { ...BOTH, experimental: ["./s.yaml"] },
    { standard: ["-"], experimental: ["-"] },
  ];
  for (const options of problems) {
    const result = await runChannels({}, options);
    assert.is(result.exit, 2, JSON.stringify(options));
    assert.equal(codesIn(result), ["usage-invalid"]);
  }
});

tests("replaces no file", async () => {
  const directory = having({ "crds.yaml": CRDS, "out/apis/bundle.yaml": "name: mine\n" });
  assert.equal(codesIn(await run(directory)), ["init-exists"]);
  assert.is(readFileSync(join(directory, "out/apis/bundle.yaml"), "utf8"), "name: mine\n");
});

tests("prints JSON", async () => {
  const directory = having({ "crds.yaml": CRDS });
  for (const check of [true, false]) {
    const { out } = await run(directory, { format: "json", check });
    assert.equal(schemaProblems("import", JSON.parse(out)), []);
    assert.is("project" in JSON.parse(out), !check);
  }
});

tests("reads lists from standard input, and charts without their templates", async () => {
  const list = { apiVersion: "v1", kind: "List", items: [JSON.parse(crdWith({ size: { type: "integer" } }))] };
  const read = await run(temporary(), { files: ["-"], check: true }, { input: JSON.stringify(list) });
  assert.match(read.out, /^widgets\.example\.dev {2}same meaning/);
  const chart = having({ "c/Chart.yaml": "", "c/templates/a.yaml": "{{ if }}", "c/crds/a.yaml": crdWith({}) });
  assert.match((await run(chart, { files: ["c/"], check: true })).out, /^1 CRD: 1 same/m);
});

tests("reports documents that are not CRDs that it can read", async () => {
  assert.equal(codesIn(await check("kind: Widget")), ["import-no-crds"]);
  assert.equal(codesIn(await check(crdWith({}, (crd) => crd.replace("io/v1", "io/v1beta1")))), ["import-api-version"]);
  assert.equal(codesIn(await check(CRDS.slice(0, 700))), ["import-invalid"]);
  assert.equal(codesIn(await check(CRDS.slice(0, CRDS.indexOf("names:") + 3))), ["manifest-unreadable"]);
  assert.equal(codesIn(await run(temporary(), { files: ["none"] })), ["crds-missing"]);
});

tests("reports CRDs and kinds that exclude each other", async () => {
  const other = crdWith({ size: { type: "string" } });
  assert.equal(codesIn(await check(`${crdWith({})}\n---\n${other}`)), ["import-duplicate"]);
  const otherCase = other.replace("widgets.example", "gadgets.example").replace('"Widget"', '"WIDGET"');
  assert.equal(codesIn(await check(`${crdWith({})}\n---\n${otherCase}`)), ["import-kind-case"]);
  assert.is((await check(`${crdWith({})}\n---\n${crdWith({})}`)).exit, 0);
});

tests("imports fields with any name, and files with line ends of Windows", async () => {
  const text = { type: "string", description: "Text." };
  const names = ["__proto__", "$ref", "constructor", "a b", "1st", "*/", "@maximum", "é", "new"];
  const fields = Object.fromEntries(names.map((name) => [name, text]));
  assert.match((await check(crdWith(fields))).out, /^1 CRD: 1 same/m);
  assert.is((await check(CRDS.replaceAll("\n", "\r\n"))).exit, 0);
});

tests("reports a CRD that no types can express, and imports the others", async () => {
  const forbidden = crdWith({ a: { type: "string", $ref: "#/b" } }, (crd) => crd.replaceAll("widget", "gadget"));
  const directory = having({ "crds.yaml": `${crdWith({})}\n---\n${forbidden.replace('"Widget"', '"Gadget"')}` });
  const { exit, out } = await run(directory);
  assert.is(exit, 1);
  assert.match(out, /^gadgets\.example\.dev {2}not imported\n.*\$ref/m);
  assert.match(readFileSync(join(directory, "out/apis/example.dev/v1/widget.ts"), "utf8"), /interface Widget /);
});

tests("names a missing part of a conversion webhook by its path in the CRD", async () => {
  const webhook = { clientConfig: { service: { path: "/convert" } }, conversionReviewVersions: ["v1"] };
  const conversion = JSON.stringify({ strategy: "Webhook", webhook });
  const { exit, out } = await check(CRDS.replace("  group: example.dev\n", `$&  conversion: ${conversion}\n`));
  assert.is(exit, 1);
  assert.match(out, /^ {2}"spec\.conversion\.webhook\.clientConfig\.service\.namespace" is missing$/m);
});

tests("reads strings and lists with as little indentation as kubectl does", async () => {
  const indented = CRDS.replace("description: Widget is a", 'description: "Widget\n is\n\n            a').replace(
    "parts.\n",
    'parts."\n',
  );
  assert.match((await check(indented)).out, /^widgets\.example\.dev {2}same meaning/);
  const list = CRDS.replace("shortNames: [gg]", "shortNames: [\ngg\n]");
  assert.is((await check(list)).exit, 0);
});

tests("reports an integer that it would round", async () => {
  const { exit, out } = await check(
    crdWith({ size: { type: "integer", default: 0 } }, (crd) => crd.replace(":0}", `:${2n ** 53n + 1n}}`)),
  );
  assert.is(exit, 1);
  assert.match(out, /\/size\/default: the build rounds 9007199254740993 to 9007199254740992$/m);
});

tests("reports names that no bundle can have", async () => {
  assert.equal(codesIn(await run(having({ "crds.yaml": CRDS }), { name: "A b" })), ["init-answer"]);
});

tests("a kind with the name of a type that other types need has an interface with another name", async () => {
  const kind = (name: string, field: object) =>
    crdWith({ field }).replaceAll("Widget", name).replaceAll("widgets", `${name.toLowerCase()}s`);
  const record = kind("Record", { type: "object", additionalProperties: { type: "string" } });
  const time = kind("Time", { type: "string", format: "date-time" });
  const directory = having({ "record.json": record, "time.json": time });
  const { exit, out } = await run(directory, { files: ["record.json", "time.json"] });
  assert.is(exit, 0, out);
  assert.match(out, "2 CRDs: 2 same meaning");
  const source = readFileSync(join(directory, "out/apis/example.dev/v1/record.ts"), "utf8");
  assert.match(source, 'export interface RecordKind {\n  apiVersion: "example.dev/v1";\n  kind: "Record";');
});

tests("a link that cannot be read is named with its directory", async () => {
  const directory = having({ "crds/widgets.yaml": CRDS });
  symlinkSync("nowhere.yaml", join(directory, "crds/broken.yaml"));
  const { exit, err } = await run(directory, { files: ["crds"], check: true });
  assert.is(exit, 2);
  assert.match(err, "crds/broken.yaml");
});

tests.run();
