/** Tests of edits between a conversion and its way back, for each definition of Gateway API that can lose something. */
import { suite } from "uvu";
import { readHistory } from "../../changes/policy/history.js";
import { withCorpus } from "../../support/shared.js";
import { ANNOTATION, gatewayConversions } from "./history.js";
import { addEditTests } from "./law-tests.js";

const edits = suite("edits between conversions");

const LOSSES = { old: 15, new: 4 } as const;

withCorpus(edits, "upstream/gateway-api/lineage", LOSSES.old + LOSSES.new, (test) => {
  const definitions = gatewayConversions();
  const tests = { definitions, annotation: ANNOTATION, releases: readHistory() ?? [], objects: 1_000, prints: true };
  addEditTests(test, "old", tests);
  addEditTests(test, "new", tests);
});

edits.run();
