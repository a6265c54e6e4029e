/**
 * Compares the JSONPath of columns with k8s.io/client-go v0.37.1, util/jsonpath. `vectors.jsonl` contains its results
 * for paths that people write, and for others made from the same parts. `shows` is whether it found a value in an object
 * that has every field of the schema in `follow.test.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json } from "../../../scripts/core/model/json.js";
import { type JsonPathStep, parseJsonPath } from "../../../scripts/kubernetes/jsonpath/parse.js";
import { ROOT } from "../../support/golden.js";

interface Vector {
  readonly path: string;
  readonly error?: string;
  readonly steps?: readonly Json[];
  readonly more?: true;
}

const vectors = readFileSync(join(ROOT, "tests/kubernetes/jsonpath/vectors.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

/** Returns a step in the notation of the vectors. */
function stepOf(step: JsonPathStep): Json {
  switch (step.kind) {
    case "field":
      return `.${step.name}`;
    case "element":
      return step.index === 0 ? "[0]" : `[${step.index}]`;
    case "slice":
      return `[${step.start ?? ""}:${step.end ?? ""}:${step.stride ?? ""}]`;
    case "filter":
      return { filter: step.operator ?? "exists" };
    case "union":
      return { union: step.paths.map((path) => path.map(stepOf)) };
    case "word":
      return `identifier ${step.word}`;
    default:
      return step.kind;
  }
}

const parse = suite("JSONPath of columns");

parse("accepts and rejects the same paths as the library", () => {
  const wrong = vectors.flatMap(({ path, error, steps, more }) => {
    const read = parseJsonPath(path);
    const actual = "problem" in read ? undefined : { steps: read.value.path.map(stepOf), more: read.value.hasMore };
    const expected = error === undefined ? { steps, more: more === true } : undefined;
    return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ path, actual, expected, error }];
  });
  assert.equal(wrong, []);
  assert.ok(vectors.filter(({ error }) => error !== undefined).length > 100);
  assert.ok(vectors.filter(({ error }) => error === undefined).length > 200);
});

parse("returns the problem with a path", () => {
  const problems: Readonly<Record<string, string>> = {
    ".spec.list[": '"[" is not closed',
    ".spec.list]": '"]" cannot follow ".spec.list"',
    '.spec["name"]': '["name"] is not an index, a slice or a name in single quotes',
    ".spec.list[-]": '"-" is not an index',
    ".spec..*": '"*" cannot follow ".spec.."',
    '.list[?(@.a=="b"].c': '"[?(" is not closed',
    '.list[?(@.a=="b"))].c': '"]" must follow ")"',
    "..['.a']..": "",
    '.spec "a': "a quote is not closed",
    '.spec "\\q"': '"\\q" has an invalid escape',
    ".spec 1.2.3": '"1.2.3" is not a number',
    ".spec\n": "it is incomplete",
  };
  const actual = Object.keys(problems).map((path) => {
    const read = parseJsonPath(path);
    return [path, "problem" in read ? read.problem : ""];
  });
  assert.equal(Object.fromEntries(actual), problems);
});

parse.run();
