import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseExactJson, printExactJson, rounded } from "../../scripts/core/exact-json.js";
import fc from "../support/drawn.js";

const tests = suite("core/exact-json");

function printed(text: string): string | undefined {
  const value = parseExactJson(text);
  return value === undefined ? undefined : printExactJson(value);
}

tests("integers of any size stay as they are", () => {
  const integers = fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }));
  fc.assert(
    fc.property(integers, (numbers) => {
      const text = `{"a":[${numbers.join()}],"12345678901234567890":"12345678901234567890"}`;
      assert.is(printed(text), text);
    }),
  );
});

tests("all other JSON is read as usual", () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
  const values = fc.jsonValue({ depthSize: "small" });
  fc.assert(
    fc.property(fc.array(fc.oneof(doubles, values)), fc.string(), (list, word) => {
      const text = JSON.stringify([list, word, `${word}\\"12345678901234567890\\\\`]);
      assert.equal(JSON.parse(printed(text) ?? ""), JSON.parse(text));
    }),
  );
});

tests("a fraction with many digits is no integer", () => {
  for (const text of ["[0.30000000000000004]", "[-0.10000000000000009]", "[1e22]", "[1.2345678901234567e+25]"])
    assert.equal(parseExactJson(text), JSON.parse(text));
});

tests("a string can be as long as a response", () => {
  const text = JSON.stringify(["12345678901234567890", '\\"'.repeat(5_000_000), "x".repeat(10_000_000)]);
  assert.is(printed(text), text);
});

tests("integers become numbers again where others compare them", () => {
  const value = parseExactJson('{"a":[9007199254740993,1],"b":"9007199254740993"}');
  assert.equal(rounded(value ?? null), { a: [2 ** 53, 1], b: "9007199254740993" });
});

tests("what is not JSON is not read", () => {
  for (const text of ['{"a": 12345678901234567890', '"12345678901234567890', "[1234567890123456789012 34]"])
    assert.is(parseExactJson(text), undefined);
});

tests.run();
