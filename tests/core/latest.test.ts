/** Tests of values for the latest owner. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Latest } from "../../scripts/core/latest.js";

const latest = suite("core/latest");

latest("is created again only for another owner", () => {
  let created = 0;
  const values = new Latest<number>();
  const of = (owner: unknown) => values.of(owner, () => ++created);
  assert.equal([of(undefined), of(undefined), of("a"), of("a"), of("b"), of("a")], [1, 1, 2, 2, 3, 4]);
});

latest.run();
