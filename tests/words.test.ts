/** Tests that no string of the project has a form that readers stumble over. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../scripts/core/model/channel.js";
import { crdsOf } from "./apiserver/bundle.js";
import { ROOT } from "./support/golden.js";
import { EXCEPTIONS } from "./words/exceptions.js";
import { FORMS, type Form, formsIn } from "./words/forms.js";
import {
  type CrdVersions,
  type Text,
  type TextKind,
  textsOfCommand,
  textsOfCommands,
  textsOfCrd,
  textsOfJsonSchema,
  textsOfPage,
  textsOfSource,
} from "./words/texts.js";

const words = suite("words");

const CATALOG_FILE = "scripts/core/diagnostics/catalog/planted.ts";

/** Files that are written by others, or that quote wrong forms on purpose. */
const NOT_OURS = /^(docs\/reports\/|tests\/(fixtures|projects)\/|tests\/words\/(forms|exceptions)\.ts$)/;

const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...["docs", "scripts", "tests"].flatMap(filesBelow)];

function filesBelow(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
    .map((path) => `${directory}/${path.split(sep).join("/")}`)
    .filter(
      (path) =>
        /\.(md|ts|js)$|^docs\/schemas\/.*\.json$/.test(path) && !NOT_OURS.test(path) && !path.includes("node_modules/"),
    )
    .sort();
}

const read = new Map(files.map((path) => [path, textsOfFile(path)]));

function textsOfFile(path: string): Text[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  if (path.endsWith(".md")) return textsOfPage(path, text);
  if (path.endsWith(".json")) return textsOfJsonSchema(path, text);
  return textsOfSource(path, text, { strings: path.startsWith("scripts/") });
}

const isExcepted = ({ text }: Text, { name }: Form) =>
  EXCEPTIONS.some((each) => each.form === name && text.includes(each.text));

function findings(texts: readonly Text[]): string[] {
  const found = texts.flatMap((text) =>
    formsIn(text.text, text.kind)
      .filter((form) => !isExcepted(text, form))
      .map((form) => `${text.place}: ${form.name}: "${text.text}" (write ${form.instead})`),
  );
  return [...new Set(found)];
}

for (const directory of ["docs", "scripts", "tests", ""]) {
  const own = files.filter((path) => (directory === "" ? !path.includes("/") : path.startsWith(`${directory}/`)));
  words(`of ${directory || "the pages at the top"}`, () => {
    assert.equal(findings(own.flatMap((path) => read.get(path) ?? [])), []);
  });
}

words("of the CRDs", () => {
  assert.equal(findings(CHANNELS.flatMap((channel) => crdsOf(channel).flatMap(textsOfCrd))), []);
});

words("of the command line", async () => {
  assert.equal(findings(await textsOfCommands()), []);
});

words("have no exception that nothing needs", async () => {
  const texts = [
    ...[...read.values()].flat(),
    ...CHANNELS.flatMap((channel) => crdsOf(channel).flatMap(textsOfCrd)),
    ...(await textsOfCommands()),
  ];
  const isNeeded = ({ form, text }: { readonly form: string; readonly text: string }) =>
    texts.some((each) => each.text.includes(text) && formsIn(each.text, each.kind).some(({ name }) => name === form));
  assert.equal(
    EXCEPTIONS.filter((each) => !isNeeded(each)),
    [],
  );
});

/** A CRD with a description at `spec`, `status` and `spec.field`, and a rule with a message. */
function crdWith(description: string, message = "must be true"): CrdVersions {
  const rules = { "x-kubernetes-validations": [{ rule: "true", message }] };
  const field = { type: "string", description };
  const spec = { type: "object", description, properties: { field }, ...rules };
  const root = { type: "object", properties: { spec, status: field } };
  const version = { name: "v1", schema: { openAPIV3Schema: root } };
  return { metadata: { name: "planted" }, spec: { versions: [version] } };
}

words("of a JSON Schema are found at any depth", () => {
  const planted = JSON.stringify({ $defs: { place: { items: [{ description: "What is wrong." }] } } });
  assert.equal(textsOfJsonSchema("docs/schemas/planted.json", planted), [
    { kind: "description", place: "docs/schemas/planted.json", text: "What is wrong." },
  ]);
});

/** Readers of a text of each kind. */
const PLANTED: Readonly<Record<TextKind, (text: string) => Text[]>> = {
  celMessage: (text) => textsOfCrd(crdWith("Planted.", text)),
  comment: (text) => textsOfSource("scripts/planted.ts", `/** ${text} */\nexport const a = 1;\n`, { strings: true }),
  description: (text) => textsOfCrd(crdWith(text)),
  fix: (text) => textsOfSource(CATALOG_FILE, `entry({ fix: ${JSON.stringify(text)} });`, { strings: true }),
  heading: (text) => textsOfPage("docs/planted.md", `# ${text}\n`),
  message: (text) => textsOfSource(CATALOG_FILE, `entry({ message: () => \`${text}\` });`, { strings: true }),
  option: (text) => textsOfCommand(new Command("planted").option("--planted", text)),
  optionalField: (text) => textsOfCrd(crdWith(text)),
  page: (text) => textsOfPage("docs/planted.md", `${text}\n`),
  spec: (text) => textsOfCrd(crdWith(text)),
  status: (text) => textsOfCrd(crdWith(text)),
  string: (text) => textsOfSource("scripts/planted.ts", `const a = ${JSON.stringify(text)};`, { strings: true }),
  why: (text) => textsOfSource(CATALOG_FILE, `entry({ why: ${JSON.stringify(text)} });`, { strings: true }),
};
const KINDS = Object.keys(PLANTED) as TextKind[];

for (const form of FORMS) {
  const kinds = KINDS.filter(
    (kind) => form.kinds?.includes(kind) ?? !["optionalField", "spec", "status"].includes(kind),
  );
  words(`with the form ${form.name} are found: ${kinds.join(", ")}`, () => {
    const has = (text: string, kind: TextKind) =>
      PLANTED[kind](text).some((each) => each.kind === kind && formsIn(each.text, kind).includes(form));
    assert.equal(
      kinds.filter((kind) => !has(form.wrong, kind)),
      [],
      "wrong and not found",
    );
    assert.equal(
      kinds.filter((kind) => has(form.right, kind)),
      [],
      "right and found",
    );
  });
}

words.run();
