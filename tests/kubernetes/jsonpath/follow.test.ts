/**
 * Compares the destinations of paths with what the library found in an object that has every field of this schema. A
 * path that leads nowhere must not show a value there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import { type Destination, follow } from "../../../scripts/kubernetes/jsonpath/follow.js";
import { parseJsonPath } from "../../../scripts/kubernetes/jsonpath/parse.js";
import { ROOT } from "../../support/golden.js";

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };

function object(properties: Readonly<Record<string, StructuralSchema>>): StructuralSchema {
  return { type: "object", properties };
}

const SCHEMA: StructuralSchema = {
  ...object({
    spec: object({
      name: TEXT,
      isOn: { type: "boolean" },
      replicas: NUMBER,
      list: { type: "array", items: TEXT },
      ports: { type: "array", items: object({ name: TEXT, port: NUMBER }) },
      labels: { type: "object", additionalProperties: TEXT },
      free: { "x-kubernetes-preserve-unknown-fields": true },
      "a-b": TEXT,
      "a.b": TEXT,
      nested: object({ name: TEXT }),
    }),
    status: object({ conditions: { type: "array", items: object({ type: TEXT, status: TEXT }) } }),
  }),
  "x-kubernetes-embedded-resource": true,
};

interface Vector {
  readonly path: string;
  readonly shows?: boolean;
}

function destinationOf(path: string, schema = SCHEMA): Destination | undefined {
  const read = parseJsonPath(path);
  return "problem" in read ? undefined : follow(schema, read.value.path);
}

function problemOf(path: string, schema?: StructuralSchema): string | undefined {
  const destination = destinationOf(path, schema);
  return destination?.kind === "nowhere" ? destination.problem : undefined;
}

const paths = suite("paths through a schema");

paths("never reports a path that shows a value", () => {
  const lines = readFileSync(join(ROOT, "tests/kubernetes/jsonpath/vectors.jsonl"), "utf8").trimEnd().split("\n");
  const vectors = lines.map((line) => JSON.parse(line) as Vector);
  const wrong = vectors.filter(({ path, shows }) => shows && problemOf(path) !== undefined);
  assert.equal(wrong, []);
  const found = vectors.filter(({ path }) => problemOf(path) !== undefined);
  assert.ok(found.length > 100 && found.every(({ shows }) => shows === false));
  assert.ok(vectors.filter(({ shows }) => shows).length > 80);
});

paths("returns why a path leads nowhere", () => {
  const problems: Readonly<Record<string, string | undefined>> = {
    ".spec.nam": 'there is no field "nam"; did you mean "name"?',
    ".spec.": 'there is no field ""',
    ".spec.ports.name": 'a list has no field "name"',
    ".spec.ports[*].nam": 'there is no field "nam"; did you mean "name"?',
    ".spec.name.first": "a value of type string has no fields",
    ".spec.replicas.*": "a value of type integer has no fields",
    ".spec[0]": "[0] requires a list, not a value of type object",
    ".spec.labels[*]": "[*] requires a list, not a value of type object",
    ".spec.list[2:1]": "[2:1] selects no items",
    ".spec.list[-1:-2]": "[-1:-2] selects no items",
    ".spec.list[::0]": "the step in [::0] must be positive",
    '.spec.ports[?(@.nam=="dns")].port': 'there is no field "nam"; did you mean "name"?',
    '.spec.ports[?("dns"==@.nam)].port': 'there is no field "nam"; did you mean "name"?',
    ".spec.ports[?(@.nope)]": 'there is no field "nope"',
    '.spec.ports[?(name=="dns")].port': '"name" must follow a dot',
    '.spec.ports[?(@.name="dns")]': '"=" is not an operator; use one of ==, !=, <, <=, >, >=',
    ".spec['none','nothing']": 'there is no field "none"',
    ".spec name": '"name" must follow a dot',
    ".spec.ports.*.nam": 'there is no field "nam"; did you mean "name"?',
  };
  const actual = Object.keys(problems).map((path) => [path, problemOf(path)]);
  assert.equal(Object.fromEntries(actual), problems);
});

paths("leaves paths undecided that the schema does not determine", () => {
  const preserved = { ...object({ known: TEXT }), "x-kubernetes-preserve-unknown-fields": true };
  const cases: readonly (readonly [string, StructuralSchema?])[] = [
    [".spec.free.x.y[0]"],
    [".spec.labels.anything"],
    ["..nope"],
    [".metadata.annotations.example\\.dev/x"],
    [".spec['none','name']"],
    [".unknown.deeper", preserved],
    [".a.b", { type: "object", additionalProperties: true }],
    [".a[0]", { type: "object", additionalProperties: { type: "array" } }],
    [".*.nope", preserved],
    [".spec.list[-1:]"],
    ['.spec.ports[?(@.name=="none")].port'],
  ];
  assert.equal(
    cases.filter(([path, schema]) => problemOf(path, schema) !== undefined),
    [],
  );
  assert.is(destinationOf(".known", preserved)?.kind, "schemas");
});

paths.run();
