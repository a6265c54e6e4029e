/** Tests of the words for the effects of definitions. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conversionWords } from "../../../scripts/core/words/conversion.js";
import { conversionsIn, definition, EVERY_STEP } from "../../support/conversions.js";

const words = suite("words of conversions");

function wordsOf(text: string) {
  const [found] = conversionsIn(text);
  assert.ok(found);
  return conversionWords(found, (path) => `<${path}>`);
}

words("steps of all kinds", () => {
  assert.equal(wordsOf(EVERY_STEP), {
    changes: [
      "XWidget becomes Widget (<widgets.example.dev>)",
      "<v1alpha1>, <v1alpha2> become <v1>",
      "references in Gadget follow the new name",
      "<.spec.list[]> moves to <.spec.list[].name>",
      "<.spec.a> becomes an item of <.spec.as>",
      "the first item of <.spec.bs> becomes <.spec.b>",
      '<"A"> becomes <"C"> in <.spec.mode>',
      '<"B"> becomes <"C"> in <.spec.mode>',
      "removes <.spec.gone>",
      "adds <.spec.fresh> with the value <false>",
      "<.spec.ls[].tls.v> moves to <.spec.ports[].tls>, by <.port>, or to <.spec.tls> if all items agree",
      "one object for each item of <.spec.rules>",
    ],
    requirements: [
      "<.spec.names> must have a value that the new form allows",
      "items with the same <.port> must have the same <.spec.ls[].tls.v>",
    ],
    lostForward: [
      "all items of <.spec.bs> except the first",
      "the old value of <.spec.mode>",
      'values of <.spec.gone> other than <{"a":[1]}>',
      "values of <.spec.list[].count> that only the old form allows",
      "repeated items of <.spec.codes>",
    ],
    lostBackward: [
      "all items of <.spec.as> except the first",
      "values of <.spec.fresh> other than <false>",
      "values of <.spec.origins[]> that only the new form allows",
      "values of <.spec.ports[].tls> and <.spec.tls> that no item has, or that all items have",
    ],
  });
});

words("steps with the same effect are one phrase", () => {
  const steps = ["unique: {path: .spec.a}", "remove: {path: .spec.c}", "unique: {path: .spec.b}"];
  assert.equal(wordsOf(definition(steps)), {
    changes: ["removes <.spec.c>"],
    requirements: [],
    lostForward: ["repeated items of <.spec.a>, <.spec.b>", "<.spec.c>"],
    lostBackward: [],
  });
});

words("a list around a value, and a value of a list, at the same path", () => {
  const { changes } = wordsOf(
    definition(["wrap: {from: .spec.a, to: .spec.a}", "unwrap: {from: .spec.b, to: .spec.b}"]),
  );
  assert.equal(changes, ["<.spec.a> becomes a list", "<.spec.b> becomes one value"]);
});

words("values can contain anything", () => {
  assert.equal(wordsOf(definition(["map: {path: .spec.a, values: [{from: $1, to: '$&'}]}"])).changes, [
    '<"$1"> becomes <"$&"> in <.spec.a>',
  ]);
});

words.run();
