/** Tests of the compiler's errors in one state of sources after the other. They must not depend on the earlier states. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compilerErrors, TypeErrors } from "../../../scripts/language/read/index.js";

const errors = suite("type errors");

type Files = Readonly<Record<string, string>>;

const A = "export interface A { x: string }\n";
const B = "export interface B { y: string }\n";
const USE = 'import type { A, B } from "./index.js";\nexport interface Use { a: A; b: B }\n';
const STAR = 'export * from "./a.js";\nexport { B } from "./b.js";\n';
const NAMED = 'export { A } from "./a.js";\nexport { B } from "./b.js";\n';
const ONLY_B = 'export { B } from "./b.js";\n';
const USE_A = 'import type { A } from "./a.js";\nexport interface Use { a: A }\n';

/** The files of the first state, and those that the later ones replace. */
const STATES: Readonly<Record<string, readonly [Files, ...Files[]]>> = {
  "an index no longer exports all names": [{ a: A, b: B, index: STAR, use: USE }, { index: ONLY_B }, { index: STAR }],
  "an index no longer exports a name": [{ a: A, b: B, index: NAMED, use: USE }, { index: ONLY_B }, { index: NAMED }],
  "an index exports a missing name": [{ a: A, b: B, index: ONLY_B, use: USE }, { index: NAMED }],
  "a type is no longer exported": [{ a: A, use: USE_A }, { a: "interface A { x: string }\nexport {};\n" }, { a: A }],
  "a type behind an index is renamed": [{ a: A, b: B, index: STAR, use: USE }, { a: "export interface C {}\n" }],
  "a property behind an alias is renamed": [
    {
      a: A,
      alias: 'import type { A } from "./a.js";\nexport type Alias = A;\n',
      use: 'import type { Alias } from "./alias.js";\nexport interface Use { a: Pick<Alias, "x"> }\n',
    },
    { a: "export interface A { y: string }\n" },
  ],
  "a constraint changes": [
    { a: "export interface A<T extends string> { x: T }\n", use: USE_A.replace("a: A", 'a: A<"x">') },
    { a: "export interface A<T extends number> { x: T }\n" },
  ],
  "a file changes that nothing imports": [
    { a: A, b: B, index: STAR, use: USE },
    { other: "export type C = Missing;\n" },
  ],
};

for (const [name, [first, ...changes]] of Object.entries(STATES)) {
  errors(`are those of the last state: ${name}`, () => {
    const kept = new TypeErrors();
    let files = first;
    let count = 0;
    for (const change of [{}, ...changes]) {
      files = { ...files, ...change };
      const sources = Object.entries(files).map(([path, text]) => ({ path: `apis/example.dev/v1/${path}.ts`, text }));
      const expected = compilerErrors(sources);
      count += expected.length;
      assert.equal(kept.in(sources, new Map()), expected);
    }
    assert.ok(count > 0, "one state has errors");
  });
}

errors("are found where a comment would hide them from the compiler", () => {
  for (const comment of ["// @ts-ignore", "// @ts-expect-error", "/* @ts-ignore */", "// @ts-nocheck"]) {
    const text = `${comment}\nexport type A = Missing;\n`;
    const found = compilerErrors([{ path: "apis/example.dev/v1/a.ts", text }]);
    assert.equal(
      found.map(({ args, location }) => [args.number, location?.start]),
      [[2304, text.indexOf("Missing")]],
      comment,
    );
  }
});

errors.run();
