/**
 * Applies the policy to the real history of Gateway API: known cases, each with the expected verdict. In this history,
 * rules are only digests, so the comparison can detect that rules are added or removed but cannot read them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../../scripts/changes/diff/releases.js";
import { judge } from "../../../scripts/changes/policy/judge.js";
import { readProfile } from "../../../scripts/changes/policy/profile.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import type { Change } from "../../../scripts/core/model/change.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import { effectiveRequirement, type Finding, type Verdict } from "../../../scripts/core/model/policy.js";
import { ROOT } from "../../support/golden.js";
import { withCorpus } from "../../support/shared.js";
import { versionFrom } from "../../support/versions.js";
import { HISTORY_OPTIONS, readHistory } from "./history.js";

const history = suite("the policy over the history of Gateway API");
const lineage = readHistory();
const profile = readProfile(readFileSync(join(ROOT, "templates/policy/channels.yaml"), "utf8"));

interface Step {
  readonly before: BundleState;
  readonly after: BundleState;
  readonly changes: readonly Change[];
  readonly verdict: Verdict;
}

function stepsOf(releases: readonly BundleState[]): Step[] {
  return releases.slice(1).map((after, index) => {
    const before = releases[index] as BundleState;
    const known = releases.slice(0, index + 1);
    const changes = diffReleases(before, after, HISTORY_OPTIONS, known);
    return {
      before,
      after,
      changes,
      verdict: judge({
        changes,
        before,
        after,
        lineage: known,
        profile,
        waivers: [],
        renamedKinds: HISTORY_OPTIONS.renamedKinds,
      }),
    };
  });
}

const steps = stepsOf(lineage ?? []);

function stepTo(version: string): Step {
  const step = steps.find(({ after }) => after.name === version);
  if (!step) throw new Error(`${version} is not in the corpus`);
  return step;
}

/** Describes the findings of a step briefly. */
function findings(version: string, channel: Channel, matches: (finding: Finding) => boolean): string[] {
  return stepTo(version)
    .verdict.findings.filter((finding) => finding.channel === channel && matches(finding))
    .map(({ rule, crd, versions, path }) => [rule, crd.split(".")[0], ...versions, path ?? ""].join(" ").trim());
}

function changes(version: string, channel: Channel, matches: (change: Change) => boolean): string[] {
  return stepTo(version)
    .changes.filter((change) => change.channel === channel && matches(change))
    .map(({ class: name, subject, crd, versions, path }) =>
      [name, subject, crd.split(".")[0], versions.join(), path ?? ""].join(" ").trim(),
    );
}

function blocked(version: string, channel: Channel): string[] {
  return stepTo(version)
    .verdict.blocked.filter((install) => install.channel === channel)
    .map((install) => `${install.crd.split(".")[0]} ${install.version}`);
}

const truth = (name: string, test: () => void) =>
  withCorpus(history, "upstream/gateway-api/lineage", 1, (add) => add(name, test));

truth("prints the table", () => {
  const rows = steps.flatMap(({ before, after, changes: all, verdict }) =>
    CHANNELS.map((channel) => {
      const counts = new Map<string, number>();
      for (const change of all)
        if (change.channel === channel) counts.set(change.class, (counts.get(change.class) ?? 0) + 1);
      const classes = [...counts].sort().map(([name, count]) => `${count} ${name}`);
      const stored = blocked(after.name, channel);
      const blocks = stored.length === 0 ? "" : `  blocked while stored: ${stored.join(", ")}`;
      const pair = `${before.name} → ${after.name}`.padEnd(17);
      return `${pair} ${channel.padEnd(12)} ${(verdict.lowest[channel] ?? "").padEnd(8)} ${classes.join(", ")}${blocks}\n`;
    }),
  );
  process.stdout.write(`\n${rows.join("")}`);
  assert.is(rows.length, 2 * ((lineage?.length ?? 0) - 1));
});

truth("0.8.0: rules are added and a version is no longer served: tightened, and the serving is allowed", () => {
  assert.ok(changes("v0.8.0", "standard", ({ class: name }) => name === "tightening").length >= 80);
  const unserved = findings("v0.8.0", "standard", ({ rule }) => rule === "break/version-unserved");
  assert.equal(unserved, [
    "break/version-unserved gatewayclasses v1alpha2",
    "break/version-unserved gateways v1alpha2",
    "break/version-unserved httproutes v1alpha2",
  ]);
  assert.equal(
    findings("v0.8.0", "standard", ({ rule }) => rule === "unserved-before-deprecated"),
    [],
  );
  assert.is(stepTo("v0.8.0").verdict.lowest.standard, "major");
});

truth("0.8.1: a rule replaced needs a waiver, and then is a fix; a field is refused in a patch", () => {
  const { verdict, changes: all, before, after } = stepTo("v0.8.1");
  assert.is(verdict.lowest.standard, "refused");
  const [replaced, ...others] = verdict.findings.filter((finding) => finding.channel === "standard");
  assert.equal([replaced?.rule, others.length], ["unknown/rule", 0]);
  const waiver = {
    fingerprint: replaced?.fingerprint ?? "",
    message: "it rejected valid Gateways",
    why: "a correction",
    approvedBy: "a maintainer",
    release: versionFrom("0.8.1"),
    location: { file: "apis/waivers.yaml", start: 0, end: 1 },
  };
  const known = (lineage ?? []).slice(0, (lineage ?? []).indexOf(after));
  const waived = judge({ changes: all, before, after, lineage: known, profile, waivers: [waiver] });
  assert.is(waived.lowest.standard, "patch");
  const fields = verdict.findings.filter(
    ({ channel, rule }) => channel === "experimental" && rule === "addition/field-added",
  );
  assert.is(fields.length, 1);
  assert.is(effectiveRequirement(fields[0] as Finding), "minor");
});

truth("1.0.0: what is removed was neither served nor stored: allowed, and blocked for who still stores it", () => {
  const removed = findings("v1.0.0", "standard", ({ rule }) => rule === "break/version-removed");
  assert.is(removed.length, 3);
  assert.equal(
    findings("v1.0.0", "standard", ({ rule }) => rule === "removed-too-early"),
    [],
  );
  assert.equal(blocked("v1.0.0", "standard"), ["gatewayclasses v1alpha2", "gateways v1alpha2", "httproutes v1alpha2"]);
});

truth(
  "1.0.0 and 1.5.1: v1 is like the version that the standard channel has, and need not have been experimental",
  () => {
    const added = steps.flatMap(({ after }) =>
      changes(after.name, "standard", ({ subject }) => subject === "version-added").map(
        (line) => `${after.name} ${line}`,
      ),
    );
    assert.equal(added, [
      "v1.0.0 addition version-added gatewayclasses v1",
      "v1.0.0 addition version-added gateways v1",
      "v1.0.0 addition version-added httproutes v1",
      "v1.5.1 addition version-added referencegrants v1",
    ]);
    const rejected = ["v1.0.0", "v1.5.1"].flatMap((version) =>
      findings(version, "standard", ({ rule, path }) => rule === "graduates-too-early" && path === undefined),
    );
    assert.equal(rejected, []);
  },
);

truth("1.1.0: a version that was served and stored is removed in one step: refused", () => {
  const early = findings("v1.1.0", "experimental", ({ rule }) => rule === "removed-too-early");
  assert.equal(early, ["removed-too-early backendtlspolicies v1alpha2"]);
  assert.is(stepTo("v1.1.0").verdict.lowest.experimental, "refused");
});

truth("1.1.0 and 1.4.0: a version lost its status subresource: a defect, repaired in the patch after", () => {
  for (const channel of CHANNELS) {
    assert.equal(
      findings("v1.1.0", channel, ({ rule }) => rule === "status-differs"),
      ["status-differs grpcroutes v1alpha2"],
    );
    assert.equal(
      findings("v1.4.0", channel, ({ rule }) => rule === "status-differs"),
      ["status-differs backendtlspolicies v1alpha3"],
    );
    for (const [repair, crd] of [
      ["v1.1.1", "grpcroutes v1alpha2"],
      ["v1.4.1", "backendtlspolicies v1alpha3"],
    ] as const) {
      assert.equal(
        changes(repair, channel, ({ class: name }) => name === "fix"),
        [`fix status-subresource ${crd}`],
      );
    }
  }
  assert.is(stepTo("v1.4.1").verdict.overall, "patch");
});

truth("1.2.0: unserved versions are removed: allowed, and blocked for who still stores them", () => {
  assert.equal(
    findings("v1.2.0", "standard", ({ rule }) => rule === "break/version-removed"),
    ["break/version-removed grpcroutes v1alpha2", "break/version-removed referencegrants v1alpha2"],
  );
  assert.equal(
    findings("v1.2.0", "standard", ({ rule }) => rule === "removed-too-early"),
    [],
  );
  for (const stored of ["grpcroutes v1alpha2", "referencegrants v1alpha2"]) {
    assert.ok(blocked("v1.2.0", "standard").includes(stored), stored);
  }
});

truth("1.2.0: a rule over all matches comes with more matches per rule: unknown", () => {
  const rules = changes("v1.2.0", "standard", ({ subject, path }) => subject === "rule" && path === ".spec.rules");
  assert.ok(rules.includes("unknown rule httproutes v1,v1beta1 .spec.rules"), rules.join("\n"));
});

truth("1.3.0: a field is optional now: loosened", () => {
  const optional = changes(
    "v1.3.0",
    "standard",
    ({ subject, path }) => subject === "required" && path === ".spec.addresses[].value",
  );
  assert.equal(optional, ["loosening required gateways v1,v1beta1 .spec.addresses[].value"]);
});

truth("1.4.0: fields are required now: tightened", () => {
  const required = changes(
    "v1.4.0",
    "standard",
    ({ subject, crd }) => subject === "required" && crd.startsWith("grpcroutes"),
  );
  assert.equal(required, [
    "tightening required grpcroutes v1 .spec",
    "tightening required grpcroutes v1 .status.parents[].conditions",
  ]);
});

truth("1.4.0: experimental fields went: they need tombstones and conversions", () => {
  const gone = findings(
    "v1.4.0",
    "experimental",
    ({ rule, crd }) => rule === "retired-without-trace" && crd.startsWith("gateways"),
  );
  assert.equal(gone, [
    "retired-without-trace gateways v1 v1beta1 .spec.backendTLS",
    "retired-without-trace gateways v1 v1beta1 .spec.listeners[].tls.frontendValidation",
  ]);
});

truth("the standard channel lost no field, no enum value and changed no type", () => {
  const lost = steps.flatMap(({ changes: all }) =>
    all.filter(
      ({ channel, subject }) => channel === "standard" && ["field-removed", "field-renamed", "type"].includes(subject),
    ),
  );
  assert.equal(lost, []);
});

history.run();
