/** Tests of named formats: the number of messages is that of the API server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { NAMED_FORMATS } from "../../../../scripts/kubernetes/cel/evaluate/libraries/named-formats.js";
import { isEqual } from "../../../../scripts/kubernetes/cel/values/equal.js";
import type { Optional, Value } from "../../../../scripts/kubernetes/cel/values/value.js";
import { call, method } from "./calls.js";

const formats = suite("CEL: named formats");

const a = (count: number) => "a".repeat(count);
const E_ACUTE = "\u00e9"; // two bytes

/** Strings by the number of messages. */
const CASES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  dns1123Label: [
    ["a", "a-b", "1a", a(63)],
    ["", "A", "a.b", "a-", "-a", "a\n", E_ACUTE, a(64), E_ACUTE.repeat(31)],
    [E_ACUTE.repeat(32), "a.".repeat(40)],
  ],
  dns1123LabelPrefix: [
    ["a", "a-", "a--", "--", "A-", `${a(63)}-`, `${a(62)}--`],
    ["-", "-a-", `${E_ACUTE}-`, `${a(64)}-`],
  ],
  dns1123Subdomain: [
    ["a", "a.b", "1.a", a(253)],
    ["", "a..b", ".a", "a.", "A.b", a(254)],
    ["A".repeat(254), "a.".repeat(5_000_000)],
  ],
  dns1123SubdomainPrefix: [
    ["a.b-", "a.-"],
    ["-", "a-.b-"],
  ],
  dns1035Label: [["a", "a-1", a(63)], ["", "1a", "a.b", a(64)], ["1".repeat(64)]],
  dns1035LabelPrefix: [
    ["a-", "1-", "--"],
    ["-", "1a-"],
  ],
  labelValue: [
    ["", "a", "A.b_c-1", a(63)],
    ["-a", "a/b", "a\n", a(64)],
    ["-".repeat(64), E_ACUTE.repeat(32)],
  ],
  qualifiedName: [
    ["a", "A_b.c", "a.b/C", `${a(253)}/${a(63)}`],
    ["/a", "A/b", "a/b/c", "-a", a(64), `${a(254)}/b`, "/".repeat(1_000_000)],
    ["", "a/", "-".repeat(64)],
    ["/", `A/${"-".repeat(64)}`],
    [`${"A".repeat(254)}/${"-".repeat(64)}`],
  ],
  uri: [
    ["http://a", "/a", "/a?%zz"],
    ["", "a", "http://a/%zz"],
  ],
  uuid: [
    ["123e4567-e89b-42d3-a456-426614174000", "123E4567E89B42D3A456426614174000"],
    ["", "123e4567-e89b-42d3-a456-42661417400"],
  ],
  byte: [
    ["YQ==", "YWFh"],
    ["", "YQ", "YQ==\n", "-_=="],
  ],
  date: [["2024-02-29"], ["", "2023-02-29", "2024-2-29"]],
  datetime: [
    ["2024-02-29T12:00:00Z", "2024-02-29t12:00:00.5+14:00"],
    ["", "2024-02-29", "2024-02-29T24:00:00Z"],
  ],
};

function named(name: string): Value {
  return call(NAMED_FORMATS, `format.${name}`) as Value;
}

function messages(format: Value, text: string): readonly Value[] | undefined {
  const { value } = method(NAMED_FORMATS, "validate", format, text) as Optional;
  return value !== undefined && typeof value === "object" && value?.kind === "list" ? value.items : undefined;
}

formats("have a message for each requirement that a string violates", () => {
  for (const [name, byCount] of Object.entries(CASES)) {
    for (const [count, texts] of byCount.entries()) {
      for (const text of texts) {
        const found = messages(named(name), text);
        assert.is(found?.length, count === 0 ? undefined : count, `${name} ${text.slice(0, 80)}`);
        assert.is(new Set(found).size, count, `${name} ${text.slice(0, 80)}`);
      }
    }
  }
});

formats("can be found by their names", () => {
  for (const name of Object.keys(CASES)) {
    const { value } = call(NAMED_FORMATS, "format.named", name) as Optional;
    assert.equal(value, named(name));
  }
  for (const name of ["", "DNS1123Label", "email", "constructor", "__proto__"]) {
    assert.equal(call(NAMED_FORMATS, "format.named", name), { kind: "optional" });
  }
  assert.ok(isEqual(named("uri"), named("uri")));
  assert.not(isEqual(named("uri"), named("uuid")));
});

formats("do not have the functions of other types", () => {
  assert.is(NAMED_FORMATS.functions["format.named"]?.(1n), undefined);
  assert.is(NAMED_FORMATS.methods.validate?.("uri", "/a"), undefined);
  assert.is(NAMED_FORMATS.methods.validate?.(named("uri"), 1n), undefined);
});

formats.run();
