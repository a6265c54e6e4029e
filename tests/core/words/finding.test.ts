/** Tests of the message and the fix of every kind of finding. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnose } from "../../../scripts/core/diagnostics/diagnose.js";
import type { Change, SchemaChange } from "../../../scripts/core/model/change.js";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { parseFieldPath } from "../../../scripts/core/model/field-path.js";
import type { Finding, Requirement } from "../../../scripts/core/model/policy.js";
import { findingWords } from "../../../scripts/core/words/finding.js";

const words = suite("words of findings");

const PLACE = {
  channel: "standard",
  crd: "widgets.example.dev",
  versions: ["v1"],
  path: parseFieldPath(".spec.a"),
} as const;
const ADDED: SchemaChange = { subject: "field-added", class: "addition" };
const REMOVED: SchemaChange = { subject: "field-removed", class: "break" };

function ofChange(change: SchemaChange, requires: Requirement, more: Partial<Change> = {}): Finding {
  const whole: Change = { ...PLACE, ...change, ...(more.differences && { differences: more.differences }) };
  return { ...PLACE, rule: `${change.class}/${change.subject}`, requires, fingerprint: "0123456789ab", change: whole };
}

const WAIVED = "or add a waiver to apis/waivers.yaml (see docs/waive.md).";

const CHANGES: readonly (readonly [found: Finding, message: string, fix: string])[] = [
  [ofChange(ADDED, "patch"), "the field is new", "No action is required. Any release may include the change."],
  [ofChange(ADDED, "minor"), "the field is new", `Include the change in a minor or major release, ${WAIVED}`],
  [
    ofChange(REMOVED, "major"),
    "the field was removed",
    `Make the change in a major release or a new API version, ${WAIVED}`,
  ],
  [ofChange(REMOVED, "refused"), "the field was removed", `Revert the change, ${WAIVED}`],
  [
    ofChange(ADDED, "refused"),
    "the field is new",
    `Do one of the following: tag the addition @experimental; revert the change; ${WAIVED}`,
  ],
  [
    ofChange(ADDED, "patch", { differences: [{ ...PLACE, ...REMOVED, versions: [] }] }),
    "the field is new, not a graduation, because it differed in the experimental channel: .spec.a: the field was removed",
    "No action is required. Any release may include the change.",
  ],
];

for (const [found, message, fix] of CHANGES) {
  words(`of ${found.rule}, ${found.requires}`, () => assert.equal(findingWords(found), { message, fix }));
}

const BASELINE =
  "or write a baseline with `--write-baseline`, and pass it to later runs with `--baseline` (see docs/policy.md).";

words("between states to which no waiver applies, of changes refer to a baseline", () => {
  const fixes = [
    [ofChange(ADDED, "minor"), `Include the change in a minor or major release, ${BASELINE}`],
    [ofChange(REMOVED, "major"), `Make the change in a major release or a new API version, ${BASELINE}`],
    [ofChange(REMOVED, "refused"), `Revert the change, ${BASELINE}`],
    [
      ofChange(ADDED, "refused"),
      `Do one of the following: tag the addition @experimental; revert the change; ${BASELINE}`,
    ],
  ] as const;
  for (const [found, fix] of fixes) assert.is(findingWords(found, { withoutWaivers: true }).fix, fix);
});

words("between states to which no waiver applies, of other problems refer to a profile", () => {
  const ofRule = { ...PLACE, rule: "status-differs", requires: "refused", fingerprint: "0123456789ab" } as const;
  const found: Finding = {
    ...ofRule,
    problem: diagnose("status-differs", { version: "v1", verb: "lacks", storage: "v2" }),
  };
  assert.match(
    findingWords(found).fix,
    /To accept the finding for one release instead, add a waiver to apis\/waivers.yaml/,
  );
  const { fix } = findingWords(found, { withoutWaivers: true });
  assert.match(fix, /To accept the finding instead, set a bump for the rule in a profile, .*`--profile`/);
  const ofBoth = findingWords({ ...found, change: { ...PLACE, ...REMOVED } }, { withoutWaivers: true });
  assert.match(ofBoth.fix, /To accept the finding instead, write a baseline/);
});

const PROBLEMS: readonly (readonly [problem: Diagnostic, message: string])[] = [
  [
    diagnose("graduates-too-early", { what: "it", count: 0, lack: "months (5 of 6 months)" }),
    "it graduates too early: months (5 of 6 months)",
  ],
  [
    diagnose("graduates-too-early", { what: '"a", "b"', count: 2, lack: "approval (not attested)" }),
    '"a", "b" graduate too early: approval (not attested)',
  ],
  [
    diagnose("removed-too-early", { version: "v1", use: "stored" }),
    "v1 was removed, but the previous release still stored objects in it",
  ],
  [
    diagnose("removed-too-early", { version: "v1", use: "served" }),
    "v1 was removed, but the previous release still served it",
  ],
  [diagnose("retired-without-trace", { path: ".a", missing: "tombstone" }), ".a was removed without a tombstone"],
  [diagnose("retired-without-trace", { path: ".a", missing: "conversion" }), ".a was removed without a conversion"],
  [
    diagnose("retired-without-trace", { path: ".a", missing: "both" }),
    ".a was removed without a tombstone or a conversion",
  ],
  [
    diagnose("status-differs", { version: "v1", verb: "lacks", storage: "v2" }),
    "v1 lacks the status subresource, unlike the storage version v2",
  ],
  [
    diagnose("storage-without-rollback", { version: "v2" }),
    "the storage version v2 is not in the previous release, so users cannot roll back",
  ],
  [
    diagnose("tombstone-deleted", { path: ".a" }),
    "the tombstone for .a was removed, but a release contains this tombstone",
  ],
  [
    diagnose("unserved-before-deprecated", { version: "v1" }),
    "v1 is no longer served, but the previous release did not deprecate it",
  ],
  [
    diagnose("versions-not-convertible", { first: "v1", other: "v2", difference: "the field was removed" }),
    "v1 and v2 use the conversion strategy None, but their schemas differ: the field was removed",
  ],
];

for (const [problem, message] of PROBLEMS) {
  const found: Finding = { ...PLACE, rule: problem.code, requires: "refused", fingerprint: "0123456789ab", problem };
  words(`of ${problem.code}: ${message}`, () => assert.is(findingWords(found).message, message));
}

words.run();
