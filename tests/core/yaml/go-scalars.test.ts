/**
 * Manifests are read as kubectl reads them. Every fact is the answer of sigs.k8s.io/yaml 1.6.0 (YAMLToJSON): a program in
 * Go was asked about thousands of scalars as key, value and item, and these rows are those that show a rule.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";

const scalars = suite("scalars of Go");

/** Returns the first document as JSON, or what is wrong with it. */
function read(text: string): string {
  const loaded = loadManifests(text);
  return "problem" in loaded ? loaded.problem : JSON.stringify(loaded.value.documents[0]);
}

/** A plain scalar, the JSON of it as a value, and the key that it is. */
const FACTS: readonly (readonly [scalar: string, value: string, key: string])[] = [
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map(
    (word) => [word, "true", "true"] as const,
  ),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map(
    (word) => [word, "false", "false"] as const,
  ),
  ...["yES", "oN", "tRUE", "nULL", "~~", ".Nan", "+.nan", ".iNF", "NaN", "inf", "="].map(
    (word) => [word, `"${word}"`, word] as const,
  ),
  ["010", "8", "8"],
  ["-010", "-8", "-8"],
  ["00", "0", "0"],
  ["08", "8", "8"],
  ["019", "19", "19"],
  ["0o10", "8", "8"],
  ["0O17", "15", "15"],
  ["0o8", '"0o8"', "0o8"],
  ["0x1F", "31", "31"],
  [`0x${"0".repeat(90)}1F`, "31", "31"],
  ["-0X1f", "-31", "-31"],
  ["0xg", '"0xg"', "0xg"],
  ["0b11", "3", "3"],
  ["0b-11", "-3", "-3"],
  ["0B-11", '"0B-11"', "0B-11"],
  [`0b${"1".repeat(64)}`, "18446744073709552000", ""],
  [`0b1${"0".repeat(64)}`, `"0b1${"0".repeat(64)}"`, `0b1${"0".repeat(64)}`],
  ["0b2", '"0b2"', "0b2"],
  ["+12", "12", "12"],
  ["1_000", "1000", "1000"],
  ["1__0_", "10", "10"],
  ["_1", '"_1"', "_1"],
  ["0x_1F", "31", "31"],
  ["1_0.5", "10.5", "10.5"],
  [".5", "0.5", "0.5"],
  [".5_0", "0.5", "0.5"],
  [".5_", '".5_"', ".5_"],
  ["+.5", "0.5", "0.5"],
  [".5e3", "500", "500"],
  [".e5", '".e5"', ".e5"],
  ["1.", "1", "1"],
  ["1e3", "1000", "1000"],
  ["1e+03", "1000", "1000"],
  ["1e", '"1e"', "1e"],
  ["1e999", '"1e999"', "1e999"],
  ["1.10", "1.1", "1.1"],
  ["1000000", "1000000", "1000000"],
  ["1e6", "1000000", "1e+06"],
  ["0.00001", "0.00001", "1e-05"],
  ["123456.0", "123456", "123456"],
  ["-1234560.0", "-1234560", "-1.23456e+06"],
  ["-0.0", "0", "-0"],
  ["190:20:30", '"190:20:30"', "190:20:30"],
  ["2020-01-01", '"2020-01-01"', "2020-01-01"],
  ["2001-12-14t21:59:43.10-05:00", '"2001-12-14t21:59:43.10-05:00"', "2001-12-14t21:59:43.10-05:00"],
  ["9007199254740993.0", "9007199254740992", ""],
  ["9223372036854775808", "9223372036854776000", ""],
  ["0x10000000000000000", '"0x10000000000000000"', "0x10000000000000000"],
  ["1.6.1", '"1.6.1"', "1.6.1"],
];

for (const [scalar, value, key] of FACTS) {
  scalars(`reads ${scalar}`, () => {
    assert.is(read(`a: ${scalar}\n`), `{"a":${value}}`);
    assert.is(read(`- ${scalar}\n- {a: ${scalar}} # comment\n`), `[${value},{"a":${value}}]`);
    if (key !== "") assert.is(read(`${scalar}: 1\n`), `{${JSON.stringify(key)}:1}`);
    assert.is(read(`'${scalar}': "${scalar}"\n`), `{${JSON.stringify(scalar)}:${JSON.stringify(scalar)}}`);
    assert.is(read(`!!str ${scalar}: !!str ${scalar}\n`), `{${JSON.stringify(scalar)}:${JSON.stringify(scalar)}}`);
  });
}

scalars("reads null, and rejects keys that are no strings in JSON", () => {
  for (const word of ["~", "null", "Null", "NULL", ""]) {
    assert.is(read(`a: ${word}\n`), '{"a":null}');
    assert.is(read(`? ${word}\n: 1\n`), "a key must be a string: put it in quotes");
  }
  assert.is(read("18446744073709551615: 1\n"), "a key must be a string: put it in quotes");
  // It would be 1.6777216e+07: sigs.k8s.io/yaml has 32 bits for such a key.
  assert.is(read("16777217.0: 1\n"), "a key must be a string: put it in quotes");
  assert.is(read(".inf: 1\n"), "a key must be a string: put it in quotes");
  assert.is(read("[a]: 1\n"), "a key must be a string: put it in quotes");
});

scalars("reads tags", () => {
  assert.is(read('[!!int "010", !!float 1, !!bool yes, !!null ""]'), "[8,1,true,null]");
  for (const text of ["!!int yes", "!!bool 1", "!!float a", "!!null a"]) assert.match(read(text), "explicit tag");
});

scalars("two keys that are one are an error, in whatever form", () => {
  for (const text of ["{1: a, 0x1: b}", "{on: a, true: b}", '{on: a, "true": b}', "{1.0: a, 1: b}"]) {
    assert.is(read(text), "duplicated mapping key");
  }
  assert.is(read('{on: a, "on": b}'), '{"true":"a","on":"b"}');
  assert.is(read("{__proto__: {a: 010}}"), '{"__proto__":{"a":8}}');
});

scalars("merges, and a merge key overrides what is before it", () => {
  assert.is(read("{<<: {a: 010, b: 2}, a: 1}"), '{"a":1,"b":2}');
  assert.is(read("{a: 1, <<: {a: 2}}"), '{"a":2}');
  assert.is(read("{a: 1, <<: {a: 2}, a: 3}"), '{"a":3}');
  assert.is(read("<<: [{a: 1}, {a: 2, b: 2}]\n"), '{"a":1,"b":2}');
  assert.is(read("a: &a {x: 1}\nb: {<<: *a, z: 2}\n"), '{"a":{"x":1},"b":{"x":1,"z":2}}');
  assert.is(read('{"<<": {a: 1}, b: <<}'), '{"<<":{"a":1},"b":"<<"}');
  assert.is(read("<<: a\n"), "a merge key must have a mapping or a list of mappings");
  assert.is(read("{<<: {a: 1}, b: 1, b: 2}"), "duplicated mapping key");
  const source = `a: &a {${[...Array(3000).keys()].map((key) => `k${key}: 1`).join(", ")}}\n`;
  const copies = [...Array(900).keys()].map((key) => `b${key}: {<<: *a}\n`).join("");
  assert.is(read(source + copies), "merge keys copy more than 2000000 values");
});

scalars("finds the numbers that it rounds, and those that JSON lacks, at every place that they have", () => {
  const loaded = loadManifests(
    "a: [1, 9007199254740993, &x {b: -.Inf}]\n9007199254740993: *x\n---\n1152921504606847000\n",
  );
  if ("problem" in loaded) throw new Error(loaded.problem);
  assert.equal(loaded.value.inexact, [
    { path: [0, "a", 1], number: 9007199254740993n },
    { path: [0, "a", 2, "b"], number: Number.NEGATIVE_INFINITY },
    { path: [0, "9007199254740993", "b"], number: Number.NEGATIVE_INFINITY },
  ]);
  assert.is(
    JSON.stringify(loaded.value.documents[0]),
    '{"a":[1,9007199254740992,{"b":null}],"9007199254740993":{"b":null}}',
  );
});

scalars.run();
