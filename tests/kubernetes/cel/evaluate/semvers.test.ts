/** Tests of semantic versions. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SEMVERS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/semvers.js";
import { sameSemver } from "../../../../scripts/kubernetes/cel/values/semver.js";
import type { Semver } from "../../../../scripts/kubernetes/cel/values/value.js";
import { answer, call, method, type Result } from "./calls.js";

const semvers = suite("CEL: versions");

const semver = (text: string, ...normalize: boolean[]) => call(SEMVERS, "semver", text, ...normalize);

function numbers(version: Result): unknown[] {
  return ["major", "minor", "patch"].map((name) => answer(method(SEMVERS, name, version)));
}

const VALID = ["1.2.3", "1.2.3-rc.1+b.01", "1.2.3+b", "1.2.3-0a", "1.2.3--"];

/** Versions that are valid only after normalization. */
const LOOSE: readonly (readonly [text: string, numbers: readonly bigint[]])[] = [
  ["01.2.3", [1n, 2n, 3n]],
  ["1.02.3", [1n, 2n, 3n]],
  ["1.2.03-rc", [1n, 2n, 3n]],
  ["v1.2.3", [1n, 2n, 3n]],
  ["1", [1n, 0n, 0n]],
  ["1.2", [1n, 2n, 0n]],
  ["v01.002", [1n, 2n, 0n]],
  ["1.2.-rc", [1n, 2n, 0n]],
  ["00.00.00", [0n, 0n, 0n]],
];

const INVALID = [
  ...["", "v", "vv1.2.3", "V1.2.3", "1.2.3-", "1.2.3+", "1.2.3-a..b", "1.2.3-01", "1.2.3-\u00e9", "1.2.3+a_b"],
  ...["1.2.3-a+b+c", "1-rc", "1.2-rc", "1.2+b", "1.2.", "1..3", "a.b.c", "1.2.3.4", "-1.2.3", "1.2.3 ", " 1.2.3"],
  ...["1.2.3\n", "18446744073709551616.0.0", "1.2.3-18446744073709551616", "1.2.\u0663"],
];

semvers("have three numbers", () => {
  for (const text of VALID) {
    assert.is(call(SEMVERS, "isSemver", text), true, text);
    assert.equal(numbers(semver(text)), [1n, 2n, 3n], text);
    assert.equal(numbers(semver(text, true)), [1n, 2n, 3n], text);
  }
});

semvers("can be normalized", () => {
  for (const [text, expected] of LOOSE) {
    assert.is(call(SEMVERS, "isSemver", text), false, text);
    assert.is(call(SEMVERS, "isSemver", text, false), false, text);
    assert.is(answer(semver(text, false)), "fails", text);
    assert.is(call(SEMVERS, "isSemver", text, true), true, text);
    assert.equal(numbers(semver(text, true)), expected, text);
  }
});

semvers("follow the specification", () => {
  const long = [`1.2.3-${"a.".repeat(5_000_000)}!`, `1.2.3-${"a.".repeat(5_000_000)}`, "1".repeat(1_000_000)];
  for (const text of [...INVALID, ...long]) {
    const name = text.slice(0, 50);
    assert.is(call(SEMVERS, "isSemver", text), false, name);
    assert.is(answer(semver(text)), "fails", name);
  }
  for (const text of INVALID) assert.is(call(SEMVERS, "isSemver", text, true), false, text);
});

semvers("have numbers of 64 bits, which overflow when they are read", () => {
  const text = "18446744073709551615.9223372036854775808.0";
  assert.equal(numbers(semver(text)), [-1n, -(2n ** 63n), 0n]);
  assert.is(method(SEMVERS, "isGreaterThan", semver(text), semver("1.0.0")), true);
});

semvers("have an order", () => {
  const cases: readonly (readonly [string, string, bigint])[] = [
    ["1.2.3", "1.2.3", 0n],
    ["1.2.3", "1.2.3+b", 0n],
    ["1.2.3+a", "1.2.3+b", 0n],
    ["1.9.0", "1.10.0", -1n],
    ["1.0.9", "1.0.10", -1n],
    ["2.0.0", "18446744073709551615.0.0", -1n],
    ["1.0.0-rc", "1.0.0", -1n],
    ["1.0.0-alpha", "1.0.0-alpha.1", -1n],
    ["1.0.0-alpha.1", "1.0.0-alpha.beta", -1n],
    ["1.0.0-beta.2", "1.0.0-beta.11", -1n],
    ["1.0.0-Z", "1.0.0-a", -1n],
    ["1.0.0-1", "1.0.0--", -1n],
    ["1.0.0-rc.1", "1.0.0-rc.1", 0n],
  ];
  for (const [a, b, order] of cases) {
    const name = `${a} and ${b}`;
    assert.is(method(SEMVERS, "compareTo", semver(a), semver(b)), order, name);
    assert.is(method(SEMVERS, "compareTo", semver(b), semver(a)), -order || 0n, name);
    assert.is(method(SEMVERS, "isLessThan", semver(a), semver(b)), order < 0n, name);
    assert.is(method(SEMVERS, "isGreaterThan", semver(a), semver(b)), order > 0n, name);
    assert.is(sameSemver(semver(a) as Semver, semver(b) as Semver), order === 0n, name);
  }
});

semvers("do not have the functions of other types", () => {
  assert.is(SEMVERS.functions.semver?.(1n), undefined);
  assert.is(SEMVERS.functions.isSemver?.("1.2.3", "true"), undefined);
  assert.is(SEMVERS.methods.compareTo?.(semver("1.2.3") as Semver, "1.2.3"), undefined);
});

semvers.run();
