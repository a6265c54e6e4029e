/**
 * Tests that objects of older releases of Gateway API follow the validation rules of this bundle after their conversion.
 * The rules of the older releases are not known. Therefore an object must follow each rule that it followed with its old
 * fields, if they can be compared.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UNCHECKED_RULES } from "../../../scripts/kubernetes/admission/admit.js";
import { readHistory } from "../../changes/policy/history.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";
import { withCorpus } from "../../support/shared.js";
import { gatewayConversions } from "./history.js";
import { drawNewest, type Newest, newestBundle } from "./newest.js";
import { subjectsOf } from "./subjects.js";

const rules = suite("rules for converted objects");

/** Accepted objects of each definition, and of each kind that refers to a kind with a new name. */
const ACCEPTED = 100;
const MOST_DRAWS = 10_000;

withCorpus(rules, "upstream/gateway-api/lineage", 42 + 8, (test) => {
  const bundle = newestBundle();
  for (const subject of subjectsOf(gatewayConversions(), readHistory() ?? [])) {
    test(subject.name, () => {
      const random = new Random(seed);
      const drawn: Newest[] = [];
      let accepted = 0;
      for (let draws = 0; draws < MOST_DRAWS && accepted < ACCEPTED; draws++) {
        const found = drawNewest(subject, bundle, random);
        drawn.push(...found);
        accepted += found.filter(({ problems }) => problems.length === 0).length;
      }
      assert.ok(accepted >= ACCEPTED, `${accepted} of ${drawn.length} objects are accepted`);
      const broken = drawn.filter(isComparable).flatMap(({ problems, known, source, object }) => {
        const added = problems.filter((problem) => !known.includes(problem));
        return added.length === 0 ? [] : [[added, source, object].map((each) => JSON.stringify(each)).join("\n  ")];
      });
      assert.equal(broken.slice(0, 2), []);
    });
  }
});

/** Reports whether the rules were evaluated for the old fields. Other errors prevent this. */
function isComparable({ known }: Newest): boolean {
  return !known.some((problem) => problem.endsWith(UNCHECKED_RULES.message));
}

rules.run();
