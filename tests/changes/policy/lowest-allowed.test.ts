/** The lowest bump that a policy allows, where waivers are for one bump each. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lowestAllowed } from "../../../scripts/changes/policy/lowest-allowed.js";
import type { Channel } from "../../../scripts/core/model/channel.js";
import type { Bump, Finding, Requirement, Verdict } from "../../../scripts/core/model/policy.js";

const lowest = suite("the lowest bump");

/** What a finding requires, in which channel, and the bump that it is waived for. */
type Row = readonly [requires: Requirement, channel?: Channel, waivedFor?: Bump];

/** The bumps that were asked about, and what came of it. */
function allowed(...rows: readonly Row[]) {
  const asked: Bump[] = [];
  const verdict = lowestAllowed((bump): Verdict => {
    asked.push(bump);
    const findings = rows.map(([requires, channel = "standard", waivedFor]) => {
      const waiver = waivedFor === bump ? { waiver: {} } : {};
      return { rule: "", channel, crd: "", versions: [], fingerprint: "", requires, ...waiver } as unknown as Finding;
    });
    return { findings, lowest: { standard: "patch", experimental: "patch" }, overall: "patch", blocked: [] };
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
