/** Tests of the generated types with the compiler in memory: for every API, they agree with the CRDs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { Project, type SourceFile, type Type, ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { analyse, type BuildOutput, print } from "../../scripts/app/build.js";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { CrdVersion } from "../../scripts/core/model/crd.js";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import type { SourceText } from "../../scripts/core/model/location.js";
import type { OutputFile } from "../../scripts/core/model/output.js";
import { literalOf } from "../../scripts/emit/types/syntax.js";
import { drawnFields, writeFields } from "../support/arbitrary-api.js";
import { FLEET } from "../support/command-line.js";
import fc from "../support/drawn.js";
import { ROOT } from "../support/golden.js";
import { buildSources, bundleOf, META, TEMPLATES, widget } from "../support/project.js";
import { buildProject } from "../support/type-package.js";

const types = suite("emit/types");

const TOOL = JSON.parse(readFileSync(join(ROOT, "scripts/package.json"), "utf8")) as { readonly version: string };

/**
 * The part of the standard library that the compiler requires. Loading the real one would take longer than all other
 * steps.
 */
const LIBRARY = `interface Array<T> { readonly length: number; [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
interface String { readonly length: number }`;

function open(files: readonly OutputFile[]): Project {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    noLib: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions });
  project.createSourceFile("/lib.d.ts", LIBRARY);
  for (const { path, text } of files) if (path.endsWith(".ts")) project.createSourceFile(`/${path}`, text);
  return project;
}

/** Returns all diagnostics of the compiler for the files, including those in libraries. */
function complaintsOf(project: Project): string[] {
  const all = project.getPreEmitDiagnostics();
  return all.map((found) => `${found.getSourceFile()?.getFilePath()}:${found.getLineNumber()} TS${found.getCode()}`);
}

/** Describes every field of a type in one line: its path, whether it is optional, and its type. */
function linesOfType(type: Type, place: SourceFile, path = ""): string[] {
  const members = type.isUnion() && !type.isBoolean() ? type.getUnionTypes() : [type];
  const inner = members.flatMap((member) => {
    if (member.isArray()) return linesOfType(member.getArrayElementTypeOrThrow(), place, `${path}[]`);
    if (!member.isObject()) return [];
    const index = member.getStringIndexType();
    const fields = member.getProperties().filter((property) => !property.getName().startsWith("__@"));
    return [
      ...(index ? linesOfType(index, place, `${path}{}`) : []),
      ...fields.flatMap((property) => {
        const field = property.getTypeAtLocation(place);
        return linesOfType(field, place, `${path}.${property.getName()}${property.isOptional() ? "?" : ""}`);
      }),
    ];
  });
  return [`${path}: ${[...new Set(members.map(nameOf))].sort().join(" | ")}`, ...inner];
}

function nameOf(type: Type): string {
  if (type.isStringLiteral()) return JSON.stringify(type.getLiteralValue());
  if (type.isBoolean() || type.isBooleanLiteral()) return "boolean";
  if (type.isArray()) return "list";
  return type.isObject() ? "object" : type.getText();
}

/**
 * Describes the fields of a schema in the same way. Constraints that only the API server checks are not part of a type.
 */
function linesOfSchema(schema: JsonObject, path = ""): string[] {
  const { properties, items, additionalProperties, required } = schema;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const names = schema.nullable === true ? [...namesOf(schema), "null"] : namesOf(schema);
  const isUnknown = names.includes("unknown");
  return [
    `${path}: ${isUnknown ? "unknown" : [...new Set(names)].sort().join(" | ")}`,
    ...Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, field]) =>
      linesOfSchema(field as JsonObject, `${path}.${name}${isRequired(name) ? "" : "?"}`),
    ),
    ...(isJsonObject(items) ? linesOfSchema(items, `${path}[]`) : []),
    ...(isJsonObject(additionalProperties) ? linesOfSchema(additionalProperties, `${path}{}`) : []),
    ...identityOf(schema, path),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === true && !isUnknown ? [`${path}{}: unknown`] : []),
  ];
}

function namesOf(schema: JsonObject): string[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => JSON.stringify(value));
  if (schema["x-kubernetes-int-or-string"] === true) return ["number", "string"];
  const names: Readonly<Record<string, string>> = { integer: "number", array: "list" };
  return typeof schema.type === "string" ? [names[schema.type] ?? schema.type] : ["unknown"];
}

/** Returns the fields that the API server requires of an embedded object if the schema does not declare them. */
function identityOf(schema: JsonObject, path: string): string[] {
  if (schema["x-kubernetes-embedded-resource"] !== true || schema.properties !== undefined) return [];
  return [`${path}.apiVersion: string`, `${path}.kind: string`, `${path}.metadata?: meta`];
}

/** Removes the fields of metadata, which every API has. */
function withoutMeta(lines: readonly string[]): string[] {
  const isMeta = (line: string) => /^(\.metadata|.*\.metadata\?)[.:]/.test(line);
  return lines.filter((line) => !isMeta(line)).sort();
}

function assertAgrees(project: Project, group: string, kind: string, version: CrdVersion, channel: string): void {
  const file = project.getSourceFileOrThrow(`/types/${channel}/${group}/${version.name}.d.ts`);
  const type = file.getInterfaceOrThrow(kind).getType();
  const { openAPIV3Schema: schema } = version.schema;
  const head = [`.apiVersion: "${group}/${version.name}"`, `.kind: "${kind}"`];
  const fields = linesOfSchema(schema).filter((line) => !/^\.(apiVersion|kind)\?:/.test(line));
  assert.equal(withoutMeta(linesOfType(type, file)), withoutMeta([...fields, ...head]), `${channel} ${kind}`);
}

/** Checks every field of every CRD in both directions, and returns the number of versions. */
function assertAllAgree({ crds, files }: BuildOutput): number {
  const project = open(files);
  assert.equal(complaintsOf(project), []);
  const compared = crds.flatMap(({ channel, crds: list }) =>
    list.flatMap(({ spec }) =>
      spec.versions.map((version) => assertAgrees(project, spec.group, spec.names.kind, version, channel)),
    ),
  );
  return compared.length;
}

/** A bundle in which only the authors of types decide which objects preserve unknown fields. */
const QUIET = { ...bundleOf(), preserveUnknownFields: "none" } as const;

types(
  "have every field of the CRDs and no more: optional, nullable and with the values that it has there",
  async () => {
    assert.ok(assertAllAgree(await buildProject(FLEET)) >= 10);
  },
);

types("agree with the CRDs of this project", async () => {
  assert.ok(assertAllAgree(await buildProject(ROOT, { preserveUnknownFields: "none" })) >= 30);
});

types("of any API compile and agree with its CRDs", () => {
  fc.assert(
    fc.property(drawnFields, (fields) => {
      const { members, declarations } = writeFields(fields);
      const built = buildSources([widget(members, declarations)], QUIET);
      assert.equal(built.diagnostics, []);
      assert.is(assertAllAgree(built), 2);
    }),
    { numRuns: 40 },
  );
});

/** Returns a comment of several lines. */
function doc(...lines: readonly string[]): string {
  return `${["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n")}\n`;
}

/** Returns the content of an output file, which must exist. */
function textAt(files: readonly OutputFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`no ${path} among ${files.map((other) => other.path).join(", ")}`);
  return file.text;
}

/** Returns the types of a widget with these fields, after the import. Everything must compile. */
function printed(fields: string, rest = "", channel: Channel = "standard", others: readonly SourceText[] = []): string {
  const { diagnostics, files } = buildSources([widget(fields, rest), ...others]);
  assert.equal(diagnostics, []);
  assert.equal(complaintsOf(open(files)), []);
  return textAt(files, `types/${channel}/example.dev/v1.d.ts`).split("\n").slice(4).join("\n");
}

/** Returns the declarations of the fields of the widget's spec. */
function specOf(...given: Parameters<typeof printed>): string {
  return /interface WidgetSpec \{\n(.*?)\n\}\n/s.exec(printed(...given))?.[1]?.replace(/^ {2}/gm, "") ?? "";
}

/** Compiles code next to the types of a channel. */
function compileBeside(files: readonly OutputFile[], channel: Channel, code: string): string[] {
  return complaintsOf(open([...files, { path: `types/${channel}/user.ts`, text: code }]));
}

types("escape the line separators of JavaScript, which JSON leaves as they are", () => {
  assert.is(literalOf("a\u2028b\u2029c"), '"a\\u2028b\\u2029c"');
});

types("say each declared type once, under the name that it has in the sources", () => {
  const rest = `${doc("How large.", "@maxLength 9")}type Size = string;
/** A part. */
interface Part {
  /** How large. */
  size: Size;
}
type Parts = Part[];`;
  const one = `${doc("One.", "@maxLength 5")}size?: Size;`;
  const fields = `/** Many. */ parts: Parts; ${one} /** Last. */ last: Part | null;`;
  const text = printed(fields, rest);
  assert.match(text, /\nexport interface Part \{\n {2}\/\*\* How large\. \*\/\n {2}size: Size;\n\}\n/);
  assert.match(text, "\nexport type Parts = Part[];\n");
  assert.is(text.split("export type Size = string;").length, 2);
  assert.match(text, "  last: Part | null;\n  /** Many. */\n  parts: Parts;\n  /** One. */\n  size?: Size;\n");
});

types("number the names that types of several files share, in the order of the files", () => {
  const declare = (file: string, field: string): SourceText => ({
    path: `apis/example.dev/v1/${file}.ts`,
    text: `/** One. */ export interface Part { /** It. */ ${field}: string }
/** Of the name that the other would get. */ export interface Part2 { /** It. */ ${field}: string }`,
  });
  const rest = 'import type { Part as A, Part2 as C } from "./a.js"; import type { Part as B } from "./b.js";';
  const fields = "/** B. */ b: B; /** A. */ a: A; /** C. */ c: C;";
  const text = printed(fields, rest, "standard", [declare("b", "second"), declare("a", "first")]);
  assert.match(text, /interface Part \{\n.*\n {2}first:/);
  assert.match(text, /interface Part2 \{\n.*\n {2}first:/);
  assert.match(text, /interface Part3 \{\n.*\n {2}second:/);
  assert.match(text, "  a: Part;\n  /** B. */\n  b: Part3;\n  /** C. */\n  c: Part2;\n");
});

types("give a generic type its name where it stands for one type, and write it in place where for several", () => {
  const rest = "/** A box. */ interface Box<T> { /** What is in it. */ content: T }";
  assert.is(
    specOf("/** A. */ a: Box<string>; /** B. */ b: Box<string>;", rest),
    "/** A. */\na: Box;\n/** B. */\nb: Box;",
  );
  const several = specOf("/** A. */ a: Box<string>; /** B. */ b: Box<boolean>;", rest);
  assert.match(several, /a: \{\n.*\n {2}content: string;\n\};\n/);
  assert.match(several, /b: \{\n.*\n {2}content: boolean;\n\};$/);
});

types("do not give the name of a type to what is made of it", () => {
  const rest = "/** A part. */ interface Part { /** It. */ one: string; /** It too. */ two: string }";
  const fields = `/** A. */ a: Partial<Part>; /** B. */ b: Omit<Part, "one">; /** C. */ c: Part; /** D. */ d: Part & { /** More. */ more: string };`;
  const text = specOf(fields, rest);
  assert.match(text, /a: \{\n.*\n {2}one\?: string;\n.*\n {2}two\?: string;\n\};/);
  assert.match(text, /b: \{\n.*\n {2}two: string;\n\};/);
  assert.match(text, /c: Part;/);
  assert.match(text, /d: \{\n.*\n {2}more: string;/);
});

types("leave their names to kinds and lists, whatever other types are called", () => {
  const taken: SourceText = {
    path: "apis/example.dev/v1/taken.ts",
    text: "/** It. */ export interface WidgetList { /** It. */ it: meta } /** What imports are called. */ export type meta = string;",
  };
  const text = printed(
    "/** A list. */ list: WidgetList;",
    'import type { WidgetList } from "./taken.js";',
    "standard",
    [taken],
  );
  const list = 'export interface WidgetList<Metadata = meta.ObjectMeta> {\n  apiVersion: "example.dev/v1";';
  assert.match(text, `\n${list}\n  kind: "WidgetList";`);
  assert.match(text, "\nexport interface WidgetList2 {\n  /** It. */\n  it: meta2;\n}\n");
  assert.match(text, "  list: WidgetList2;\n");
});

types("keep the parameter of kinds apart from a type and from a kind with its name", () => {
  const { text, path } = widget(
    "/** Its data. */ data: Metadata;",
    "/** Data. */ interface Metadata { /** It. */ it: string }",
  );
  const twin = { path: path.replace("widget", "metadata"), text: text.replaceAll("Widget", "Metadata2") };
  const { files, diagnostics } = buildSources([{ path, text }, twin]);
  assert.equal(diagnostics, []);
  const code = `import type { Metadata2, Metadata2List, Widget } from "./example.dev/v1.js";
export declare const object: Widget<{ at: boolean }>;
export const at: boolean = object.metadata.at;
export const it: string = object.spec.data.it;
export declare const others: Metadata2List<{ at: number }>;
export const other: Metadata2<{ at: number }> | undefined = others.items[0];
export const plain: Widget = object;
`;
  assert.equal(compileBeside(files, "standard", code), ["/types/standard/user.ts:7 TS2322"]);
});

types("take kinds by the names that TypeScript lets them have, and lists by what the CRD calls them", () => {
  const declare = (kind: string, index: number) =>
    `${doc("Odd.", "@storageVersion", `@listKind ${kind}-many`, `@plural odd${index}`)}export interface Odd${index} {
  apiVersion: "example.dev/v1"; kind: "${kind}"; metadata: ObjectMeta
}`;
  const kinds = ["string", "meta", "well-known"].map(declare).join("\n");
  const text = `import type { ObjectMeta } from "../../meta/v1.js";\n${kinds}`;
  const module = printed("/** A. */ a: string;", "", "standard", [{ path: "apis/example.dev/v1/odd.ts", text }]);
  for (const [name, kind] of [
    ["_string", "string"],
    ["_meta", "meta"],
    ["well_known", "well-known"],
  ]) {
    const head = '<Metadata = meta.ObjectMeta> {\n  apiVersion: "example.dev/v1";\n';
    assert.match(module, `export interface ${name}${head}  kind: "${kind}";\n`);
    assert.match(module, `export interface ${name}List${head}  kind: "${kind}-many";\n`);
  }
});

types("keep words inside of their comment, texts inside of their quotes, and any name a name", () => {
  const fields = `/**
 * Ends early: *&#47; x: string; /* and goes on.
 *
 * \`\`\`
 * @deprecated In code, so it is not.
 * \`\`\`
 */
__proto__: string;
/** Quoted. */
"a\\"; b: string; //\\n": "\\"| string; //" | "*/" | "plain";
/**
 * Old.
 *
 * @deprecated Take *&#47; another.
 */
constructor?: string;`;
  const { diagnostics, files } = buildSources([widget(fields)]);
  assert.equal(diagnostics, []);
  const project = open(files);
  assert.equal(complaintsOf(project), []);
  const spec = project.getSourceFileOrThrow("/types/standard/example.dev/v1.d.ts").getInterfaceOrThrow("WidgetSpec");
  const names = spec.getProperties().map((property) => property.getSymbolOrThrow().getName());
  assert.equal(names, ["__proto__", 'a"; b: string; //\n', "constructor"]);
  const [, quoted] = spec.getProperties();
  const values = quoted?.getType().getUnionTypes() ?? [];
  assert.equal(
    values.map((value) => value.getLiteralValue()),
    ['"| string; //', "*/", "plain"],
  );
  const tags = spec.getProperties().map((property) => property.getJsDocs().flatMap((doc) => doc.getTags()));
  assert.equal(
    tags.map((list) => list.map((tag) => tag.getTagName())),
    [[], [], ["deprecated"]],
  );
});

types("of a channel have its words and its values, and name nothing of the other", () => {
  const experimental = doc("Not yet.", "@experimental");
  const fields = `/** Said. {@experimental Whispered.} {@standard Shouted.} */
    mode: "A" | ${experimental} "B";
    ${experimental} hidden?: Hidden;`;
  const rest = `${doc("Hidden.", "@experimental")}interface Hidden { /** It. */ it: string }`;
  assert.is(specOf(fields, rest), '/** Said. Shouted. */\nmode: "A";');
  assert.not.match(printed(fields, rest), /Hidden|Whispered|Not yet/);
  const text = printed(fields, rest, "experimental");
  for (const message of [
    "Said. Whispered.",
    "- B: Not yet.",
    'mode: "A" | "B";',
    "hidden?: Hidden;",
    "interface Hidden {",
  ]) {
    assert.match(text, message);
  }
});

types("let nobody name a field of an object that has none in the channel", () => {
  const fields = "/** Settings. */ settings?: Settings;";
  const rest = `/** Settings. */ interface Settings { ${doc("One.", "@experimental")} one?: string }`;
  const { files } = buildSources([widget(fields, rest)]);
  const code = `import type { Settings } from "./example.dev/v1.js";
export const none: Settings = {};
export const named: Settings = { one: "1" };
export const text: Settings = "1";
export const read = none.one;
`;
  assert.equal(compileBeside(files, "experimental", code), ["/types/experimental/user.ts:4 TS2559"]);
  assert.equal(compileBeside(files, "standard", code), [
    "/types/standard/user.ts:3 TS2353",
    "/types/standard/user.ts:4 TS2559",
    "/types/standard/user.ts:5 TS2339",
  ]);
});

const RAW: readonly (readonly [schema: string, type: string])[] = [
  ['{"type": "integer"}', "number"],
  ['{"type": "string", "nullable": true}', "string | null"],
  ['{"x-kubernetes-int-or-string": true}', "number | string"],
  ['{"type": "string", "enum": ["a", "b\\"c"]}', '"a" | "b\\"c"'],
  ['{"type": "number", "enum": [-1, 0.5, 1e21, null]}', "-1 | 0.5 | 1e+21 | null"],
  ['{"type": "array", "items": {"type": "string", "nullable": true}}', "(string | null)[]"],
  ['{"type": "array"}', "unknown[]"],
  ['{"type": "object"}', "{ [name: string]: unknown }"],
  ['{"type": "object", "additionalProperties": {"type": "integer"}}', "{ [name: string]: number }"],
  ['{"x-kubernetes-preserve-unknown-fields": true}', "unknown"],
  [
    '{"type": "object", "required": ["b"], "properties": {"b": {"type": "boolean"}, "__proto__": {"type": "string"}}}',
    "{\n  __proto__?: string;\n  b: boolean;\n}",
  ],
  [
    '{"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a b": {"type": "string"}}}',
    '{\n  "a b"?: string;\n  [name: string]: unknown;\n}',
  ],
  [
    '{"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"kind": {"type": "string"}}}',
    "{\n  apiVersion: string;\n  metadata?: meta.ObjectMeta;\n  kind?: string;\n}",
  ],
];

for (const [schema, type] of RAW) {
  types(`say a raw schema as exactly as a type can: ${schema}`, () => {
    const text = printed("/** Raw. */ raw: Raw;", `${doc("Raw.", `@rawSchema \`${schema}\``)}type Raw = unknown;`);
    assert.match(text, `\nexport type Raw = ${type};\n`);
  });
}

types("mark as deprecated what is, and what the channel does not serve", () => {
  const { text, path } = widget("/** It. */ it: string;");
  const version = (name: string, tags: string): SourceText => ({
    path: path.replace("v1", name),
    text: text.replace("example.dev/v1", `example.dev/${name}`).replace("/** A widget. */", doc("Old.", tags)),
  });
  const sources = [
    { path, text: text.replace("/** A widget. */", doc("A widget.", "@storageVersion")) },
    version("v1beta1", "@deprecated Use v1."),
    version("v1alpha1", "@deprecated"),
  ];
  const { files, diagnostics } = buildSources(sources);
  assert.equal(diagnostics, []);
  const tagOf = (channel: Channel, name: string) =>
    /@deprecated.*/.exec(textAt(files, `types/${channel}/example.dev/${name}.d.ts`))?.[0];
  assert.is(tagOf("standard", "v1"), undefined);
  assert.is(tagOf("standard", "v1beta1"), "@deprecated Use v1.");
  assert.is(tagOf("standard", "v1alpha1"), "@deprecated The API server does not serve this version.");
  assert.is(tagOf("experimental", "v1alpha1"), "@deprecated");
});

types("of the index: a kind as the first version that is served has it, but no name that two groups share", () => {
  const { text, path } = widget("/** It. */ it: string;");
  const storage = text.replace("/** A widget. */", doc("A widget.", "@storageVersion"));
  const beta = { path: path.replace("v1", "v1beta1"), text: storage.replace("example.dev/v1", "example.dev/v1beta1") };
  const unserved = { path, text: text.replace("/** A widget. */", doc("A widget.", "@unserved")) };
  const indexOf = (...sources: SourceText[]) => {
    const { files, diagnostics } = buildSources(sources);
    assert.equal(diagnostics, []);
    assert.equal(complaintsOf(open(files)), []);
    return textAt(files, "types/experimental/index.d.ts").replace(/^.*\n\n/, "");
  };
  const namespaces = ["v1", "v1beta1"].map(
    (name) => `export type * as example_dev_${name} from "./example.dev/${name}.js";\n`,
  );
  const head = `export type * as meta from "./meta.js";\n${namespaces.join("")}`;
  const plain = (name: string) =>
    `export type {\n  Widget,\n  WidgetList,\n} from "./example.dev/${name}.js";
export {\n  assertWidget,\n  validateWidget,\n} from "./example.dev/${name}.js";\n`;
  assert.is(indexOf({ path, text }, beta), head + plain("v1"));
  assert.is(indexOf(unserved, beta), head + plain("v1beta1"));
  const twin = {
    path: "apis/x.example.dev/v1beta1/widget.ts",
    text: text
      .replace("example.dev/v1", "x.example.dev/v1beta1")
      .replace("/** A widget. */", doc("A twin.", "@experimental")),
  };
  assert.not.match(indexOf({ path, text }, beta, twin), "Widget");
});

types("make a package of what was printed, and of no other channel", () => {
  const bundle = bundleOf();
  const analysis = analyse({ sources: [META, widget("/** It. */ it: string;")], bundle });
  for (const channels of [CHANNELS, ["standard"], ["experimental"]] as const) {
    const { files } = print(analysis, bundle, TEMPLATES, channels);
    const manifest = JSON.parse(textAt(files, "types/package.json")) as Record<string, unknown>;
    const index = JSON.parse(textAt(files, "bundle.json")) as {
      channels: Record<string, { types: { path: string; size: number }[] }>;
      typesPackage: { path: string };
    };
    assert.is(manifest.name, "example-types");
    assert.is(manifest.version, "1.0.0");
    const [range] = Object.values(manifest.peerDependencies as Record<string, string>);
    assert.ok(semver.satisfies(TOOL.version, range ?? ""), "this version of the tool has the functions");
    const exported = Object.entries(manifest.exports as Record<string, Record<string, string>>);
    assert.equal(
      exported.map(([name]) => name),
      channels.flatMap((channel) => ["/example.dev/v1", "", "/meta"].map((path) => `./${channel}${path}`)),
    );
    for (const path of exported.flatMap(([, targets]) => Object.values(targets))) {
      assert.ok(textAt(files, path.replace(/^\./, "types")));
    }
    assert.equal(Object.keys(index.channels), channels);
    const listed = Object.values(index.channels).flatMap((channel) => channel.types);
    assert.equal(
      listed.map(({ path }) => path),
      channels.flatMap((channel) =>
        files.map(({ path }) => path).filter((path) => path.startsWith(`types/${channel}/`) && path.endsWith(".ts")),
      ),
    );
    for (const { path, size } of listed) assert.is(size, Buffer.byteLength(textAt(files, path)));
    assert.is(index.typesPackage.path, "types/package.json");
  }
});

types("the index has the names of a kind of which no version is served", () => {
  const { path, text } = widget("  /** Its name. */\n  name?: string;");
  const hidden = { path, text: text.replace("/** A widget. */", "/**\n * A widget.\n *\n * @unserved\n */") };
  const { files, diagnostics } = buildSources([hidden]);
  assert.equal(diagnostics, []);
  for (const channel of CHANNELS) {
    const index = files.find((file) => file.path === `types/${channel}/index.d.ts`)?.text ?? "";
    assert.match(index, 'export type {\n  Widget,\n  WidgetList,\n} from "./example.dev/v1.js";');
  }
  const ofTypes = files.filter(({ path }) => path.startsWith("types/"));
  const others = ofTypes.filter(({ path }) => !path.endsWith(".d.ts"));
  assert.equal(
    others.map((file) => file.path),
    ["types/package.json"],
    "nothing to validate with",
  );
  for (const { text } of ofTypes) assert.not.match(text, "assertWidget");
});

types("the modules that run have the functions and CRDs that the declarations promise", () => {
  const description = "Its description.";
  const { files, diagnostics } = buildSources([widget(`/** ${description} */ it: string;`)], bundleOf());
  assert.equal(diagnostics, []);
  for (const channel of CHANNELS) {
    const code = textAt(files, `types/${channel}/example.dev/v1.js`);
    assert.match(code, 'validation.kindValidator(() => require("../example.dev_widgets.json"), "v1", "1.');
    const crd = JSON.parse(textAt(files, `types/${channel}/example.dev_widgets.json`)) as { spec: unknown };
    assert.not.match(JSON.stringify(crd.spec), description);
    assert.match(JSON.stringify(crd.spec), '"it":{"type":"string"');
  }
});

types.run();
