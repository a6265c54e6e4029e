/** Tests of a reading that a later run uses: which sources it reads again, and when it must read all of them. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Imports, ImportTarget } from "../../../scripts/core/model/imports.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import { type Changes, changesSince, readApi, readChanges } from "../../../scripts/language/read/index.js";
import type { Reading } from "../../../scripts/language/read/reading.js";
import { META } from "../../support/project.js";

const readings = suite("readings");

const source = (name: string, text: string): SourceText => ({ path: `apis/example.dev/v1/${name}.ts`, text });

function kind(name: string, module: string, type: string): SourceText {
  return source(
    name.toLowerCase(),
    `import type { ObjectMeta } from "../../meta/v1.js";
import type { ${type} } from "${module}";
/** A kind. */
export interface ${name} {
  apiVersion: "example.dev/v1";
  kind: "${name}";
  metadata: ObjectMeta;
  /** A field. */
  spec: ${type};
}
`,
  );
}

const OUTER = source(
  "outer",
  'import type { Inner } from "./inner.js";\n/** Outer. */\nexport interface Outer {\n  /** A field. */\n  inner?: Inner;\n}\n',
);
const INNER = source("inner", "/** Inner. */\nexport type Inner = string;\n");
const OTHER = source("other", "/** Other. */\nexport type Other = string;\n");
const SOURCES = [META, kind("Near", "./outer.js", "Outer"), kind("Far", "./other.js", "Other"), OUTER, INNER, OTHER];

function withText(path: string, change: (text: string) => string): SourceText[] {
  return SOURCES.map((each) => (each.path.endsWith(`/${path}.ts`) ? { ...each, text: change(each.text) } : each));
}

function readingOf(sources: readonly SourceText[], imports?: Imports): Reading {
  const { reading, diagnostics } = readApi(sources, imports);
  if (!reading) throw new Error(`cannot be kept: ${JSON.stringify(diagnostics)}`);
  return reading;
}

function changes(
  sources: readonly SourceText[],
  earlier = readingOf(SOURCES),
  imports: Imports = new Map(),
): Changes | undefined {
  return changesSince(earlier, sources, imports, "reflowed", new Map());
}

const names = (paths: Iterable<string>) => [...paths].map((path) => path.replace(/^.*\/|\.ts$/g, "")).sort();

/** Returns the names of the sources that are read again, and of those that are not affected. */
function read(found: Changes | undefined) {
  return found && [names(found.sources.map(({ path }) => path)), names(found.unaffected.keys())];
}

readings("need only the sources that changed, those that import them, and all that these import", () => {
  const all = ["far", "inner", "near", "other", "outer", "v1"];
  assert.equal(read(changes(SOURCES)), [[], all]);
  const comment = (text: string) => `${text}// Changed.\n`;
  assert.equal(read(changes(withText("inner", comment))), [
    ["inner", "near", "outer", "v1"],
    ["far", "other", "v1"],
  ]);
  assert.equal(read(changes(withText("near", comment))), [
    ["inner", "near", "outer", "v1"],
    ["far", "inner", "other", "outer", "v1"],
  ]);
  const nearer = withText("far", (text) => text.replace("./other.js", "./inner.js").replaceAll("Other", "Inner"));
  assert.equal(read(changes(nearer)), [
    ["far", "inner", "v1"],
    ["inner", "near", "other", "outer", "v1"],
  ]);
});

readings("are not used if a source appears or disappears, or with another layout", () => {
  assert.is(changes([...SOURCES, source("new", "export {};\n")]), undefined);
  assert.is(changes(SOURCES.slice(0, -1)), undefined);
  const renamed = SOURCES.map((each) => (each === OTHER ? { ...OTHER, path: OTHER.path.replace("other", "o") } : each));
  assert.is(changes(renamed), undefined);
  assert.is(changesSince(readingOf(SOURCES), SOURCES, new Map(), "as-written", new Map()), undefined);
});

readings("notice that an import leads to another module of a package", () => {
  const module = (path: string): SourceText => ({ path, text: "/** T. */\nexport type Other = string;\n" });
  const [one, two] = [module("node_modules/p/one.ts"), module("node_modules/p/two.ts")];
  const far = kind("Far", "p", "Other");
  const leading = (path: string): Imports => new Map([[far.path, new Map<string, ImportTarget>([["p", { path }]])]]);
  const before = readingOf([META, far, one], leading(one.path));
  assert.equal(read(changes([META, far, one], before, leading(one.path))), [[], ["far", "one", "v1"]]);
  assert.equal(read(changes([META, far, two], before, leading(two.path))), [["far", "two", "v1"], ["v1"]]);
  const upper = module("node_modules/p/ONE.ts");
  assert.is(changes([META, far, one, upper], before, leading(one.path)), undefined, "which the compiler rejects");
});

readings("give the same model as reading everything", () => {
  const edited = withText("inner", (text) => text.replace("= string", '= "a" | "b"'));
  const earlier = readingOf(SOURCES);
  const found = changes(edited, earlier) as Changes;
  const partial = readChanges(earlier, found, new Map(), new Map());
  const whole = readApi(edited);
  assert.equal(partial?.model, whole.model);
  assert.equal([...(partial?.reading?.files ?? [])], [...(whole.reading?.files ?? [])]);
  const roots = [...earlier.files.values()].flatMap(({ versions }) => versions.map(({ root }) => root));
  const kept = partial?.model.kinds.map(({ kind, versions: [version] }) => [
    kind,
    roots.some((root) => root === version?.root),
  ]);
  assert.equal(kept, [
    ["Far", true],
    ["Near", false],
  ]);
});

readings("leave everything with a diagnostic to a run that reads everything", () => {
  const earlier = readingOf(SOURCES);
  for (const text of ["export type Other = Symbol;\n", "@", `${"(".repeat(300)}\n`]) {
    const edited = withText("other", () => text);
    const found = changes(edited, earlier);
    assert.is(found && readChanges(earlier, found, new Map(), new Map()), undefined, text);
  }
});

readings("are not kept if any source could affect all others", () => {
  const unkept = (text: string) => readApi([...SOURCES, source("more", text)]).reading;
  assert.ok(unkept("export {};\n"), "a source like any other");
  assert.is(unkept("declare global { type Everywhere = string }\nexport {};\n"), undefined);
  assert.is(unkept("type Everywhere = string;\n"), undefined);
  const half = 'export interface Half { apiVersion: string; kind: "Half"; metadata?: object }\n';
  assert.is(unkept(`${half}export interface Whole extends Half {}\n`), undefined, "another name hides a diagnostic");
  assert.is(unkept(half), undefined);
  const bare = source("more", "export interface A { /** @unknown */ a: string }\n");
  assert.is(readApi([...SOURCES, bare]).reading, undefined, "with a diagnostic");
});

readings.run();
