/** Tests of the files of consumers: their content, and every mistake at its place. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readConsumer, readConsumers } from "../../../scripts/core/config/consumers.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { consumerIn } from "../../support/consumers.js";

const consumers = suite("config/consumers");

const FULL = `name: widget-controller
channel: experimental
bundle: {atLeast: v1.4.0}
kinds:
  - group: example.dev
    kind: Widget
    version: v1
    fields:
      - .spec.size
      - path: .spec.ports[].mode
        values: [A, 1, {a: [true]}]
    subresources: [status, scale]
`;
const SHORT = "name: a\nkinds: [{group: example.dev, kind: Widget, version: v1}]\n";

consumers("a consumer is read with all that it requires", () => {
  const { placeOf: _, ...consumer } = consumerIn(FULL);
  assert.equal(consumer, {
    name: "widget-controller",
    channel: "experimental",
    atLeast: "1.4.0",
    kinds: [
      {
        group: "example.dev",
        kind: "Widget",
        version: "v1",
        fields: [
          { path: ".spec.size", values: [] },
          { path: ".spec.ports[].mode", values: ["A", 1, { a: [true] }] },
        ],
        subresources: ["status", "scale"],
      },
    ],
  });
});

consumers("what a consumer omits has a default", () => {
  const { placeOf: _, ...consumer } = consumerIn(SHORT);
  const kind = { group: "example.dev", kind: "Widget", version: "v1", fields: [], subresources: [] };
  assert.equal(consumer, { name: "a", channel: "standard", kinds: [kind] });
  assert.equal(consumerIn(`${SHORT}bundle: {}\n`).atLeast, undefined);
});

consumers("every part has its place", () => {
  const { placeOf } = consumerIn(FULL);
  const textAt = (...path: readonly (string | number)[]) => {
    const { start, end } = placeOf(path);
    return FULL.slice(start, end);
  };
  assert.is(textAt("kinds", 0, "fields", 0, "path"), ".spec.size", "a path of its own");
  assert.is(textAt("kinds", 0, "fields", 1, "path"), ".spec.ports[].mode");
  assert.is(textAt("kinds", 0, "fields", 1, "values", 1), "1");
  assert.is(textAt("kinds", 0, "subresources", 1), "scale");
  assert.is(textAt("bundle", "atLeast"), "v1.4.0");
});

consumers("the names of an object's prototype are names of fields", () => {
  const { kinds } = consumerIn(SHORT.replace("version: v1", "version: v1, fields: [.__proto__.constructor]"));
  assert.equal(kinds[0]?.fields, [{ path: ".__proto__.constructor", values: [] }]);
});

const PATH = "must be a path, such as .spec.rules[].name, outside of apiVersion, kind, and metadata";
const VALUE =
  "must be a value other than null, with numbers that are finite and, if they are integers, at most 2^53 - 1";
const NAME = "must be at most 63 lowercase letters, digits, hyphens, and dots";

/** Replaces a part of the full example. */
const MISTAKES: readonly (readonly [from: string, to: string, ...mistakes: string[]])[] = [
  ["name: widget-controller\n", "", `1:1 config-key-missing "name" is missing`],
  ["widget-controller", "Widget", `1:7 config-value invalid value for "name": ${NAME}`],
  [
    "widget-controller",
    '"a\\e"',
    "1:8 config-yaml the file is not valid YAML: a string contains the control character U+001B",
  ],
  [
    "channel: experimental",
    "channel: beta",
    `2:10 config-value invalid value for "channel": must be one of standard, experimental`,
  ],
  ["channel:", "chanel:", `2:1 config-key-unknown "chanel" is not a known key; did you mean "channel"?`],
  ["atLeast:", "least:", `3:10 config-key-unknown "bundle.least" is not a known key`],
  ["v1.4.0", "1.4", `3:19 config-value invalid value for "bundle.atLeast": must be a version, such as 1.7.0`],
  ["{atLeast: v1.4.0}", "1.4.0", `3:9 config-value invalid value for "bundle": must be a mapping`],
  [
    "group: example.dev",
    "group: widgets",
    `5:12 config-value invalid value for "kinds.group": must be an API group, such as example.dev`,
  ],
  ["kind: Widget", "kind: 1", `6:11 config-value invalid value for "kinds.kind": must be a kind, such as Widget`],
  [
    "version: v1\n",
    "version: example.dev/v1\n",
    `7:14 config-value invalid value for "kinds.version": must be an API version without a group, such as v1beta1`,
  ],
  ["    version: v1\n", "", `5:5 config-key-missing "kinds.version" is missing`],
  [".spec.size", "spec.size", `9:9 config-value invalid value for "kinds.fields.path": ${PATH}`],
  [".spec.size", ".metadata.name", `9:9 config-value invalid value for "kinds.fields.path": ${PATH}`],
  [".spec.size", `.spec${".a".repeat(10_000)}`, `9:9 config-value invalid value for "kinds.fields.path": ${PATH}`],
  [
    ".spec.size",
    "1",
    `9:9 config-value invalid value for "kinds.fields": must be a path, or a mapping with path and values`,
  ],
  [
    "path: .spec.ports",
    "pathh: .spec.ports",
    `10:9 config-key-unknown "kinds.fields.pathh" is not a known key; did you mean "path"?`,
  ],
  [
    "[A, 1, {a: [true]}]",
    "[]",
    `11:17 config-value invalid value for "kinds.fields.values": must be a list of one or more values`,
  ],
  ["[A, 1, {a: [true]}]", "[null]", `11:18 config-value invalid value for "kinds.fields.values": ${VALUE}`],
  [
    "[status, scale]",
    "[logs]",
    `12:20 config-value invalid value for "kinds.subresources": must be one of status, scale`,
  ],
  [
    "[status, scale]",
    "status",
    `12:19 config-value invalid value for "kinds.subresources": must be a list of subresources`,
  ],
  ["name: widget-controller", "<<: {}\nname: a", `1:1 config-key-unknown "<<" is not a known key`],
];

function inWords({ code, args, location }: Diagnostic, text: string): string {
  const { line, column } = positionOf(text, location?.start ?? 0);
  return `${line}:${column} ${code} ${describeDiagnostic({ code, args }).message}`;
}

function mistakesIn(text: string): string[] {
  const read = readConsumer({ path: "a.yaml", text });
  return read.ok ? [] : read.diagnostics.map((diagnostic) => inWords(diagnostic, text));
}

for (const [from, to, ...mistakes] of MISTAKES) {
  consumers(`a mistake has its place: ${to.slice(0, 40)}`, () => {
    assert.ok(FULL.includes(from), from);
    assert.equal(mistakesIn(FULL.replace(from, to)), mistakes);
  });
}

consumers("several mistakes are reported at once", () => {
  const found = mistakesIn("name: A\nkinds: []\nkind: a\n");
  assert.equal(
    found.map((each) => each.slice(0, 22)),
    ["1:7 config-value inval", "2:8 config-value inval", "3:1 config-key-unknown"],
  );
});

consumers("a file that is not the file of a consumer is a mistake", () => {
  assert.equal(mistakesIn("- a\n"), [`1:1 config-value invalid value for "a.yaml": must be a mapping`]);
  for (const text of ["a: *b\n", "a: [\n", "a: 1\na: 2\n", "<<<<<<< HEAD\na: 1\n"]) {
    assert.match(mistakesIn(text).join(), /^\d+:\d+ config-yaml /, text);
  }
  const bomb = `a: &a [${"x,".repeat(9)}x]\n${[..."bcdefgh"]
    .map(
      (name, at) =>
        `${name}: &${name} [${"*"
          .concat("abcdefg"[at] ?? "")
          .concat(",")
          .repeat(9)}]`,
    )
    .join("\n")}\n`;
  assert.match(mistakesIn(bomb).join(), /config-yaml/);
  for (const text of ["", "# nothing\n"]) {
    const read = readConsumer({ path: "a.yaml", text });
    assert.equal(read.ok || read.diagnostics.map(({ code, args }) => [code, args]), [
      ["consumers-missing", { path: "a.yaml", problem: "is empty" }],
    ]);
  }
});

consumers("of two consumers with a name, the second one is reported: consumer-repeated", () => {
  const files = ["a.yaml", "b.yaml", "c.yaml"].map((path) => ({ path, text: SHORT }));
  const read = readConsumers([...files, { path: "d.yaml", text: "name: d\n" }]);
  assert.equal(read.ok || read.diagnostics.map(({ code, location }) => [code, location?.file, location?.start]), [
    ["config-key-missing", "d.yaml", 0],
    ["consumer-repeated", "b.yaml", 6],
    ["consumer-repeated", "c.yaml", 6],
  ]);
});

consumers.run();
