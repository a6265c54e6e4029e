/** Compares the fast reader of events with js-yaml, on real files, their mutations, and generated streams. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEvents } from "js-yaml";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_DEPTH } from "../../../scripts/core/model/depth.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import { blockEvents } from "../../../scripts/core/yaml/block-events.js";
import { printYaml } from "../../../scripts/core/yaml/print.js";
import fc from "../../support/drawn.js";
import { ROOT } from "../../support/golden.js";
import { Random } from "../../support/random.js";
import { withCorpus } from "../../support/shared.js";
import { styledYaml } from "./edit/styled-yaml.js";

const blocks = suite("events of block collections");

const RUNS = { numRuns: 10_000 };

/** Fails if the fast reader returns other events than js-yaml. Reports whether it returns events at all. */
function isFast(text: string): boolean {
  const events = blockEvents(text);
  if (events) assert.equal(events, parseEvents(text, { maxDepth: MAX_DEPTH }), JSON.stringify(text));
  return events !== undefined;
}

/** Returns the share of the streams that the fast reader reads. */
function fastShare(texts: readonly string[]): number {
  return texts.filter(isFast).length / texts.length;
}

function yamlIn(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) => /\.ya?ml$/.test(file));
  return files.sort().map((file) => readFileSync(join(directory, file), "utf8"));
}

const BUNDLE = yamlIn(join(ROOT, "dist"));
const FIXTURES = [...yamlIn(join(ROOT, "tests")), ...yamlIn(join(ROOT, "apis"))];

blocks("all CRDs and policies of the bundle are read fast, with the events of js-yaml", () => {
  assert.ok(BUNDLE.length > 20);
  assert.is(fastShare(BUNDLE), 1);
});

blocks("the files of the tests are read with the events of js-yaml", () => {
  assert.ok(FIXTURES.length > 100);
  assert.ok(fastShare(FIXTURES) > 0.5);
});

withCorpus(blocks, "upstream/crds", 1, (test, path) => {
  test("published CRDs are read with the events of js-yaml, and most of them fast", () => {
    assert.ok(fastShare(yamlIn(path)) > 0.8);
  });
});

/** Streams in the subset, with everything that it contains. */
const FAST: readonly string[] = [
  "",
  "# only a comment\n\n",
  "a: 1",
  "  - a\n  - b\n",
  "---\na: 1\n---\n---\n# empty\n---\nb: 2\n--- # comment\n- c\n",
  "a:\n- b\n- c: d\n  e:\n    - f\nf:\n",
  "-\n- - a\n  - b\n-\n  c: d\n-",
  "\"a b\" : 'it''s'\n'': \"\"\n",
  "a: {}\nb: []  # empty\n",
  "a: b # c\n  # d\ne: f\n  # g\nh: i\n   ",
  "a: #b\nc: d#e\nf: -g\nh: i:j\nk: http://l\n",
  "a:\n  b\nc:\n  'd'\ne:\n  |\n  f\n",
  "a: |\n  b\n   c\n\n  # d\n\n# e\nf: >-\n\n   g\nh: |+ # i\n\nj: |",
  "- |\n a\n- >+\n  b\n \n-  |-\n    c\n   ",
  "é: ü\u2028\uffe6",
];

for (const text of FAST) {
  blocks(`is read fast: ${JSON.stringify(text)}`, () => assert.ok(isFast(text)));
}

/** Streams that js-yaml must read. It rejects the last ones. */
const SLOW: readonly string[] = [
  "a: &b 1\n",
  "a: *b\n",
  "a: !!str 1\n",
  "%YAML 1.2\n---\na: 1\n",
  "a: 1\n...\n",
  "...\n",
  "? a\n: b\n",
  ": a\n",
  "a: b\n  c\n",
  "a: 'b\n  c'\n",
  'a: "\\n"\n',
  "a: [b]\n",
  "a: { }\n",
  "{}: a\n",
  "a: |2\n  b\n",
  "--- a\n",
  "  --- : a\n",
  "a\n",
  "- a\n-\tb\n",
  "a: 1\r\n",
  "\ufeffa: 1\n",
  "a: 😀\n",
  ...[64, 150].map((levels) => `${"- ".repeat(levels)}- a\n`),
  ..."\u0000 \u0007 \u0080 \ud800 \uffff".split(" ").map((character) => `a: b${character}\n`),
  "a: b: c\n",
  "a: - b\n",
  "a: 'b'#c\n",
  "a: 'b' c\n",
  "a: 1\n b: 2\n",
  "  a: 1\n b: 2\n",
  "a: 1\nb\n",
  "a: 1\n- b\n",
  "- a\nb: 1\n",
  "- a\n - b\n",
  "a:\n  - b\n c: d\n",
  "a: @b\n",
  "a: |\n   \n  b\n",
  "a: '\n",
  `${"- ".repeat(MAX_DEPTH + 1)}a\n`,
];

for (const text of SLOW) {
  blocks(`is left to js-yaml: ${JSON.stringify(text).slice(0, 40)}`, () => assert.is(blockEvents(text), undefined));
}

const WORDS = ["a", "b c", "true", "1.5", "", "- a", "a: b", "# a", "a #b", "---", "it's", "a\n", "a\n\n b\n", "a\nb"];

/** Words, among them what looks like other values or like syntax, and any strings of such characters. */
const string = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."aA1 :#-'\"{}[]|>\n.é"), maxLength: 8 }) },
);
const key = string.map((text) => text.replaceAll("\n", " "));
const { object } = fc.letrec<{ object: JsonObject; value: JsonObject[string] }>((tie) => ({
  object: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.constantFrom(null, true, -1, 0.5), string),
    tie("object"),
    fc.array(tie("value"), { maxLength: 4 }),
  ),
}));

blocks("generated manifests are read with the events of js-yaml, and many of them fast", () => {
  const texts = fc.sample(
    fc.tuple(object, fc.integer()).map(([value, seed]) => styledYaml(value, new Random(seed)).text),
    RUNS,
  );
  assert.ok(fastShare(texts) > 0.4);
  const printed = fc.sample(object, 1000).map((value) => printYaml(value));
  assert.ok(fastShare(printed) > 0.8);
});

/** Parts that change the meaning of what is around them. */
const PART = fc.constantFrom(
  ...[" ", "  ", "    ", "\n", "\n\n", "  \n", "\t", "\r\n", "\r", "\u00a0", "\ufeff", "\u2028", "\u0085", "😀", "é"],
  ...[
    "#",
    " #",
    "# c\n",
    "   # c\n",
    ":",
    ": ",
    "a",
    "a: ",
    "a:\n",
    "-",
    "- ",
    "-\n",
    "'",
    "''",
    '"',
    "\\",
    "0",
    "...",
  ],
  ...[
    "|",
    "|\n",
    "|-\n",
    ">+\n",
    "|2\n",
    "{}",
    "[]",
    "{",
    "[",
    ",",
    "---",
    "---\n",
    "...\n",
    "? ",
    "&a",
    "*a",
    "!",
    "%",
  ],
);

const mutations = fc.array(fc.record({ at: fc.nat(10_000), to: fc.nat(10_000), part: PART, kind: fc.nat(5) }), {
  minLength: 1,
  maxLength: 3,
});

/** Some lines, none of them with less indentation than the first one. */
const PART_OF_FILE = /^( *)\S.*\n(?:\1.*\n|\n){0,15}/gm;

type Mutation = typeof mutations extends fc.Arbitrary<(infer Item)[]> ? Item : never;

function mutated(text: string, { at, to, part, kind }: Mutation): string {
  const offset = at % (text.length + 1);
  if (kind === 0) return text.slice(0, offset) + part + text.slice(offset);
  if (kind === 1) return text.slice(0, offset) + text.slice(offset + 1 + (to % 3));
  const lines = text.split("\n");
  const [line, other] = [at % lines.length, to % lines.length];
  const { [line]: own = "", [other]: theirs = "" } = lines;
  if (kind === 2) return lines.with(line, theirs).with(other, own).join("\n");
  if (kind === 3) return lines.with(line, own.replace(/^ {1,2}/, "")).join("\n");
  if (kind === 4) return lines.with(line, own + part).join("\n");
  return lines.with(line, ` ${own}`).join("\n");
}

blocks("mutated files are read with the events of js-yaml, or left to it", () => {
  const parts = [...BUNDLE, ...FIXTURES].flatMap((text) => text.match(PART_OF_FILE) ?? []);
  let fast = 0;
  fc.assert(
    fc.property(fc.constantFrom(...parts), mutations, (text, changes) => {
      fast += Number(isFast(changes.reduce(mutated, text)));
    }),
    RUNS,
  );
  assert.ok(fast > RUNS.numRuns / 10);
});

blocks("texts of such parts in any order are read with the events of js-yaml, or left to it", () => {
  let fast = 0;
  fc.assert(
    fc.property(fc.array(PART, { maxLength: 12 }), (some) => {
      fast += Number(isFast(some.join("")));
    }),
    { numRuns: 5 * RUNS.numRuns },
  );
  assert.ok(fast > RUNS.numRuns / 10);
});

blocks.run();
