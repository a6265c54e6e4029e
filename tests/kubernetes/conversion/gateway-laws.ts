/** The laws of conversions for all definitions of Gateway API. Each form has its own file, so they run at the same time. */
import { suite } from "uvu";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import { readHistory } from "../../changes/policy/history.js";
import { withCorpus } from "../../support/shared.js";
import { ANNOTATION, gatewayConversions } from "./history.js";
import { addLawTests } from "./law-tests.js";

const DEFINITIONS = 42;
/** Kinds that refer to a kind with a new name. */
const REFERRING = 8;

/** Returns the tests of objects that have a form before their conversion. */
export function gatewayLaws(form: Form) {
  const laws = suite(`laws of conversions, ${form} form`);
  withCorpus(laws, "upstream/gateway-api/lineage", DEFINITIONS + REFERRING, (test) => {
    const definitions = gatewayConversions();
    const releases = readHistory() ?? [];
    addLawTests(test, form, { definitions, annotation: ANNOTATION, releases, objects: 1_000, prints: true });
  });
  return laws;
}
