/** The smallest bump that a policy allows, if each waiver is for one bump. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lowestAllowed } from "../../../scripts/changes/policy/lowest-allowed.js";
import type { Channel } from "../../../scripts/core/model/channel.js";
import type { Bump, Finding, Requirement, Verdict } from "../../../scripts/core/model/policy.js";

const lowest = suite("the lowest bump");

/** The requirement of a finding, its channel, and the bump for which it is waived. */
type Row = readonly [requires: Requirement, channel?: Channel, waivedFor?: Bump];

/** Returns the bumps that were tried, and the result. */
function allowed(...rows: readonly Row[]) {
  const asked: Bump[] = [];
  const verdict = lowestAllowed((bump): Verdict => {
    asked.push(bump);
    const findings = rows.map(([requires, channel = "standard", waivedFor]) => {
      const waiver = waivedFor === bump ? { waiver: {} } : {};
      return { rule: "", channel, crd: "", versions: [], fingerprint: "", requires, ...waiver } as unknown as Finding;
    });
    return {
      profile: "",
      findings,
      lowest: { standard: "patch", experimental: "patch" },
      overall: "patch",
      blocked: [],
    };
  });
  return { asked: asked.join(" "), ...verdict.lowest, overall: verdict.overall };
}

const PATCH = { standard: "patch", experimental: "patch", overall: "patch" };

lowest("is the first that nothing needs more than, and is as the policy judges it", () => {
  assert.equal(allowed(), { asked: "patch", ...PATCH });
  assert.equal(allowed(["patch"]), { asked: "patch", ...PATCH });
  assert.equal(allowed(["minor"], ["patch"]), { asked: "patch minor", ...PATCH });
  assert.equal(allowed(["minor"], ["major"]), { asked: "patch minor major", ...PATCH });
});

lowest("is asked for as a minor one if none is allowed", () => {
  assert.equal(allowed(["refused"]), { asked: "patch minor major minor", ...PATCH });
  assert.equal(allowed(["refused", "standard", "minor"], ["refused"]).asked, "patch minor major minor");
});

lowest("is the bump of a waiver in the channel of what is waived, and for all", () => {
  const expected = { ...PATCH, overall: "minor" };
  assert.equal(allowed(["refused", "standard", "minor"]), { asked: "patch minor", ...expected, standard: "minor" });
  assert.equal(allowed(["refused", "experimental", "minor"], ["patch"]), {
    asked: "patch minor",
    ...expected,
    experimental: "minor",
  });
  assert.equal(allowed(["refused", "experimental", "patch"]), { asked: "patch", ...PATCH });
  assert.equal(allowed(["refused", "experimental", "minor"], ["major"]).asked, "patch minor major minor");
});

lowest.run();
