/** Tests of the laws of conversions, for steps of all kinds. The slow tests have the definitions of Gateway API. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conversionWords } from "../../../scripts/core/words/conversion.js";
import { conversionsIn, EVERY_STEP } from "../../support/conversions.js";
import { conditionsOf } from "./conditions.js";
import { ANNOTATION, fixtureDefinitions, fixtureReleases } from "./fixture.js";
import { gatewayConversions } from "./history.js";
import { addEditTests, addLawTests } from "./law-tests.js";

const laws = suite("laws of conversions");

const tests = { definitions: fixtureDefinitions(), annotation: ANNOTATION, releases: fixtureReleases(), objects: 100 };

laws("the fixture has steps of all kinds", () => {
  const kinds = conversionsIn(EVERY_STEP).flatMap(({ steps }) => steps.map(({ kind }) => kind));
  const found = new Set(tests.definitions.flatMap(({ steps }) => steps.map(({ kind }) => kind)));
  assert.equal([...found].sort(), [...new Set(kinds)].sort());
});

laws("the words state a loss or a requirement if and only if there is a condition", () => {
  for (const each of [...tests.definitions, ...gatewayConversions()]) {
    const conditions = conditionsOf(each);
    const found = (form: string, effect: string) =>
      conditions.some((condition) => condition.form === form && condition.effect === effect);
    const { requirements, lostForward, lostBackward } = conversionWords(each);
    assert.equal(
      [requirements, lostForward, lostBackward].map(({ length }) => length > 0),
      [found("old", "blocked"), found("old", "lost"), found("new", "lost")],
      each.id,
    );
  }
});

addLawTests(laws, "old", tests);
addLawTests(laws, "new", tests);
addEditTests(laws, "old", tests);
addEditTests(laws, "new", tests);

laws.run();
