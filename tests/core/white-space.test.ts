import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isBlank, trimSpace } from "../../scripts/core/white-space.js";

const space = suite("white space");

space("is trimmed at both ends", () => {
  assert.is(trimSpace("\u0085 a b\u3000\n"), "a b");
  assert.is(trimSpace("a"), "a");
});

space("is all of a blank string", () => {
  for (const text of ["", " ", "\t\n\v\f\r", "\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"]) {
    assert.ok(isBlank(text), JSON.stringify(text));
  }
});

space("is not a byte order mark or a joiner, as in JavaScript or HTML", () => {
  for (const text of ["\ufeff", "\u200b", "\u200d", "\u180e", " . "])
    assert.not.ok(isBlank(text), JSON.stringify(text));
});

space.run();
