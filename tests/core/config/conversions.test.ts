/** Tests of the definitions in `apis/conversions.yaml`: their content, and every mistake at its place. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conversionMistakes, conversionsIn, definition, EVERY_STEP } from "../../support/conversions.js";

const conversions = suite("conversions");

/** Returns the definitions without the function that finds their places. */
function read(text: string) {
  return conversionsIn(text).map(({ placeOf: _, ...conversion }) => conversion);
}

conversions("a definition is read with all its steps", () => {
  assert.equal(read(EVERY_STEP), [
    {
      id: "widget-gadget",
      since: "2.0.0",
      channel: "experimental",
      crd: "xwidgets.example.dev",
      kind: "XWidget",
      versions: ["v1alpha1", "v1alpha2"],
      to: { crd: "widgets.example.dev", kind: "Widget", version: "v1" },
      steps: [
        { kind: "move", from: ".spec.list[]", to: ".spec.list[].name" },
        { kind: "wrap", from: ".spec.a", to: ".spec.as" },
        { kind: "unwrap", from: ".spec.bs", to: ".spec.b" },
        {
          kind: "map",
          path: ".spec.mode",
          values: [
            { from: "A", to: "C" },
            { from: "B", to: "C" },
          ],
          back: [{ from: "C", to: "B" }],
        },
        { kind: "remove", path: ".spec.gone", restore: { a: [1] } },
        { kind: "add", path: ".spec.fresh", value: false },
        { kind: "narrow", path: ".spec.list[].count", schema: { minimum: 1 } },
        { kind: "widen", path: ".spec.origins[]", schema: { enum: ["*"] } },
        { kind: "unique", path: ".spec.codes" },
        { kind: "require", path: ".spec.names", schema: { minItems: 1 } },
        {
          kind: "group",
          from: ".spec.ls[].tls.v",
          by: ".port",
          to: ".spec.ports[].tls",
          key: ".number",
          shared: ".spec.tls",
        },
        { kind: "split", path: ".spec.rules" },
      ],
      references: [{ crd: "gadgets.example.dev", kind: "Gadget", paths: [".spec.refs[]"] }],
    },
  ]);
});

conversions("what a definition omits is empty", () => {
  const [first] = read(definition(["remove: {path: .spec.a}"]));
  assert.equal(first, {
    id: "widget",
    since: "1.1.0",
    crd: "widgets.example.dev",
    kind: "Widget",
    versions: [],
    to: {},
    steps: [{ kind: "remove", path: ".spec.a" }],
    references: [],
  });
});

conversions("the names of an object's prototype are names of fields", () => {
  const [first] = read(definition(["move: {from: .spec.__proto__, to: .spec.constructor}"]));
  assert.equal(first?.steps, [{ kind: "move", from: ".spec.__proto__", to: ".spec.constructor" }]);
  const [second] = read(definition(["remove: {path: .spec.a, restore: {__proto__: {polluted: 1}}}"]));
  const [step] = second?.steps ?? [];
  assert.ok(step?.kind === "remove");
  assert.equal(Object.keys(step.restore ?? {}), ["__proto__"]);
  assert.is(JSON.stringify(step.restore), '{"__proto__":{"polluted":1}}');
});

conversions("every part has its place", () => {
  const text = definition(["move: {from: .spec.a, to: .spec.b}"], { to: "{version: v2}", versions: "[v1]" });
  const [first] = conversionsIn(text);
  const placed: readonly (readonly [path: readonly (string | number)[], text: string])[] = [
    [["id"], "widget"],
    [["to", "version"], "v2"],
    [["versions", 0], "v1"],
    [["steps", 0, "move", "to"], ".spec.b"],
  ];
  for (const [path, part] of placed) {
    const { start = 0, end } = first?.placeOf(path) ?? {};
    assert.is(text.slice(start, end), part, path.join());
  }
  assert.is(first?.placeOf(["to", "version"], "key").start, text.indexOf("version:"));
  assert.is(first?.placeOf(["steps", 0, "move", "missing"]).start, text.indexOf("{from"));
});

const PATH = "must be a path, such as .spec.rules[].name, outside of apiVersion, kind, and metadata";
const FIELD = "must be the path of a field, such as .spec.rules[].name, outside of apiVersion, kind, and metadata";
const PLAIN = "must be a path without lists and maps, such as .spec.rules, outside of apiVersion, kind, and metadata";
const GROUPED = "must be the path of a field in the items of exactly one list, such as .spec.listeners[].tls.mode";
const KEY = "must be the path of a field of an item, without lists and maps, such as .port";
const VALUE =
  "must be a value other than null, with numbers that are finite and, if they are integers, at most 2^53 - 1";
const ONE_KEY =
  "must have exactly one of the keys move, wrap, unwrap, map, remove, add, narrow, widen, unique, require, group, split";
const KEYWORD = "must be a keyword that restricts values, such as minimum";

/** Mistakes in a step, in line 6 of its definition. */
const STEPS: readonly (readonly [step: string, ...mistakes: string[]])[] = [
  ["words", `7 config-value invalid value for "steps": must be a mapping`],
  ["{}", `7 config-value invalid value for "steps": ${ONE_KEY}`],
  ["{remove: {path: .a}, unique: {path: .a}}", `7 config-value invalid value for "steps": ${ONE_KEY}`],
  ["rename: {from: .a, to: .b}", `7 config-key-unknown "steps.rename" is not a known key`],
  ["moves: {from: .a, to: .b}", `7 config-key-unknown "steps.moves" is not a known key; did you mean "move"?`],
  ["__proto__: {from: .a, to: .b}", `7 config-key-unknown "steps.__proto__" is not a known key`],
  ["move: {from: .a}", `7 config-key-missing "steps.move.to" is missing`],
  ["move: [.a, .b]", `13 config-value invalid value for "steps.move": must be a mapping`],
  ["move: {fromm: .a, to: .b}", `14 config-key-unknown "steps.move.fromm" is not a known key; did you mean "from"?`],
  ["move: {from: .a, to: .a}", `28 config-value invalid value for "steps.move.to": must differ from "from"`],
  ["move: {from: a, to: .b}", `20 config-value invalid value for "steps.move.from": ${PATH}`],
  ["move: {from: .a, to: .}", `28 config-value invalid value for "steps.move.to": ${PATH}`],
  ["move: {from: .a, to: ''}", `29 config-value invalid value for "steps.move.to": ${PATH}`],
  ["move: {from: .a, to: 1}", `28 config-value invalid value for "steps.move.to": ${PATH}`],
  ["move: {from: .metadata.labels, to: .a}", `20 config-value invalid value for "steps.move.from": ${PATH}`],
  ["move: {from: .kind, to: .a}", `20 config-value invalid value for "steps.move.from": ${PATH}`],
  [`move: {from: ${".a".repeat(201)}, to: .a}`, `20 config-value invalid value for "steps.move.from": ${PATH}`],
  [
    "move: {from: '.a[].b', to: .c}",
    `34 config-value invalid value for "steps.move.to": must be inside the same lists and maps as .a[].b`,
  ],
  [
    "wrap: {from: '.a[].b', to: '.c[].b'}",
    `35 config-value invalid value for "steps.wrap.to": must be inside the same lists and maps as .a[].b`,
  ],
  [
    "unwrap: {from: '.a{}.b', to: '.a[].b'}",
    `37 config-value invalid value for "steps.unwrap.to": must be inside the same lists and maps as .a{}.b`,
  ],
  [
    "move: {from: .spec.a, to: .status.a}",
    `33 config-value invalid value for "steps.move.to": must not lead into the status or out of it, because the API server stores the status separately`,
  ],
  [
    "wrap: {from: .status.a, to: .a}",
    `35 config-value invalid value for "steps.wrap.to": must not lead into the status or out of it, because the API server stores the status separately`,
  ],
  ["remove: {path: '.a[]'}", `23 config-value invalid value for "steps.remove.path": ${FIELD}`],
  ["remove: {path: .a, restore: null}", `35 config-value invalid value for "steps.remove.restore": ${VALUE}`],
  ["add: {path: .a, value: .inf}", `30 config-value invalid value for "steps.add.value": ${VALUE}`],
  ["add: {path: .a, value: [9007199254740993]}", `30 config-value invalid value for "steps.add.value": ${VALUE}`],
  ["map: {path: .a}", `7 config-key-missing "steps.map.values" is missing`],
  ["map: {path: .a, values: []}", `31 config-value invalid value for "steps.map.values": must have at least one item`],
  ["map: {path: .a, values: [{from: A}]}", `32 config-key-missing "steps.map.values.to" is missing`],
  [
    "map: {path: .a, values: [{from: A, to: B, two: C}]}",
    `49 config-key-unknown "steps.map.values.two" is not a known key; did you mean "to"?`,
  ],
  [
    "map: {path: .a, values: [{from: A, to: B}, {from: A, to: C}]}",
    `57 config-value invalid value for "steps.map.values.from": must differ from the other values of the list`,
  ],
  [
    "map: {path: .a, values: [{from: A, to: B}, {from: B, to: C}]}",
    `46 conversion-undecidable an object does not show whether .a has its old or its new form: "B" is both an old and a new value`,
  ],
  [
    "map: {path: .a, values: [{from: {b: 1, c: 2}, to: {c: 2, b: 1}}]}",
    `57 conversion-undecidable an object does not show whether .a has its old or its new form: {"c":2,"b":1} is both an old and a new value`,
  ],
  [
    "map: {path: .a, values: [{from: A, to: C}, {from: B, to: C}]}",
    `64 conversion-one-way the conversion of .a has no way back: "C" replaces both "A" and "B"`,
  ],
  [
    "map: {path: .a, values: [{from: A, to: C}], back: [{from: C, to: B}, {from: C, to: A}]}",
    `58 config-value invalid value for "steps.map.back": must be the reverse of an item of "values"`,
    `83 config-value invalid value for "steps.map.back.from": must differ from the other values of the list`,
  ],
  [
    "narrow: {path: .a, schema: {}}",
    `34 config-value invalid value for "steps.narrow.schema": must have at least one keyword`,
  ],
  ["narrow: {path: .a, schema: 1}", `34 config-value invalid value for "steps.narrow.schema": must be a mapping`],
  [
    "narrow: {path: .a, schema: {minimum: '1'}}",
    `45 config-value invalid value for "steps.narrow.schema.minimum": must be a number`,
  ],
  [
    "narrow: {path: .a, schema: {items: {minimun: 1}}}",
    `52 config-value invalid value for "steps.narrow.schema.items.minimun": ${KEYWORD}`,
  ],
  [
    "require: {path: .a, schema: {x-kubernetes-validations: [{rule: self > 1}], anyOf: [{default: 1}]}}",
    `62 config-value invalid value for "steps.require.schema.x-kubernetes-validations": ${KEYWORD}`,
    `100 config-value invalid value for "steps.require.schema.anyOf.default": ${KEYWORD}`,
  ],
  [
    "group: {from: '.a[].b[].c', by: '.p[]', to: .d.e, key: k, shared: '.e[]'}",
    `22 config-value invalid value for "steps.group.from": ${GROUPED}`,
    `40 config-value invalid value for "steps.group.by": ${KEY}`,
    `51 config-value invalid value for "steps.group.to": ${GROUPED}`,
    `62 config-value invalid value for "steps.group.key": ${KEY}`,
    `74 config-value invalid value for "steps.group.shared": ${PLAIN}`,
  ],
  ["split: {path: '.a[]'}", `22 config-value invalid value for "steps.split.path": ${PLAIN}`],
];

for (const [step, ...mistakes] of STEPS) {
  conversions(`a wrong step: ${step.slice(0, 70)}`, () => {
    assert.equal(
      conversionMistakes(definition([step])),
      mistakes.map((mistake) => `6:${mistake}`),
    );
  });
}

conversions("a split applies after all other steps", () => {
  assert.equal(conversionMistakes(definition(["split: {path: .a}", "remove: {path: .b}"])), [
    '6:14 config-value invalid value for "steps.split": must be the last step, because the others apply before it',
  ]);
});

const REMOVE = "remove: {path: .a}";

/** Wrong keys of a definition, which begin in line 5. */
const KEYS: readonly (readonly [more: Readonly<Record<string, string>>, ...mistakes: string[]])[] = [
  [
    { id: "A" },
    '1:7 config-value invalid value for "id": must be at most 63 lowercase letters, digits, hyphens, and dots',
  ],
  [{ since: "1.7" }, '2:10 config-value invalid value for "since": must be a version, such as 1.7.0'],
  [
    { crd: "widgets" },
    '3:8 config-value invalid value for "crd": must be the name of a CRD, such as widgets.example.dev',
  ],
  [{ kind: "a b" }, '4:9 config-value invalid value for "kind": must be a kind, such as Widget'],
  [{ channel: "alpha" }, '5:12 config-value invalid value for "channel": must be one of standard, experimental'],
  [{ moves: "{.a: .b}" }, '5:3 config-key-unknown "moves" is not a known key'],
  [{ to: "gadgets.example.dev" }, '5:7 config-value invalid value for "to": must be a mapping'],
  [{ to: "{version: v2}" }, '5:3 config-key-missing "versions" is missing'],
  [{ versions: "[v1]" }, '5:3 config-key-missing "to.version" is missing'],
  [{ versions: "v1" }, '5:13 config-value invalid value for "versions": must be a list of API versions'],
  [
    { versions: "[example.dev/v1]" },
    '5:14 config-value invalid value for "versions": must be an API version without a group, such as v1beta1',
  ],
  [
    { versions: "[v1, v2]", to: "{version: v2}" },
    '5:18 config-value invalid value for "versions": must differ from "to.version"',
  ],
  [{ to: "{crd: gadgets.example.dev}" }, '5:3 config-key-missing "to.kind" is missing'],
  [{ to: "{kind: Gadget}" }, '5:3 config-key-missing "to.crd" is missing'],
  [
    { to: "{crd: widgets.example.dev, kind: Widget}" },
    '5:13 config-value invalid value for "to.crd": must differ from "crd"',
  ],
  [{ references: "[{crd: a.example.dev, kind: A, paths: [.b]}]" }, '5:3 config-key-missing "to.crd" is missing'],
  [
    { to: "{crd: g.example.dev, kind: G}", references: "[{crd: a.example.dev, knd: A, paths: [b]}]" },
    `6:37 config-key-unknown "references.knd" is not a known key; did you mean "kind"?`,
    `6:53 config-value invalid value for "references.paths": ${PATH}`,
  ],
];

for (const [more, ...mistakes] of KEYS) {
  conversions(`a wrong key: ${JSON.stringify(more)}`, () => {
    assert.equal(conversionMistakes(definition([REMOVE], more)), mistakes);
  });
}

conversions("a definition changes something", () => {
  const message = 'conversion-empty the conversion "widget" must have "to" or at least one step';
  assert.equal(conversionMistakes(definition([])), [`1:3 ${message}`]);
  assert.equal(conversionMistakes(definition([], { to: "{}", steps: "[]" })), [`1:3 ${message}`]);
  assert.equal(conversionMistakes(definition([], { to: "{version: v2}", versions: "[v1]" })), []);
});

conversions("definitions of one release may not contradict each other", () => {
  const text = [
    definition(["move: {from: .a, to: .x}", "remove: {path: .b}", "add: {path: .n}"], {
      to: "{crd: c.example.dev, kind: C}",
    }),
    definition(["wrap: {from: .a, to: .y}", "unwrap: {from: .b, to: .z}", "move: {from: .c, to: .n}"], {
      id: "d",
      to: "{crd: e.example.dev, kind: C}",
    }),
    definition(["remove: {path: .a}"], { id: "f" }),
  ].join("");
  const earlier = ", but according to an earlier entry it";
  assert.equal(conversionMistakes(text), [
    `14:13 conversion-conflict the name of widgets.example.dev changes to e.example.dev${earlier} changes to c.example.dev`,
    `16:20 conversion-conflict .a of widgets.example.dev becomes an item of .y${earlier} moves to .x`,
    `17:22 conversion-conflict .b of widgets.example.dev becomes the value of .z${earlier} is removed`,
    `24:22 conversion-conflict .a of widgets.example.dev is removed${earlier} moves to .x`,
  ]);
  assert.equal(conversionMistakes(text.replaceAll("to: {crd: e.", "to: {crd: c.")).slice(2), [
    `18:28 conversion-conflict .n of c.example.dev gets the value of .c${earlier} is added`,
    `24:22 conversion-conflict .a of widgets.example.dev is removed${earlier} moves to .x`,
  ]);
});

conversions("two old fields or kinds have one new place only if nothing needs to go back", () => {
  const fields = definition(["move: {from: .a, to: .c}", "move: {from: .b, to: .c}"]);
  assert.equal(conversionMistakes(fields), [
    "7:28 conversion-conflict .c of widgets.example.dev gets the value of .b, but according to an earlier entry it gets the value of .a",
  ]);
  const to = "{crd: c.example.dev, kind: C}";
  const kinds = definition([], { to }) + definition([], { id: "b", crd: "gadgets.example.dev", to });
  assert.equal(conversionMistakes(kinds), [
    "10:13 conversion-conflict the name of c.example.dev replaces gadgets.example.dev, but according to an earlier entry it replaces widgets.example.dev",
  ]);
  const versions = definition([], { to: "{version: v2}", versions: "[v1]" });
  const others = definition([], { id: "b", to: "{version: v3}", versions: "[v1beta1, v1]" });
  assert.equal(conversionMistakes(versions + others), [
    "12:23 conversion-conflict the API version v1 of widgets.example.dev changes to v3, but according to an earlier entry it changes to v2",
  ]);
});

conversions("definitions of other releases or kinds, and the same ones, contradict nothing", () => {
  const first = definition([REMOVE]);
  assert.equal(conversionMistakes(first + definition(["move: {from: .a, to: .b}"], { id: "b", since: "1.2.0" })), []);
  assert.equal(conversionMistakes(first + definition(["move: {from: .a, to: .b}"], { id: "b", crd: "a.b.dev" })), []);
  assert.equal(conversionMistakes(first + definition([REMOVE], { id: "b" })), []);
});

conversions("the id of a definition is its own, because annotations contain it", () => {
  assert.equal(conversionMistakes(definition([REMOVE]) + definition([REMOVE])), [
    '7:7 config-value invalid value for "id": must differ from the ids of all other conversions',
  ]);
});

conversions("one wrong definition hides no mistake of the others", () => {
  const text = definition(["move: {from: a, to: .b}"]) + definition([], { id: "b" });
  assert.equal(
    conversionMistakes(text).map((mistake) => mistake.split(" ", 2).join(" ")),
    ["6:20 config-value", "7:3 conversion-empty"],
  );
});

conversions.run();
