import { parseEvents } from "js-yaml";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_DEPTH } from "../../../scripts/core/model/depth.js";
import { placesIn as findPlaces } from "../../../scripts/core/yaml/go-places.js";
import { printYaml } from "../../../scripts/core/yaml/print.js";
import { loadLocatedYaml, loadManifests, type Manifests } from "../../../scripts/core/yaml/yaml.js";

const yaml = suite("places in YAML");

const STREAM = `a: 1
"b": [x, {c: 2}]
---
- d:
    "1": e
    1.5: f
- &g h
- *g
---
a: &a {x: 1, u: 2, !!str z: 3}
!!int "010": 4
! b: 5
c: {<<: *a, u: 6, <<: [{v: 7}, {v: 8, w: 9}]}
`;

function placesIn(text: string): Manifests["placeOf"] {
  const loaded = loadManifests(text);
  if ("problem" in loaded) throw new Error(loaded.problem);
  return loaded.value.placeOf;
}

/** A path, and the beginning of the source at its location. */
const PLACES: readonly (readonly [path: readonly (string | number)[], text: string])[] = [
  [[0], "a: 1"],
  [[0, "a"], "1\n"],
  [[0, "b"], "[x"],
  [[0, "b", 0], "x,"],
  [[0, "b", 1, "c"], "2}"],
  [[0, "b", 2], "[x"],
  [[0, "none"], "a: 1"],
  [[0, "a", "none"], "1\n"],
  [[1, 0, "d", "1"], "e\n"],
  [[1, 0, "d", "1.5"], "f\n"],
  [[1, 1], "h\n"],
  [[1, 2], "*g"],
  [[1, 2, "none"], "*g"],
  [[2, "a", "z"], "3}"],
  [[2, "8"], "4\n"],
  [[2, "b"], "5\n"],
  [[2, "c", "x"], "*a,"],
  [[2, "c", "u"], "6,"],
  [[2, "c", "v"], "7}"],
  [[2, "c", "w"], "9}"],
  [[2, "c", "none"], "{<<"],
];

for (const [path, text] of PLACES) {
  yaml(`the place of ${JSON.stringify(path)}`, () => {
    const { start } = placesIn(STREAM)(path);
    assert.is(STREAM.slice(start, start + text.length), text);
  });
}

const MARKED = `a: {b: x, "c" : 'y' , d: [1, {e: z}, ] }  # f
"g": # h
  i   # j
'k': !!str l
m: {}
list:
  - o
`;

/** A path, whether its key is marked, and the text that is marked. */
const MARKS: readonly (readonly [path: readonly string[], part: "key" | undefined, text: string])[] = [
  [["a", "b"], undefined, "x"],
  [["a", "b"], "key", "b"],
  [["a", "c"], undefined, "y"],
  [["a", "c"], "key", "c"],
  [["a", "d"], undefined, "[1, {e: z}, ]"],
  [["a", "d", "1"], undefined, "{e: z}"],
  [["a", "d", "1"], "key", "{e: z}"],
  [["a"], undefined, `{b: x, "c" : 'y' , d: [1, {e: z}, ] }`],
  [["g"], undefined, "i"],
  [["g"], "key", "g"],
  [["k"], undefined, "l"],
  [["m"], undefined, "{}"],
  [["m", "none"], "key", "{}"],
  [["list"], undefined, "- o"],
];

for (const [path, part, text] of MARKS) {
  yaml(`the mark of ${path.join(".")}${part ? ", its key" : ""}`, () => {
    const { start, end } = placesIn(MARKED)([0, ...path], part);
    assert.is(MARKED.slice(start, end), text);
  });
}

yaml("a fraction keeps the sign of zero in JSON, which kubectl sends as it is", () => {
  const signs = (text: string) => {
    const loaded = loadManifests(text);
    assert.ok("value" in loaded);
    return loaded.value.documents.flatMap((document) =>
      Object.values(document ?? {}).map((each) => Object.is(each, -0)),
    );
  };
  assert.equal(signs('{"a": -0.0, "b": -0, "c": 0.0, "d": -0e0}'), [true, false, false, true]);
  assert.equal(signs("a: -0.0\nb: -0\n"), [false, false]);
});

/** Returns nested lists, the innermost with a number. */
function nested(depth: number): string {
  return `${"[".repeat(depth)}1${"]".repeat(depth)}`;
}

yaml("what nests deeply has places too, and what nests too deeply cannot be read", () => {
  const depth = 150; // js-yaml itself stops at 100
  assert.ok("value" in loadManifests(nested(depth)));
  assert.is(placesIn(nested(depth))([0, ...Array.from({ length: depth }, () => 0)]).start, depth);
  assert.equal(placesIn(nested(depth))([0]), { start: 0, end: 2 * depth + 1 });
  assert.ok("value" in loadLocatedYaml(nested(depth)));
  for (const load of [loadManifests, loadLocatedYaml]) assert.ok("problem" in load(nested(MAX_DEPTH)));
});

yaml("an alias inside what it stands for is reported at its place, beside what nests deeply", () => {
  const text = `- ${nested(150)}\n- &a [*a]\n`;
  const loaded = loadManifests(text);
  assert.equal(loaded, { problem: "an alias is inside what it stands for", offset: text.indexOf("*a") });
});

yaml("a large stream is read if its aliases add little, and refused if they add much", () => {
  const many = `many: &many [${"1,".repeat(1_100_000)}]\n`;
  const loads = (text: string) => {
    const loaded = loadManifests(text);
    return "problem" in loaded ? loaded : "loaded";
  };
  const large = `${many}more: [${"1,".repeat(1_000_000)}]\n`;
  assert.is(loads(large), "loaded");
  assert.is(loads(`${large}one: &one 1\nother: *one\n`), "loaded");
  const problem = "with its aliases written out it has more than 2000000 values";
  assert.equal(loads(`${many}again: *many\n`), { problem, offset: many.length + "again: ".length });
});

yaml("the place of a value is found without reading the stream again", () => {
  const [depth, siblings] = [90, 100];
  const text = `${'{"a":'.repeat(depth)}[${"[1],".repeat(siblings)}1]${"}".repeat(depth)}`;
  let reads = 0;
  const events = new Proxy(parseEvents(text, {}), {
    get: (target, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key);
    },
  });
  const placeOf = findPlaces(text, events);
  const path = [0, ...Array.from({ length: depth }, () => "a")];
  for (let index = 0; index < siblings; index++) {
    assert.is(placeOf([...path, index, 0]).start, text.indexOf("[[") + 2 + 4 * index);
  }
  assert.ok(reads < 20 * events.length, `${reads} reads of ${events.length} events`);
});

yaml("what stands in two places is written twice, without an alias", () => {
  const shared = { type: "string" };
  assert.is(printYaml({ a: shared, b: [shared] }), "a:\n  type: string\nb:\n  - type: string\n");
});

yaml("characters that editors do not show are escaped, in values and in keys", () => {
  const value = { "a\u202eb": "c\u2066", "\u2028": ["\u001b", "é\n\u202a"] };
  const text = printYaml(value);
  assert.match(text, /^[\n -~é]*$/);
  const loaded = loadManifests(text);
  assert.equal("problem" in loaded ? loaded.problem : loaded.value.documents, [value]);
});

yaml.run();
