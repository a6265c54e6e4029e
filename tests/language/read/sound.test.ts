/** Tests of the proofs that sources have no type errors. The compiler must confirm each proof. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProject } from "../../../scripts/app/project.js";
import type { SourceText } from "../../../scripts/core/model/location.js";
import { compilerErrors, haveSoundTypes } from "../../../scripts/language/read/index.js";
import { FLEET } from "../../support/command-line.js";
import { ROOT } from "../../support/golden.js";

const sound = suite("sound types");

const SHARED = `export interface Part { a: string; b?: number }
export enum Size { small = "small", large = "large" }
export type Name = string;
`;

/** Returns whether sources are proved to have no type errors, and the numbers of those that the compiler finds. */
function verdicts(text: string, ...others: readonly SourceText[]) {
  const sources = [
    { path: "apis/example.dev/v1/types.ts", text },
    { path: "apis/example.dev/v1/shared.ts", text: SHARED },
    ...others,
  ];
  const errors = compilerErrors(sources);
  return { isProved: haveSoundTypes(sources, new Map(), new Map()), errors: errors.map(({ args }) => args.number) };
}

const SOUND = [
  'import type { Name } from "./shared.js"; export interface A { a?: Name; readonly "b-c": string[] | null }',
  'import type * as shared from "./shared.js"; export type A = Record<string, shared.Part> | 1 | -2.5 | true | "a";',
  'import { type Size as S } from "./shared.js"; export type A = { readonly [size: string]: S };',
  'export * from "./shared.js"; export interface Name { a: string }',
  'export { type Part as Other, Name } from "./shared.js"; export type A = unknown;',
  "interface A { a: B[] } interface B { a?: A } export { A };",
  "export interface A { a: string; [other: string]: unknown }",
  'export type A<T, V extends string> = Omit<T, "a"> & { a: V }; export interface B extends A<{ a: string; b: 1 }, "x"> {}',
  'export interface A<T extends string, U extends string = T> { a: T; b: U } export type B = A<"x">;',
  "export interface A<T, U = T> { a: T; b: U } export type B = A<string> | A<string, readonly number[]>;",
  'import type { Part } from "./shared.js"; export interface A extends Pick<Part, "b"> { a: Part } export interface B extends A { b: 1 }',
  'export interface A { a: "x" | "y"; b?: { c?: string } } export interface B extends A { a: "x"; b: { c: string; d: 1 } }',
  "export interface A { a: string } export type B<T extends { a?: string }> = T[]; export type C = B<A>;",
  "type A = B & { b: Partial<B> }; interface B { a: string } export interface C { a: Required<A>; c: Array<C> }",
  'type Keys = "a" | "b"; export type A = Record<Keys, string>; export type B = Omit<A, Keys>;',
  "",
];

sound("are proved for the declarations of an API", () => {
  for (const text of SOUND) assert.equal(verdicts(text, ...OTHERS), { isProved: true, errors: [] }, text);
});

/** Errors of the compiler, by what is wrong. */
const WRONG: Readonly<Record<string, string>> = {
  "unknown name": "export type A = Missing;",
  "unknown export": 'import type { Missing } from "./shared.js"; export {};',
  "unknown module": 'import type * as none from "./none.js"; export {};',
  "file without exports": 'import type * as script from "./script.js"; export {};',
  "type that is not exported": 'import type { A } from "./own.js"; export type B = A;',
  "missing argument": "interface A<T> { a: T } export type B = A;",
  "needless argument": "interface A { a: string } export type B = A<string>;",
  "missing argument of the library": "export type A = Array;",
  "needless argument of the library": "export type A = Partial<{}, string>;",
  "argument beyond its bound": "interface A<T extends string> { a: T } export type B = A<number>;",
  "object without a property of its bound": "type A<T extends { a?: string }> = T; export type B = A<{ b: string }>;",
  "object with the wrong property of its bound": "type A<T extends { a?: string }> = T; export type B = A<{ a: 1 }>;",
  "default beyond its bound": "export interface A<T extends string = number> { a: T }",
  "parameter without a default after one with it": "export interface A<T = string, U> { a: T; b: U }",
  "default that needs itself": "export interface A<T = A> { a: T }",
  "default of a later parameter": "export interface A<T = U, U = string> { a: T; b: U }",
  "bound that needs itself": "export interface A<T extends U, U extends T> { a: T; b: U }",
  "two parameters of one name": "export interface A<T, T> { a: T }",
  "parameter with a reserved name": "export interface A<string> { a: string }",
  "no arguments": "interface A { a: string } export type B = A<>;",
  "comma after the last argument": "export type A = Array<string,>;",
  "comma after the last base": "interface A { a: string } export interface B extends A, {}",
  "key that is no name": "export type A = Record<boolean, string>;",
  "key that does not exist": 'export type A = Pick<{ a: string }, "b">;',
  "omitted key that is no name": "export type A = Omit<{ a: string }, null>;",
  "property that is declared twice": 'export interface A { a: string; "a": string }',
  "property without a type": "export interface A { a }",
  "property of two modifiers": "export interface A { readonly readonly a: string }",
  "property of a class": "export interface A { public a: string }",
  "method without a type": "export interface A { a() }",
  "property that does not fit an index": "export interface A { a: string; [other: string]: number }",
  "two indexes": "export interface A { [a: string]: unknown; [b: string]: unknown }",
  "index without a type": "export interface A { [a: string] }",
  "index of a type that is no name": "export interface A { [a: boolean]: string }",
  "optional index": "export interface A { [a?: string]: string }",
  "wider property than inherited": "interface A { a: 1 } export interface B extends A { a: number }",
  "optional property in place of a required one":
    "interface A { a: string } export interface B extends A { a?: string }",
  "other array than inherited": "interface A { a: string[] } export interface B extends A { a: number[] }",
  "object that lacks a property": "interface A { a: { b: 1 } } export interface B extends A { a: { c: 1 } }",
  "null in place of text": "interface A { a: string } export interface B extends A { a: string | null }",
  "unknown in place of text": "interface A { a: string } export interface B extends A { a: unknown }",
  "base that is no object": "type A = string; export interface B extends A { a: string }",
  "base that is a union": "type A = { a: 1 } | { b: 1 }; export interface B extends A { c: 1 }",
  "base that is a parameter": "export interface A<T> extends T { a: string }",
  "base that extends the type": "export interface A extends B {} interface B extends A {}",
  "two bases that disagree": "interface A { a: 1 } interface B { a: 2 } export interface C extends A, B {}",
  "alias of itself": "export type A = A;",
  "alias of itself in a union": "export type A = string | B; type B = A | number;",
  "alias of itself in an argument": "export type A = Record<string, A>;",
  "two types of one name": "export type A = string; export type A = number;",
  "interface and alias of one name": "export interface A { a: 1 } export type A = number;",
  "import of a name that is declared": 'import type { Name } from "./shared.js"; export type Name = string;',
  "two exports of one name": "interface A { a: 1 } export type B = string; export { A as B };",
  "interface of which a part is exported": "export interface A { a: 1 } interface A { b: 1 }",
  "reserved name": "export type string = 1;",
  "reserved word": "export interface package { a: string }",
  "enum of a number and a name": "export enum A { a = 1, b = A.c }",
  "enum with a member twice": 'export enum A { a = "x", a = "y" }',
  "enum with a number for a name": 'export enum A { 1 = "x" }',
  "readonly in front of no array": "export type A = readonly string;",
  "number with a leading zero": "export type A = 012;",
  "octal escape": 'export type A = "\\012";',
  "reference to a missing file": '/// <reference path="none.ts" />\nexport type A = string;',
  "import of a file with its own ending": 'import { Name } from "./shared.ts"; export type A = Name;',
  "two marks of a type": 'import type { type Name } from "./shared.js"; export type A = Name;',
  "value in place of a type": 'const a = "b"; export type A = a;',
  "type that is read from another one": 'export type A = { a: string }["b"];',
  "syntax error": "export interface A { a: ; }",
  "intersection of itself":
    'interface A { c: B } export type B = Omit<{ c: 1 } & A, "b">; export interface C { a: B["c"]["c"] }',
};

/** More errors, which the parser leaves to the checker, or of which the syntax shows little. */
const HIDDEN: Readonly<Record<string, string>> = {
  "initializer of a property": "export interface A { a: string = 1 }",
  "initializer in a type literal": 'export type A = { a?: string = "x" };',
  "interface that implements":
    'import type { Part } from "./shared.js"; export interface A implements Part { a: string }',
  "base behind an optional chain":
    'import type * as shared from "./shared.js"; export interface A extends shared?.Part {}',
  "dot in front of arguments": "export type A = Array.<string>;",
  "negative constraint": "export interface A<T extends -{ a: string }> { a: T }",
  "reserved name of an index": "export type A = { [eval: string]: string };",
  "escaped name": "export interface ev\\u0061l<T> { [\\u0065val: string]: T }",
  "missing property that all objects have":
    "type A<T extends { a: 1; toString?: string }> = T; export type B = A<{ a: 1 }>;",
  "constructor in place of a property":
    "interface A { x: { a: 1; constructor?: string } } export interface B extends A { x: { a: 1 } }",
  "arguments at different depths":
    `interface G<T> { x: ${"{ x: ".repeat(28)}T${" }".repeat(28)} } interface P { p: G<string> } ` +
    "export interface Q extends P { p: G<number> }",
  "base whose argument needs its keys": 'interface F<T> { f: T } export interface A extends F<Omit<A, "b">> { b: 1 }',
  "base whose argument leads to it":
    'interface F<T> { f: T } type B = Omit<A, "b">; export interface A extends F<B[]> { b: 1 }',
  "generic aliases inside each other":
    "type L0<T> = T[]; " +
    [0, 1, 2, 3, 4, 5, 6].map((at) => `type L${at + 1}<T> = L${at}<L${at}<T>>; `).join("") +
    "export type A = L7<string>;",
  "types that are derived too often": `type A<T> = ${"Partial<".repeat(240)}T${">".repeat(240)}; export type B = A<{ a: 1 }>;`,
  "constraint with a sign": "export interface A<T extends +1> { a: T }",
  "error in an array": "export type A = (string | Missing)[];",
  "error in a type literal": "export type A = { a: { b: Missing } };",
  "error in an intersection": "export type A = { a: string } & { b: Missing };",
  "error in an argument": "export type A = Record<string, Missing>;",
  "error in a constraint": "export interface A<T extends Missing> { a: T }",
  "error in a default": "export interface A<T = Missing> { a: T }",
  "default beyond the constraint of its parameter":
    "export interface A<T extends string, U extends string = 1> { a: T; b: U }",
  "text in place of another text": 'interface A { a: "x" } export interface B extends A { a: "y" }',
  "array in place of its items": "interface A { a: string } export interface B extends A { a: string[] }",
  "items in place of their array": "interface A { a: string[] } export interface B extends A { a: string }",
  "text outside of a union": 'interface A { a: "x" | "z" } export interface B extends A { a: "y" }',
  "other enum": 'enum E { a = "a" } enum F { a = "a" } interface A { a: E } export interface B extends A { a: F }',
  "other arguments than inherited":
    "interface G<T> { g: T } interface A { a: G<string> } export interface B extends A { a: G<number> }",
  "argument of an inherited type": "interface G<T> { g: T } export interface A extends G<string> { g: 1 | number }",
  "name of no property among the keys": 'export type A = Pick<{ a: string; b: string }, "a" | "c">;',
  "needless import of a missing name": 'import { Missing as M } from "./shared.js"; export type A = string;',
  "export of a missing name": "export { Missing };",
  "export of a name that another file lacks": 'export { Missing } from "./shared.js";',
  "two files that export one name": 'export * from "./shared.js"; export * from "./parts.js";',
  "export of all names of a missing file": 'export * from "./none.js";',
  "export from a missing file": 'export { Name } from "./none.js";',
  "missing default export": 'import Part from "./shared.js"; export type A = Part;',
  "property of a common name in an intersection":
    'interface A { c: B } export type B = Omit<{ c: 1 } & A, "b">; export interface C { a: B["c"] }',
};

const OTHERS = [
  { path: "apis/example.dev/v1/own.ts", text: "type A = string; export type B = A;" },
  { path: "apis/example.dev/v1/script.ts", text: "" },
  { path: "apis/example.dev/v1/parts.ts", text: "export interface Part { c: string }" },
];

sound("are proved for nothing in which the compiler finds an error", () => {
  for (const [name, text] of Object.entries({ ...WRONG, ...HIDDEN })) {
    const { isProved, errors } = verdicts(text, ...OTHERS);
    assert.ok(errors.length > 0, `the compiler finds no error: ${name}`);
    assert.not(isProved, name);
  }
});

sound("are not searched for without end", () => {
  const literals = Array.from({ length: 6000 }, (_, at) => at).join(" | ");
  const large = `export type A = ${Array.from({ length: 9000 }, () => "B").join(" | ")};\ntype B = ${literals};`;
  assert.not(haveSoundTypes([{ path: "apis/example.dev/v1/a.ts", text: large }], new Map(), new Map()));
  const doubled = Array.from(
    { length: 40 },
    (_, at) => `export interface A${at + 1} extends A${at} { a: { x: A${at}; y: A${at} } }`,
  );
  const { isProved } = verdicts(`export interface A0 { a: { x: {}; y: {} } }\n${doubled.join("\n")}`);
  assert.not(isProved);
});

sound("are not proved for files whose paths differ only in case", () => {
  const texts = { a: "export type A = 1;", A: "export type A = 1;" };
  const sources = Object.entries(texts).map(([name, text]) => ({ path: `apis/example.dev/v1/${name}.ts`, text }));
  assert.not(haveSoundTypes(sources, new Map(), new Map()));
  assert.ok(haveSoundTypes(sources.slice(1), new Map(), new Map()));
});

sound("are proved for whole projects, so builds of these need no compiler", async () => {
  for (const directory of [ROOT, FLEET]) {
    const project = await readProject(directory);
    assert.ok(project.ok);
    if (project.ok) assert.ok(haveSoundTypes(project.value.sources, project.value.imports, new Map()), directory);
  }
});

sound.run();
