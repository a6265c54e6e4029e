/** Tests of JSON values with sorted keys. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseJson, sortKeys } from "../../../scripts/core/model/json.js";

const json = suite("core/model/json");

json("the keys of objects are sorted in code-unit order, at every depth, whatever their names are", () => {
  const value =
    parseJson('{"b":[{"z":1,"constructor":2,"a":null}],"__proto__":{"y":1,"x":2},"B":"","10":1,"9":2}') ?? "";
  const sorted = '{"9":2,"10":1,"B":"","__proto__":{"x":2,"y":1},"b":[{"a":null,"constructor":2,"z":1}]}';
  assert.is(JSON.stringify(sortKeys(value)), sorted);
  assert.is(JSON.stringify(sortKeys(value, new Map())), sorted);
});

json("a part that occurs several times stays one object", () => {
  const part = { b: 1, a: 2 };
  const sorted = sortKeys({ y: part, x: [part] }, new Map()) as { x: unknown[]; y: unknown };
  assert.ok(sorted.x[0] === sorted.y);
});

json.run();
