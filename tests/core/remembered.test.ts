import { deserialize, serialize } from "node:v8";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addResults, type KeptResult, Remembered, resultsAbout } from "../../scripts/core/remembered.js";

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

remembered("keeps results with a name between runs, with the objects that they are about", () => {
  const lengths = new Remembered<{ readonly length: number }>("length");
  new Remembered<number>().of(NAMES, [], () => 1);
  const long = { names: NAMES };
  for (const names of [NAMES, long]) lengths.of(names, [NAMES, "UTF-8"], () => ({ length: 2 }));
  const results = resultsAbout([NAMES, long, {}]);
  assert.is(results.length, 2, "no results without a name, and none about another object");
  const [names, again, kept] = deserialize(serialize([NAMES, long, results])) as [object, object, KeptResult[]];
  const never = () => {
    throw new Error("is computed again");
  };
  assert.throws(() => lengths.of(names, [names, "UTF-8"], never), "is computed again");
  addResults([...kept, ["a function of another version", names, { inputs: [], result: 1 }]]);
  assert.equal(lengths.of(names, [names, "UTF-8"], never), { length: 2 });
  assert.equal(lengths.of(again, [names, "UTF-8"], never), { length: 2 });
  assert.throws(() => lengths.of(names, [NAMES, "UTF-8"], never), "is computed again");
});

const NAMES = ["a", "b"];

remembered("has one function of a name", () => {
  new Remembered<number>("taken");
  assert.throws(() => new Remembered<number>("taken"), /taken/);
});

remembered.run();
