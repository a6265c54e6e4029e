/** Tests of the output of `release`: every outcome, with and without its optional parts. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../scripts/core/model/digest.js";
import type { Completed, Released, TakenBack } from "../../scripts/core/model/release-outcome.js";
import type { ReleasePlan } from "../../scripts/core/model/release-plan.js";
import { printOutcome } from "../../scripts/report/release-outcome.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { COLOR } from "../support/color.js";
import { tagFrom, versionFrom } from "../support/versions.js";

const outcomes = suite("report/release-outcome");

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const BEFORE = "fedcba9876543210fedcba9876543210fedcba98";
const CWD = "/home/a/widgets";
const ASSETS = `${CWD}/release/1.1.0`;
const MAIN = { name: "main", from: BEFORE };

const PLAN: ReleasePlan = {
  from: "v1.0.0",
  version: versionFrom("1.1.0"),
  tag: tagFrom("v1.1.0"),
  kind: "release",
  bump: "minor",
  branch: "main",
  source: BEFORE,
  time: 1_700_000_000,
  channels: ["standard", "experimental"],
  lowest: { standard: "patch", experimental: "minor" },
  waivers: [],
  writes: [{ path: "package.json", text: "ä\n" }],
  removes: [],
  notes: "### Added\n\n- Widgets.\n",
  message: "Release 1.1.0\n",
  tagMessage: "v1.1.0\n\n### Added\n\n- Widgets.\n",
  signed: { commit: false, tag: false },
  assets: { directory: "release/1.1.0", names: ["SHA256SUMS", "a.yaml"] },
};

const FIRST: ReleasePlan = (({ from: _, bump: _bump, lowest: _lowest, ...rest }) => rest)(PLAN);

function text(outcome: Parameters<typeof printOutcome>[0]): string {
  return printOutcome(outcome, "text", CWD, NO_COLOR);
}

function planned(plan: Partial<ReleasePlan>, base = PLAN): string {
  return text({ did: "planned", plan: { ...base, ...plan } });
}

/** Returns one part of a plan, without its title. */
function part(title: string, plan: Partial<ReleasePlan>, base = PLAN): string | undefined {
  return planned(plan, base)
    .split(/\n\n(?=\S)/)
    .find((lines) => lines.startsWith(`${title}\n`))
    ?.slice(title.length + 1)
    .trimEnd();
}

outcomes("a plan has all that a release will do, and nothing that it will not", () => {
  assert.is(
    planned({}),
    `v1.0.0 → v1.1.0, minor
  from fedcba987654 on main

Policy
  standard     patch
  experimental minor

Release notes
  ### Added

  - Widgets.

Commit
  Release 1.1.0, on main

Tag
  v1.1.0: v1.1.0, and the release notes

Assets in release/1.1.0
  SHA256SUMS
  a.yaml

Files
  write  package.json  3 bytes
`,
  );
  assert.is(
    planned({
      kind: "candidate",
      waivers: ["a", "b"].map((name) => ({
        fingerprint: name,
        message: `${name} was removed`,
        why: "Nobody uses it.",
        approvedBy: name.toUpperCase(),
        release: versionFrom("1.1.0"),
        location: { file: "apis/waivers.yaml", start: 0, end: 1 },
      })),
      removes: ["dist/a.yaml", "dist/b.yaml"],
      writes: [],
      tagMessage: "v1.1.0\n",
      signed: { commit: true, tag: true },
      remote: "origin",
      newBranch: "prepare",
    }),
    `v1.0.0 → v1.1.0, minor candidate
  from fedcba987654 on main

Policy
  standard     patch
  experimental minor

Waivers
  a was removed Nobody uses it. (A)
  b was removed Nobody uses it. (B)

Release notes
  ### Added

  - Widgets.

Commit
  Release 1.1.0, on prepare, signed

Tag
  v1.1.0 and its assets, after the merge into main: crd-bundle release --tag

Assets in release/1.1.0
  SHA256SUMS
  a.yaml

Files
  remove dist/a.yaml
  remove dist/b.yaml

Push
  to origin
`,
  );
});

outcomes("a plan names what is released, and since what", () => {
  const head = (plan: Partial<ReleasePlan>, base = PLAN) => planned(plan, base).split("\n")[0];
  assert.equal(
    [head({}, FIRST), head({ kind: "snapshot" }), head({ from: "v1.0.0", kind: "snapshot" }, FIRST)],
    ["v1.1.0, the first release", "v1.0.0 → v1.1.0, minor snapshot", "v1.0.0 → v1.1.0, snapshot"],
  );
  assert.is(head({ from: "v1.0.0" }, FIRST), "v1.0.0 → v1.1.0");
  assert.is(part("Policy", {}, FIRST), "  no earlier release to compare with");
  assert.is(part("Policy", { channels: ["experimental"] }), "  experimental minor");
  assert.is(part("Waivers", {}), undefined);
  assert.is(part("Push", {}), undefined);
});

outcomes("a plan says where the commit goes, and what the tag holds", () => {
  const merged = { merged: COMMIT };
  const signed = { commit: true, tag: true };
  assert.equal(
    [{}, { kind: "snapshot" }, { newBranch: "prepare" }, { signed }, merged, { ...merged, signed }].map((plan) =>
      part("Commit", plan as Partial<ReleasePlan>),
    ),
    [
      "  Release 1.1.0, on main",
      "  Release 1.1.0, on no branch",
      "  Release 1.1.0, on prepare",
      "  Release 1.1.0, on main, signed",
      "  0123456789ab, merged into main",
      "  0123456789ab, merged into main",
    ],
  );
  assert.equal(
    [{}, { tagMessage: "v1.1.0\n" }, { signed }, merged].map((plan) => part("Tag", plan)),
    [
      "  v1.1.0: v1.1.0, and the release notes",
      "  v1.1.0: v1.1.0",
      "  v1.1.0, signed: v1.1.0, and the release notes",
      "  v1.1.0: v1.1.0, and the release notes",
    ],
  );
});

outcomes("titles of a plan are bold", () => {
  const out = printOutcome({ did: "planned", plan: PLAN }, "text", CWD, COLOR);
  const [on = "", off = ""] = COLOR.bold(" ").split(" ");
  const bold = out
    .split(on)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(off)));
  const parts = ["Policy", "Release notes", "Commit", "Tag", "Assets in release/1.1.0", "Files"];
  assert.equal(bold, ["v1.0.0 → v1.1.0, minor", ...parts]);
});

outcomes("a plan as JSON has sizes and sums in the place of texts", () => {
  const writes = [{ path: "package.json", size: 3, sha256: sha256("ä\n") }];
  const expected = { apiVersion: "crd-bundle/v2", ...PLAN, writes };
  const json = (outcome: Parameters<typeof printOutcome>[0]) =>
    JSON.parse(printOutcome(outcome, "json", CWD, NO_COLOR));
  assert.equal(json({ did: "planned", plan: PLAN }), expected);
  assert.equal(json({ did: "released", plan: PLAN, commit: COMMIT, assets: ASSETS }), { ...expected, commit: COMMIT });
});

function released(plan: Partial<ReleasePlan>, more: Partial<Released> = {}): string {
  return text({ did: "released", plan: { ...PLAN, ...plan }, commit: COMMIT, assets: ASSETS, ...more });
}

outcomes("a release says where it is, and how to publish it", () => {
  const done = "v1.1.0 is released on main (commit 0123456789ab). Its assets are in release/1.1.0.\n";
  assert.is(released({}), `${done}To publish it: git push --atomic origin main v1.1.0\n`);
  assert.is(released({}, { remote: "fork" }), `${done}To publish it: git push --atomic fork main v1.1.0\n`);
  assert.is(released({ remote: "fork" }, { remote: "fork" }), `${done}It was pushed to fork.\n`);
  const nowhere = "v1.1.0 is released (commit 0123456789ab). Its assets are in release/1.1.0.\n";
  const publish = "To publish it: git push --atomic origin v1.1.0\n";
  assert.is(released({ kind: "snapshot" }), nowhere + publish);
  assert.is(released({ merged: COMMIT }), nowhere + publish);
});

outcomes("a release on a new branch says what is left to do", () => {
  const done = "v1.1.0 is prepared on prepare (commit 0123456789ab).\n";
  const then = "After the merge into main, tag the release there: crd-bundle release 1.1.0 --tag\n";
  assert.is(released({ newBranch: "prepare" }), `${done}To publish it: git push origin prepare\n${then}`);
  assert.is(
    released({ newBranch: "prepare" }, { remote: "fork" }),
    `${done}To publish it: git push fork prepare\n${then}`,
  );
  assert.is(released({ newBranch: "prepare", remote: "fork" }), `${done}It was pushed to fork.\n${then}`);
});

const REMAINS = { assets: [`${ASSETS}/mine`, `${ASSETS}/ours`], branches: ["main", "topic"] };
const REMAINS_FROM_HERE = { assets: ["release/1.1.0/mine", "release/1.1.0/ours"], branches: ["main", "topic"] };
const STAYS = `release/1.1.0/mine was kept because it is not part of the release.
release/1.1.0/ours was kept because it is not part of the release.
The release commit 0123456789ab is still on main. To remove it: git rebase --onto 0123456789ab^ 0123456789ab main
The release commit 0123456789ab is still on topic. To remove it: git rebase --onto 0123456789ab^ 0123456789ab topic
`;

outcomes("a release that is taken back says what is gone, and what stays", () => {
  const base: TakenBack = { did: "taken back", isDone: true, tag: "v1.1.0", commit: COMMIT };
  const whole = { ...base, branch: MAIN, assets: ASSETS };
  const out = (outcome: TakenBack) => text(outcome);
  assert.is(out(base), "The tag v1.1.0 was removed.\n");
  assert.is(out({ ...base, isDone: false }), "The tag v1.1.0 would be removed.\n");
  assert.is(out({ ...base, assets: ASSETS }), "The tag v1.1.0 and release/1.1.0 were removed.\n");
  assert.is(
    out({ ...whole, remains: { assets: [], branches: [] } }),
    "The tag v1.1.0 and release/1.1.0 were removed, and main is back at fedcba987654.\n",
  );
  assert.is(
    out({ ...whole, isDone: false }),
    "The tag v1.1.0 and release/1.1.0 would be removed, and main would be back at fedcba987654.\n",
  );
  assert.is(
    out({ ...whole, remains: REMAINS }),
    `The tag v1.1.0 and release/1.1.0 were removed, and main is back at fedcba987654.\n${STAYS}`,
  );
  const json = (outcome: TakenBack) => JSON.parse(printOutcome(outcome, "json", CWD, NO_COLOR));
  const head = { apiVersion: "crd-bundle/v2", tag: "v1.1.0", commit: COMMIT };
  assert.equal(json({ ...base, isDone: false }), { ...head, isDone: false });
  assert.equal(json({ ...whole, remains: REMAINS }), {
    ...head,
    branch: MAIN,
    assets: "release/1.1.0",
    isDone: true,
    remains: REMAINS_FROM_HERE,
  });
});

function completed(outcome: Partial<Completed>): string {
  const remains = { assets: [], branches: [] };
  const base = { did: "completed", what: "released", tag: "v1.1.0", commit: COMMIT, remains } as const;
  return text({ ...base, ...outcome });
}

outcomes("the completion of an interrupted run is an object of its own in JSON", () => {
  const json = (outcome: Completed) => JSON.parse(printOutcome(outcome, "json", CWD, NO_COLOR));
  const base = { did: "completed", tag: "v1.1.0", commit: COMMIT } as const;
  const head = { apiVersion: "crd-bundle/v2", tag: "v1.1.0", commit: COMMIT };
  const nothing = { assets: [], branches: [] };
  assert.equal(json({ ...base, what: "released", branch: MAIN, remains: nothing, remote: "fork" }), {
    ...head,
    completed: "release",
    branch: MAIN,
    remains: nothing,
    remote: "fork",
  });
  assert.equal(json({ ...base, what: "taken back", remains: REMAINS }), {
    ...head,
    completed: "undo",
    remains: REMAINS_FROM_HERE,
  });
});

outcomes("every outcome is one annotation in a workflow", () => {
  const github = (outcome: Parameters<typeof printOutcome>[0]) => printOutcome(outcome, "github", CWD, NO_COLOR);
  const base = { tag: "v1.1.0", commit: COMMIT };
  assert.match(
    github({ did: "planned", plan: PLAN }),
    /^::notice title=v1\.1\.0::v1\.0\.0 → v1\.1\.0, minor%0A {2}from fedcba987654 on main%0A[^\n]+\n$/,
  );
  assert.is(
    github({ did: "released", plan: PLAN, commit: COMMIT, assets: ASSETS }),
    "::notice title=v1.1.0::v1.1.0 is released on main (commit 0123456789ab). Its assets are in release/1.1.0.%0A" +
      "To publish it: git push --atomic origin main v1.1.0\n",
  );
  assert.is(
    github({ ...base, did: "taken back", isDone: true }),
    "::notice title=v1.1.0::The tag v1.1.0 was removed.\n",
  );
  assert.is(
    github({ ...base, did: "completed", what: "taken back", remains: { assets: [], branches: [] } }),
    "::notice title=v1.1.0::An earlier run that undid v1.1.0 was interrupted. This run completed it. " +
      "Nothing else was changed.\n",
  );
});

outcomes("a release that an interrupted run had made says where its commit is", () => {
  const done = "An earlier run that released v1.1.0 was interrupted.";
  const inPlace = { assets: [], branches: ["main", "topic"] };
  const publish = "To publish it: git push --atomic origin main v1.1.0\n";
  assert.is(
    completed({ branch: MAIN, remains: inPlace }),
    `${done} This run completed it. Nothing else was changed.\n${publish}`,
  );
  assert.is(
    completed({ branch: MAIN, remains: { assets: [], branches: ["topic"] } }),
    `${done} The branch main does not contain the release commit 0123456789ab. Nothing else was changed.
To merge it: git switch main && git merge v1.1.0
${publish}`,
  );
  assert.is(
    completed({ remote: "fork" }),
    `${done} This run completed it. Nothing else was changed.\nTo publish it: git push --atomic fork v1.1.0\n`,
  );
});

outcomes("a release whose taking back was interrupted says what is left of it", () => {
  const begun = "An earlier run that undid v1.1.0 was interrupted.";
  assert.is(completed({ what: "taken back" }), `${begun} This run completed it. Nothing else was changed.\n`);
  assert.is(
    completed({ what: "taken back", branch: MAIN, remains: REMAINS }),
    `${begun} This run removed the tag, but parts of the release remain. Nothing else was changed.\n${STAYS}`,
  );
});

outcomes.run();
