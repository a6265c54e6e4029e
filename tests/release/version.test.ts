import { join } from "node:path";
import { gt, inc, prerelease, valid } from "semver";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import { BUMPS } from "../../scripts/core/model/policy.js";
import { releaseOf, UNRELEASED } from "../../scripts/core/model/release-version.js";
import {
  bumpBetween,
  channelsOf,
  chooseVersion,
  isPatchOfAnotherLine,
  nextRelease,
  releaseKind,
  type VersionFacts,
  type VersionRequest,
  versionProblems,
} from "../../scripts/release/version.js";
import fc from "../support/drawn.js";
import { matchesGolden, ROOT } from "../support/golden.js";
import { versionFrom } from "../support/versions.js";

const versions = suite("versions");

/** Facts in which versions are plain strings. */
interface WrittenFacts extends Pick<VersionFacts, "branch" | "day" | "lowest" | "remote"> {
  readonly last?: string;
  readonly current: string;
  readonly tagged: readonly string[];
  readonly reachable: readonly string[];
  readonly passedOver: readonly string[];
  readonly noted: readonly string[];
}

function factsFrom({ last, current, tagged, reachable, passedOver, noted, ...others }: WrittenFacts): VersionFacts {
  return {
    ...others,
    ...(last !== undefined && { last: versionFrom(last) }),
    current: versionFrom(current),
    tagged: tagged.map(versionFrom),
    reachable: reachable.map(versionFrom),
    passedOver: passedOver.map(versionFrom),
    noted: noted.map(versionFrom),
  };
}

/** On main, with the releases 1.5.0, 1.6.0 and 1.6.1 in the history. */
const FACTS: WrittenFacts = {
  last: "1.6.1",
  current: "1.6.1",
  tagged: ["1.5.0", "1.6.0", "1.6.1"],
  reachable: ["1.5.0", "1.6.0", "1.6.1"],
  passedOver: [],
  noted: [],
  branch: "main",
  day: "2026-11-01",
  lowest: "minor",
};

/** Without a Git tag. The version in package.json is 0.3.0-dev. */
const FIRST: WrittenFacts = {
  current: "0.3.0-dev",
  tagged: [],
  reachable: [],
  passedOver: [],
  noted: [],
  branch: "main",
  day: "2026-11-01",
  lowest: "patch",
};

function withTags(...tags: string[]): Partial<WrittenFacts> {
  return { tagged: [...FACTS.tagged, ...tags] };
}

/** Returns the version, or the code of the diagnostic for the request. */
function chosen(request: Partial<VersionRequest> & { to: string }, facts: Partial<WrittenFacts> = {}): string {
  const choice = chooseVersion(request, factsFrom({ ...FACTS, ...facts }));
  return choice.ok ? choice.value : choice.diagnostics.map(({ code }) => code).join();
}

function problems(version: string, facts: Partial<WrittenFacts> = {}): string[] {
  return versionProblems(versionFrom(version), factsFrom({ ...FACTS, ...facts })).map(({ code }) => code);
}

for (const [request, facts, expected] of [
  [{ to: "patch" }, {}, "1.6.2"],
  [{ to: "minor" }, {}, "1.7.0"],
  [{ to: "major" }, {}, "2.0.0"],
  [{ to: "minor" }, { last: "1.9.3" }, "1.10.0"],
  [{ to: "1.8.0" }, {}, "1.8.0"],
  [{ to: "v1.8.0" }, {}, "1.8.0"],
  [{ to: "1.8.0-beta.3" }, {}, "1.8.0-beta.3"],
  // auto: the version for which the branch exists, otherwise the lowest that the policy allows; patches have their own
  // branches
  [{ to: "auto" }, { lowest: "patch" }, "1.7.0"],
  [{ to: "auto" }, { lowest: "minor" }, "1.7.0"],
  [{ to: "auto" }, { lowest: "major" }, "2.0.0"],
  [{ to: "auto" }, { lowest: "refused" }, "1.7.0"],
  [{ to: "auto" }, { branch: "release-1.6", lowest: "patch" }, "1.6.2"],
  [{ to: "auto" }, { branch: "release-1.6", lowest: "minor" }, "1.6.2"],
  [{ to: "auto" }, { branch: "release-1.7" }, "1.7.0"],
  [{ to: "auto" }, { branch: "release-2.0" }, "2.0.0"],
  [{ to: "auto" }, { branch: "release-1.6-fixes" }, "1.7.0"],
  [{ to: "auto" }, { branch: "" }, "1.7.0"],
  // release candidates
  [{ to: "minor", preid: "rc" }, {}, "1.7.0-rc.1"],
  [{ to: "minor", preid: "rc" }, withTags("1.7.0-rc.1", "1.7.0-rc.2"), "1.7.0-rc.3"],
  [{ to: "minor", preid: "rc" }, withTags("1.7.0-rc.9", "1.7.0-rc.10"), "1.7.0-rc.11"],
  [{ to: "minor", preid: "rc" }, withTags("1.7.0-rc", "1.7.0-rc.x", "1.7.0-rcs.7"), "1.7.0-rc.1"],
  [{ to: "minor", preid: "beta" }, withTags("1.7.0-rc.1", "1.8.0-beta.4"), "1.7.0-beta.1"],
  [{ to: "1.8.0", preid: "rc" }, {}, "1.8.0-rc.1"],
  [{ to: "auto", preid: "rc" }, { lowest: "major" }, "2.0.0-rc.1"],
  [{ to: "patch", preid: "rc" }, { branch: "release-1.6" }, "1.6.2-rc.1"],
  [{ to: "minor", preid: "0a-B" }, {}, "1.7.0-0a-B.1"],
  // snapshots
  [{ to: "minor", snapshot: true }, {}, "1.7.0-snapshot.20261101"],
  [{ to: "auto", snapshot: true }, { day: "2027-01-02" }, "1.7.0-snapshot.20270102"],
  // the first release
  [{ to: "auto" }, FIRST, "0.3.0"],
  [{ to: "auto", preid: "rc" }, FIRST, "0.3.0-rc.1"],
  [{ to: "0.1.0" }, FIRST, "0.1.0"],
] as const) {
  const { last: _, ...withoutLast } = FACTS;
  const all = "last" in facts || facts !== FIRST ? { ...FACTS, ...facts } : { ...withoutLast, ...FIRST };
  versions(`${JSON.stringify(request)} is ${expected} (${JSON.stringify(facts)})`, () => {
    assert.equal(chooseVersion(request, factsFrom(all)), { ok: true, value: expected });
  });
}

versions("a bump has to follow something: release-first", () => {
  for (const to of BUMPS) {
    const choice = chooseVersion({ to }, factsFrom(FIRST));
    assert.equal(choice.ok ? [] : choice.diagnostics, [
      { code: "release-first", args: { bump: to, current: "0.3.0" } },
    ]);
  }
});

versions("words that are no version are refused: release-word", () => {
  const hostile = ["--upload-pack=x", "../1.7.0", "1.7.0;rm -rf ~", "1.7.0/x", "1.7.0\u0000", "$(id)", "１.７.０"];
  const words = ["", "next", "Minor", "1.7", "1", "01.7.0", "1.7.0-", "1.7.0-01", "9007199254740992.0.0", "__proto__"];
  for (const to of [...hostile, ...words, "toString"]) assert.is(chosen({ to }), "release-word", to);
  const many = 10_000_000; // work that is quadratic in the length would take too long
  assert.is(chosen({ to: "1".repeat(many) }), "release-word");
  assert.is(chosen({ to: `1.0.0-${"a".repeat(many)}!` }), "release-word");
});

versions("words that make no candidate are refused: release-preid", () => {
  const words = ["", "1", "007", "rc.1", "rc 1", "rc\n", "r_c", "é", "../x", "rc+1", `${"1".repeat(100_000)}!`];
  for (const preid of words) assert.is(chosen({ to: "minor", preid }), "release-preid", preid.slice(0, 20));
  assert.is(chosen({ to: "minor", preid: "snapshot" }), "release-preid", "a snapshot has a day, and one channel");
  for (const more of [{ preid: "rc" }, { snapshot: true }]) {
    assert.is(chosen({ to: "1.8.0-rc.1", ...more }), "release-preid", "a pre-release of a pre-release");
  }
});

const PATCHES = "release-1.6";

const NO_TAGS = { tagged: [], reachable: [] };

const PROBLEMS: readonly (readonly [string, string, Partial<WrittenFacts>, readonly string[]])[] = [
  ["a minor", "1.7.0", {}, []],
  ["a major", "2.0.0", {}, []],
  ["a minor that leaves one out", "1.8.0", {}, []],
  ["the tenth minor", "1.10.0", { tagged: ["1.9.0"], reachable: ["1.9.0"] }, []],
  ["a minor from the branch of its line", "1.7.0", { branch: "release-1.7" }, []],
  ["a candidate", "1.7.0-rc.1", {}, []],
  ["the candidate after it", "1.7.0-rc.2", withTags("1.7.0-rc.1"), []],
  ["the release after its candidates", "1.7.0", withTags("1.7.0-rc.1", "1.7.0-rc.2"), []],
  ["a snapshot", "1.7.0-snapshot.20261101", {}, []],
  ["a snapshot after a candidate", "1.7.0-snapshot.20261101", withTags("1.7.0-rc.1"), []],
  ["a candidate after a snapshot", "1.7.0-rc.1", withTags("1.7.0-snapshot.20261101"), []],
  ["a patch from its branch", "1.6.2", { branch: PATCHES }, []],
  ["a candidate for a patch", "1.6.2-rc.1", { branch: PATCHES }, []],
  ["a patch of an older line", "1.5.1", { branch: "release-1.5", reachable: ["1.5.0"] }, []],
  ["a minor while another branch is further", "1.7.0", withTags("1.8.0"), []],
  ["the first release", "1.2.3", FIRST, []],

  ["a tag that is there", "1.6.1", { branch: PATCHES }, ["release-tag-exists"]],
  ["a tag that another branch has", "1.7.0", withTags("1.7.0"), ["release-tag-exists"]],
  ["a snapshot of the same day", "1.7.0-snapshot.1", withTags("1.7.0-snapshot.1"), ["release-tag-exists"]],
  ["a candidate after its final", "1.7.0-rc.2", withTags("1.7.0-rc.1", "1.7.0"), ["release-after-final"]],
  ["a snapshot after its final", "1.7.0-snapshot.1", withTags("1.7.0"), ["release-after-final"]],
  ["a version before the last", "1.4.0", {}, ["release-not-next"]],
  ["a candidate before the last", "1.4.0-rc.1", {}, ["release-not-next"]],
  ["a candidate before a candidate", "1.7.0-beta.1", withTags("1.7.0-rc.1"), ["release-not-next"]],
  ["a candidate with the number of another", "1.7.0-rc.1", withTags("1.7.0-rc.1"), ["release-tag-exists"]],
  ["an older patch than another branch has", "1.6.2", { ...withTags("1.6.3"), branch: PATCHES }, ["release-not-next"]],
  ["a patch from main", "1.6.2", {}, ["release-branch"]],
  ["a candidate for a patch from main", "1.6.2-rc.1", {}, ["release-branch"]],
  ["a patch from the branch of another line", "1.6.2", { branch: "release-1.5" }, ["release-branch"]],
  ["a minor from the branch of another line", "1.7.0", { branch: PATCHES }, ["release-branch"]],
  ["a branch that only begins like its line", "1.6.2", { branch: "release-1.60" }, ["release-branch"]],
  ["a branch that is called like a line and more", "1.6.2", { branch: "release-1.6-x" }, ["release-branch"]],
  ["a patch without the one before it", "1.6.2", { branch: PATCHES, reachable: ["1.6.0"] }, ["release-descent"]],
  ["a patch that leaves one out", "1.6.9", { branch: PATCHES, reachable: ["1.6.0"] }, ["release-descent"]],
  ["a patch of nothing", "1.7.1", { branch: "release-1.7" }, ["release-line-empty"]],
  [
    "a patch of what only had candidates",
    "1.7.1",
    { ...withTags("1.7.0-rc.1"), branch: "release-1.7" },
    ["release-line-empty"],
  ],
  [
    "a patch from a branch that was made of a later release",
    "1.6.2",
    { ...withTags("1.7.0"), reachable: [...FACTS.reachable, "1.7.0"], branch: PATCHES },
    ["release-not-next"],
  ],
  [
    "several things at once",
    "1.5.0",
    { branch: PATCHES },
    ["release-tag-exists", "release-not-next", "release-branch"],
  ],
  ["where no branch is checked out, nothing of branches", "1.6.2", { branch: "" }, []],
  ["a branch that names no line", "1.7.0", { branch: "release-01.7" }, []],
  ["a branch with numbers without end", "1.7.0", { branch: `release-${"9".repeat(40)}.0` }, []],
  ["a release without its tag", "1.8.0", { noted: ["1.6.1", "1.7.0"] }, ["release-tags-missing"]],
  ["a release whose tag is elsewhere", "1.8.0", { noted: ["1.7.0"], remote: "upstream" }, ["release-tags-missing"]],
  ["a patch without its tag", "1.7.0", { noted: ["1.5.1"] }, ["release-tags-missing"]],
  ["notes of what has its tag", "1.7.0", { noted: ["1.5.0", "1.6.1"] }, []],
  ["notes of a line that has no tag and is older", "1.7.0", { noted: ["1.4.2"] }, []],
  ["notes of a candidate", "1.7.0", { noted: ["1.7.0-rc.1"] }, []],
  [
    "a version after one that is stated and has no tag",
    "1.1.0",
    { ...NO_TAGS, current: "1.0.0" },
    ["release-tags-missing"],
  ],
  ["the version that is stated", "1.0.0", { ...NO_TAGS, current: "1.0.0" }, []],
  ["a version after a pre-release that is stated", "1.0.0", { ...NO_TAGS, current: "1.0.0-dev" }, []],
  ["a version after 0.0.0", "0.1.0", { ...NO_TAGS, current: "0.0.0" }, []],
  ["a minor without the one before it", "1.7.0", { reachable: ["1.5.0"] }, ["release-descent"]],
  [
    "a minor without the one before it, on no branch",
    "1.7.0",
    { reachable: ["1.5.0"], branch: "" },
    ["release-descent"],
  ],
  ["a minor without one that had no bundle", "1.7.0", { reachable: ["1.5.0"], passedOver: ["1.6.0", "1.6.1"] }, []],
  ["a minor with the first of the line before it alone", "1.7.0", { reachable: ["1.5.0", "1.6.0"] }, []],
];

for (const [what, version, facts, expected] of PROBLEMS) {
  versions(`${what}: ${expected.join(", ") || "may be released"}`, () => {
    assert.equal(problems(version, facts), expected);
  });
}

versions("every problem names the versions, tags and branches that it is about", () => {
  const lines = PROBLEMS.flatMap(([what, version, facts]) => {
    const found = versionProblems(versionFrom(version), factsFrom({ ...FACTS, ...facts })).map((found) =>
      describeDiagnostic(found),
    );
    return found.map(({ message, fix }) => `${what}: ${message}\n  ${fix}\n`);
  });
  matchesGolden(lines.join(""), join(ROOT, "tests/release/version-problems.txt"));
});

versions("a snapshot is of the experimental channel, and everything else of both", () => {
  const channels = ["1.7.0", "1.7.0-rc.1", "1.7.0-snapshot.20261101"].map((version) =>
    channelsOf(versionFrom(version)),
  );
  assert.equal(channels, [["standard", "experimental"], ["standard", "experimental"], ["experimental"]]);
});

versions("a patch is one of another line if that line began here", () => {
  const isOne = (release: string, ...reachable: string[]) =>
    isPatchOfAnotherLine(versionFrom(release), reachable.map(versionFrom));
  assert.is(isOne("1.5.1", "1.5.0"), true);
  assert.is(isOne("1.5.1", "1.6.0"), false);
  assert.is(isOne("1.5.1", "1.5.0-rc.1"), false);
  assert.is(isOne("1.5.0", "1.5.0"), false);
});

versions("a branch that is no line is like any other for auto", () => {
  for (const branch of ["release-01.7", `release-${"9".repeat(40)}.0`, "release-1", "x/release-1.6"]) {
    assert.is(chosen({ to: "auto" }, { branch }), "1.7.0", branch);
  }
});

versions("a version is a release, a candidate or a snapshot", () => {
  const kinds = ["1.7.0", "1.7.0-rc.1", "1.7.0-alpha", "1.7.0-0", "1.7.0-snapshot.20261101", "1.7.0-snapshots.1"].map(
    (version) => releaseKind(versionFrom(version)),
  );
  assert.equal(kinds, ["release", "candidate", "candidate", "candidate", "snapshot", "candidate"]);
});

versions("a step is named by the first number that it raises", () => {
  const steps = [
    ["1.6.1", "1.6.2"],
    ["1.6.1", "1.7.0"],
    ["1.9.0", "1.10.0"],
    ["1.6.1", "2.0.0"],
    ["1.6.1", "1.7.0-rc.1"],
  ];
  assert.equal(
    steps.map(([from = "", to = ""]) => bumpBetween(versionFrom(from), versionFrom(to))),
    ["patch", "minor", "minor", "major", "minor"],
  );
});

const numbers = fc.tuple(...[0, 1, 2].map(() => fc.nat(12)));
const release = numbers.map((parts) => versionFrom(parts.join(".")));
const candidate = fc.tuple(release, fc.constantFrom("alpha", "beta", "rc"), fc.integer({ min: 1, max: 12 }));
const tag = fc.oneof(
  { weight: 3, arbitrary: release },
  candidate.map(([core, word, n]) => versionFrom(`${core}-${word}.${n}`)),
);
const bump = fc.constantFrom(...BUMPS);

/** Draws plausible repositories: all reachable versions are tagged, and the last one is the greatest of them. */
const facts: fc.Arbitrary<VersionFacts> = fc
  .record({
    reachable: fc.uniqueArray(release, { minLength: 1, maxLength: 6 }),
    others: fc.uniqueArray(tag, { maxLength: 6 }),
    branch: fc.oneof(
      fc.constant("main"),
      numbers.map(([a, b]) => `release-${a}.${b}`),
      fc.string({ minLength: 1 }),
    ),
    lowest: fc.constantFrom(...BUMPS, "refused" as const),
  })
  .map(({ reachable, others, branch, lowest }) => {
    const last = reachable.reduce((a, b) => (gt(a, b) ? a : b));
    return {
      last,
      current: last,
      tagged: [...new Set([...reachable, ...others])],
      reachable,
      passedOver: [],
      noted: [],
      branch,
      day: "2026-11-01",
      lowest,
    };
  });

const request: fc.Arbitrary<VersionRequest> = fc.record(
  {
    to: fc.oneof(bump, fc.constant("auto"), tag, fc.string()),
    preid: fc.oneof(fc.constantFrom("rc", "beta"), fc.string()),
    snapshot: fc.boolean(),
  },
  { requiredKeys: ["to"] },
);

versions("a bump leads to the next release of its kind, and is recognised again", () => {
  fc.assert(
    fc.property(release, bump, (from, by) => {
      const to = nextRelease(from, by);
      assert.is(to, inc(from, by));
      assert.ok(gt(to, from));
      assert.is(bumpBetween(from, to), by);
      assert.is(releaseOf(to), to);
    }),
  );
});

versions("a candidate is for the release that it comes before", () => {
  fc.assert(
    fc.property(candidate, ([core, word, n]) => {
      const version = versionFrom(`${core}-${word}.${n}`);
      assert.is(releaseOf(version), core);
      assert.ok(gt(core, version));
    }),
  );
});

versions("whatever is asked, the answer is a version or a diagnostic", () => {
  fc.assert(
    fc.property(request, facts, (asked, known) => {
      const choice = chooseVersion(asked, known);
      if (!choice.ok) return;
      assert.is(valid(choice.value), choice.value);
      assert.is(releaseKind(choice.value) === "snapshot", asked.snapshot === true);
      versionProblems(choice.value, known);
    }),
  );
});

versions("a bump and auto go beyond the last release", () => {
  fc.assert(
    fc.property(fc.oneof(bump, fc.constant("auto")), facts, (to, known) => {
      const choice = chooseVersion({ to }, { ...known, branch: "main" });
      assert.ok(choice.ok && gt(choice.value, known.last ?? ""), JSON.stringify(choice));
    }),
  );
});

versions("auto is at least what the policy asks for, or is refused for its branch", () => {
  fc.assert(
    fc.property(facts, (known) => {
      const choice = chooseVersion({ to: "auto" }, known);
      assert.ok(choice.ok);
      const { last = UNRELEASED, lowest, branch } = known;
      if (lowest === "refused" || /^release-/.test(branch)) return;
      assert.ok(BUMPS.indexOf(bumpBetween(last, choice.value)) >= BUMPS.indexOf(lowest), choice.value);
    }),
  );
});

versions("a candidate is new, and comes after the others of its word", () => {
  fc.assert(
    fc.property(bump, fc.constantFrom("alpha", "beta", "rc"), facts, (to, preid, known) => {
      const choice = chooseVersion({ to, preid }, known);
      assert.ok(choice.ok);
      const { value: version } = choice;
      const others = known.tagged.filter(
        (other) => releaseOf(other) === releaseOf(version) && prerelease(other)?.[0] === preid,
      );
      assert.ok(others.every((other) => gt(version, other)));
    }),
  );
});

versions("what may be released is new, and greater than all that it is made of", () => {
  let released = 0;
  const asked = fc.oneof(tag, fc.tuple(bump, fc.boolean()));
  fc.assert(
    fc.property(asked, facts, fc.boolean(), (ask, drawn, isOnLine) => {
      const { last = UNRELEASED } = drawn;
      const version =
        typeof ask === "string" ? ask : versionFrom(`${nextRelease(last, ask[0])}${ask[1] ? "-rc.7" : ""}`);
      const known = isOnLine ? { ...drawn, branch: `release-${/^\d+\.\d+/.exec(version)?.[0]}` } : drawn;
      if (versionProblems(version, known).length > 0) return;
      released++;
      assert.not(known.tagged.includes(version));
      assert.ok(known.reachable.every((other) => gt(releaseOf(version), other)));
      assert.ok(
        !/^\d+\.\d+\.[1-9]/.test(version) || known.branch.startsWith("release-"),
        "a patch from its branch alone",
      );
    }),
    { numRuns: 300 },
  );
  assert.ok(released > 50, `${released} were released`);
});

versions.run();
