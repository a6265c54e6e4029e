/**
 * Tests of the names that the reader resolves: by the syntax, and with the type checker where that does not suffice.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SourceText } from "../../../scripts/core/model/location.js";
import { compilerErrors, importsOf, readApi, typeErrors } from "../../../scripts/language/read/index.js";
import { Names } from "../../../scripts/language/read/names.js";
import type { ParsedSources } from "../../../scripts/language/read/parsed-sources.js";
import { META } from "../../support/project.js";

const names = suite("names in sources");

const source = (name: string, text: string): SourceText => ({ path: `apis/example.dev/v1/${name}.ts`, text });
const KIND = source(
  "widget",
  `import type { Spec } from "./shared.js";
  type Named<K extends string> = Partial<{ other: string }> & { kind: K };
  interface Base { apiVersion: "example.dev/v1beta1"; metadata?: object; spec?: Spec }
  export interface Widget extends Omit<Base, "apiVersion">, Named<"Widget"> { apiVersion: "example.dev/v1" }`,
);
const SPEC = "export interface Spec { a?: Readonly<{ b: string }> }";

/** Reads sources, and returns the kinds with the fields of their specs, and whether the type checker was needed. */
function read(...sources: readonly SourceText[]) {
  const property = Object.getOwnPropertyDescriptor(Names.prototype, "checker") as PropertyDescriptor;
  let isChecked = false;
  const get = function (this: Names) {
    isChecked = true;
    return property.get?.call(this);
  };
  Object.defineProperty(Names.prototype, "checker", { ...property, get });
  try {
    const { model } = readApi(sources);
    const kinds = model.kinds.map(({ kind, versions }) => {
      const spec = versions[0]?.root.fields.find(({ name }) => name === "spec")?.node;
      return `${kind} ${spec?.form === "object" ? spec.fields.map(({ name }) => name) : spec?.form}`;
    });
    return { kinds, isChecked };
  } finally {
    Object.defineProperty(Names.prototype, "checker", property);
  }
}

names("are found by the syntax in modules that import and export each other", () => {
  const through = [
    source("shared", 'export { Inner as Spec } from "./inner.js";'),
    source("inner", 'import type * as v1 from "./spec.js";\nexport type Inner = v1.Spec;'),
    source("spec", 'export * from "./stars.js";'),
    source("stars", 'export * from "./last.js"; export * from "./spec.js"; export * from "./other.js";'),
    source("other", "export interface Other { a: string }"),
    source("last", SPEC),
  ];
  assert.equal(read(KIND, ...through), { kinds: ["Widget a"], isChecked: false });
});

names("are found by the type checker everywhere else", () => {
  const found = { kinds: ["Widget a"], isChecked: true };
  const stars = 'export * from "./spec.js";\nexport * from "./other.js";';
  const other = source("other", "export class Other {}");
  assert.equal(read(KIND, source("shared", stars), source("spec", SPEC), other), found);
  assert.equal(read(KIND, source("shared", `${SPEC}\ndeclare global { interface Other {} }`)), found);
  assert.equal(
    read(
      KIND,
      source(
        "shared",
        "interface B { a: string }\nexport type Spec = N.S;\nnamespace N { export interface S extends B {} }",
      ),
    ),
    found,
  );
});

names("that stand for themselves come to an end", () => {
  const cyclic = [
    'export { Spec } from "./widget.js"; export type Spec2 = Spec2;',
    "export interface Spec extends Spec {}",
    "export type Spec = Spec;",
    'export { Spec } from "./shared.js";',
  ];
  for (const text of cyclic) {
    const sources = [KIND, source("shared", text)];
    readApi(sources);
    assert.ok(typeErrors(sources).length > 0, text);
  }
});

names("of an index signature are lost in Omit, as in TypeScript", () => {
  const base = 'interface Base { kind: "Widget"; [name: string]: unknown }';
  const kind = (type: string) =>
    source("widget", `${base}\nexport interface Widget extends ${type} { apiVersion: "example.dev/v1" }`);
  assert.is(readApi([kind("Base")]).diagnostics.length > 0, true);
  const { model, diagnostics } = readApi([kind('Omit<Base, "other">')]);
  assert.equal([model.kinds, diagnostics], [[], []]);
});

names("are not read again from a source that did not change", () => {
  const parsed: ParsedSources = new Map();
  const sources = [KIND, source("shared", SPEC)];
  const first = readApi(sources, undefined, undefined, parsed);
  const files = [...parsed.values()];
  assert.equal(readApi(sources, undefined, undefined, parsed), first);
  assert.equal(compilerErrors(sources, undefined, parsed), []);
  assert.ok([...parsed.values()].every((file, at) => file === files[at]));
  readApi([KIND, source("shared", `${SPEC}\n`)], undefined, undefined, parsed);
  assert.equal([...parsed.values()].map((file, at) => file === files[at]).sort(), [false, true]);
});

/** Returns a chain of interfaces, of which the last one has a field of the given type. */
function chain(name: string, length: number, end: string): string {
  return numbers(length)
    .map((at) => `export interface ${name}${at} { f?: ${at === length - 1 ? end : `${name}${at + 1}`} }`)
    .join("\n");
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

names("of types are nested too deeply wherever the chain begins, and whether or not it was read before", () => {
  const kind = (name: string, spec: string) =>
    `export interface ${name} { apiVersion: "example.dev/v1"; kind: "${name}"; metadata: ObjectMeta; spec: ${spec} }`;
  const meta = 'import type { ObjectMeta } from "../../meta/v1.js";';
  for (const [first, second] of [
    ["a", "b"],
    ["b", "a"],
  ] as const) {
    const inner = source(first, `${meta}\n${kind("Inner", "B0")}\n${chain("B", 60, "string")}`);
    const outer = (end: string) =>
      source(
        second,
        `${meta}\nimport type { B0 } from "./${first}.js";\n${kind("Outer", "A0")}\n${chain("A", 30, end)}`,
      );
    const parsed: ParsedSources = new Map();
    const codes = (end: string, known?: ParsedSources) =>
      readApi([META, inner, outer(end)], undefined, undefined, known).diagnostics.filter(
        ({ code }) => code === "type-too-deep",
      );
    assert.equal(codes("string", parsed), []);
    assert.is(codes("B0").length, 1, `${first} is read first`);
    assert.equal(codes("B0", parsed), codes("B0"));
  }
});

names("of modules are those that a source imports", () => {
  const found = (text: string) => importsOf({ path: "apis/a.ts", text }, new Map());
  const cases: Readonly<Record<string, readonly string[]>> = {
    'import type { A } from "a"; export * from "b"; import c = require("c"); export type D = A;': ["a", "b", "c"],
    'export type A = import("a").B;': ["a"],
    'export type A = import/* c */("a").B;': ["a"],
    'export type A = typeof import // c\n("a");': ["a"],
    'declare module "a" { import type { B } from "b"; export type C = B; }': ["b"],
    'declare module "a";': [],
    'export {}; declare module "a" { import type { B } from "b"; interface C { d: B } }': ["a", "b"],
    "// import a from 'a';\nexport type A = string;": [],
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(found(text), expected, text);
});

names("that another file made global are not kept when it is a module", () => {
  const parsed: ParsedSources = new Map();
  const uses = source("shared", "export interface Spec { a?: Size }");
  const read = (text: string, known?: ParsedSources) =>
    readApi([KIND, uses, source("size", text)], undefined, undefined, known);
  read('type Size = "Small" | "Large";', parsed);
  const module = 'export type Size = "Small" | "Large";';
  assert.equal(read(module, parsed), read(module));
});

names.run();
