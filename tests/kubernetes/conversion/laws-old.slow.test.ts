/** Tests of the laws of conversions, for each definition of Gateway API and objects of the release before its change. */
import { suite } from "uvu";
import { readHistory } from "../../changes/policy/history.js";
import { withCorpus } from "../../support/shared.js";
import { ANNOTATION, gatewayConversions } from "./history.js";
import { addLawTests } from "./law-tests.js";

const laws = suite("laws of conversions, old form");

const DEFINITIONS = 42;
/** Kinds that refer to a kind with a new name. */
const REFERRING = 8;

withCorpus(laws, "upstream/gateway-api/lineage", DEFINITIONS + REFERRING, (test) => {
  const definitions = gatewayConversions();
  addLawTests(test, "old", {
    definitions,
    annotation: ANNOTATION,
    releases: readHistory() ?? [],
    objects: 1_000,
    prints: true,
  });
});

laws.run();
