import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Remembered } from "../../scripts/core/remembered.js";

const remembered = suite("core/remembered");

remembered("returns the last result as long as all inputs are the same objects", () => {
  const results = new Remembered<number | undefined>();
  const [object, other, input] = [{}, {}, {}];
  let count = 0;
  const next = () => ++count;
  assert.is(results.of(object, [input], next), 1);
  assert.is(results.of(object, [input], next), 1);
  assert.is(results.of(object, [{}], next), 2, "an equal input is another one");
  assert.is(results.of(object, [], next), 3);
  assert.is(results.of(object, [], next), 3);
  assert.is(results.of(object, [undefined], next), 4);
  assert.is(results.of(other, [undefined], next), 5);
  assert.is(results.of(object, [undefined], next), 4);
});

remembered("remembers that there is no result", () => {
  const results = new Remembered<undefined>();
  const object = {};
  let count = 0;
  const nothing = () => {
    count++;
    return undefined;
  };
  assert.equal([results.of(object, [], nothing), results.of(object, [], nothing), count], [undefined, undefined, 1]);
});

remembered.run();
