/** Our own printer against that of js-yaml, with the same options. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json } from "../../../scripts/core/model/json.js";
import { printYaml } from "../../../scripts/core/yaml/print.js";
import { loadAllYaml, printStyledYaml } from "../../../scripts/core/yaml/yaml.js";
import fc from "../../support/drawn.js";

const print = suite("printed YAML");

/** Strings that are not plain, and the parts of such strings. */
const SYNTAX = [
  ..."-?:,[]{}#&*!|>'\"%@`\\=~<.+_ \n\r\t0/".split(""),
  ...[
    "\0",
    "\x07",
    "\x1b",
    "\x7f",
    "\x85",
    "\xa0",
    "\u2003",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ufffe",
    "\ud800",
    "\udc00",
  ],
  ...[
    "é",
    "😀",
    "\u{1ffff}",
    "null",
    "Null",
    "yes",
    "on",
    "True",
    "n",
    "<<",
    ".inf",
    ".nan",
    "---",
    "...",
    "0x1f",
    "0o7",
  ],
  ...[
    "1e3",
    "1:30",
    "2001-01-01",
    "2001-12-14 21:59:43.10 -5",
    "1_000",
    "0b1",
    "-_1",
    "a",
    "b c",
    ": ",
    " #",
    "\n\n",
    "__proto__",
  ],
];

const string = fc.oneof(
  fc.array(fc.constantFrom(...SYNTAX), { maxLength: 5 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc.string(),
);
const key = fc.oneof(
  { arbitrary: string, weight: 20 },
  { arbitrary: string.map((text) => text.padEnd(1025, "😀")), weight: 1 },
);
const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(-0),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.oneof(string, string, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 4 })
      .map((entries) => Object.assign(Object.create(null), Object.fromEntries(entries)) as Json),
  ),
}));

print("any value is printed as js-yaml prints it", () => {
  fc.assert(
    fc.property(value, (each) => {
      assert.is(printYaml(each), printStyledYaml(each));
    }),
    { numRuns: 3000 },
  );
});

print("a string that is a number without digits in YAML 1.1 is quoted", () => {
  for (const text of [".", "+.", "-.", "..", "._", ".e+1", "-.E-1"])
    assert.is(printYaml({ text }), `text: '${text}'\n`);
  for (const text of [".a", "+", "_", ".e", "a."]) assert.is(printYaml({ text }), `text: ${text}\n`);
});

print("documents of a stream stay apart, whatever the last string ends with", () => {
  for (const text of ["a", "a\n", "a\n\n", "a\n\n\n", "\n", "\n\n"]) {
    const documents = [{ text }, [text], { text }];
    assert.equal(loadAllYaml(documents.map((value) => printYaml(value)).join("---\n")), { value: documents });
  }
});

print.run();
