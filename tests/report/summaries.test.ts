/**
 * Tests of the short output of commands: the result of a build or a verification, remarks about a comparison, and the
 * graduation table.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffReleases } from "../../scripts/changes/diff/releases.js";
import type { CrdVersion } from "../../scripts/core/model/crd.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import type { GraduationRow } from "../../scripts/core/model/policy.js";
import type { Verified } from "../../scripts/core/model/verified.js";
import { buildSummary } from "../../scripts/report/build-summary.js";
import { printChanges } from "../../scripts/report/changes.js";
import { printGraduation } from "../../scripts/report/graduation.js";
import { remarkInWords } from "../../scripts/report/remark.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import { verifiedInWords } from "../../scripts/report/verified.js";
import { crd, NO_OPTIONS, named, release, stored, version } from "../changes/diff/crd.js";
import { COLOR } from "../support/color.js";
import { tagFrom } from "../support/versions.js";

const summaries = suite("report/summaries");

summaries("a build counts the CRDs of each channel, and names the largest", () => {
  const largest = { name: "widgets.example.dev", size: 900, limit: 262_144 };
  assert.is(
    buildSummary([
      { channel: "standard", count: 1, largest },
      { channel: "experimental", count: 12, largest: { ...largest, name: "gadgets.example.dev" } },
    ]),
    `standard      1 CRD; largest for client-side apply: widgets.example.dev, 900 of 262144 bytes
experimental  12 CRDs; largest for client-side apply: gadgets.example.dev, 900 of 262144 bytes
`,
  );
  assert.is(buildSummary([{ channel: "standard", count: 0 }]), "standard  no CRDs\n");
});

summaries("the same change in several CRDs is one row", () => {
  const both = (name: string, versions: readonly CrdVersion[]) =>
    release(name, { standard: [crd(versions), named("gadgets", versions)] });
  const [before, after] = [both("v1.0.0", [stored("v1")]), both("v1.1.0", [stored("v1"), version("v2")])];
  const changes = diffReleases(before, after, NO_OPTIONS);
  assert.is(
    printChanges({ from: "v1.0.0", to: "v1.1.0", changes, wording: false }, "text", NO_COLOR),
    `standard: 1 addition (2 places in 2 kinds)
  addition    gadgets.example.dev v2: version v2 is new
              and widgets.example.dev v2
`,
  );
});

summaries("a verification says what it compared, and where the assets are", () => {
  const verified = (state: Verified["assets"]["state"]) =>
    verifiedInWords(
      {
        tag: tagFrom("v1.1.0"),
        files: 9,
        assets: { state, count: 7, directory: "/home/a/widgets/release/1.1.0" },
      },
      "/home/a",
    );
  assert.is(verified("compared"), "v1.1.0: 9 files in dist/ and 7 assets match the sources.\n");
  assert.is(
    verified("written"),
    "v1.1.0: 9 files in dist/ match the sources. The assets were written to widgets/release/1.1.0.\n",
  );
  assert.is(
    verified("missing"),
    "v1.1.0: 9 files in dist/ match the sources. widgets/release/1.1.0 does not contain assets to compare; to write them, use --write.\n",
  );
});

summaries("what a comparison leaves out is said in one line", () => {
  const tag = tagFrom("v1.0.1");
  assert.equal(
    [
      remarkInWords({ about: "release-of-another-line", tag }),
      remarkInWords({ about: "release-without-tag", tag }),
      remarkInWords({ about: "channel-of-one-state", channel: "experimental", state: "v1.0.0" }),
      remarkInWords({ about: "release-tool", tag, running: "1.1.0" }),
      remarkInWords({ about: "release-tool", tag, made: "1.0.0", running: "1.1.0" }),
    ],
    [
      "v1.0.1 is not in the history of HEAD, so it is not part of the comparison.\n",
      "The working tree is v1.0.1, which has no tag in this clone, so it is compared with the previous release.\n",
      "Only one state has the experimental channel (v1.0.0), so this channel is not compared.\n",
      "The assets of v1.0.1 do not name the version of crd-bundle that created them. crd-bundle 1.1.0 may build them differently.\n",
      "According to its provenance, crd-bundle 1.0.0 created the assets of v1.0.1. crd-bundle 1.1.0 may build them differently.\n",
    ],
  );
});

const ROW: GraduationRow = {
  crd: "widgets.example.dev",
  path: parseFieldPath(".spec.retry"),
  since: "v1.0.0",
  date: "2026-01-10",
  months: 3,
  changed: "v1.1.0",
  releasesUnchanged: 1,
  criteria: [
    { name: "months", figure: "3 of 6", holds: false },
    { name: "releases", figure: "1 of 1", holds: true },
    { name: "tests", figure: "no link", holds: false },
  ],
};
const { path: _path, date: _date, ...rest } = ROW;
const KIND: GraduationRow = { ...rest, releasesUnchanged: 2, criteria: [] };
const MEMBER: GraduationRow = { ...ROW, value: "a|b" };

summaries("the table of graduation has what each thing lacks", () => {
  assert.is(
    printGraduation([ROW, KIND, MEMBER], "text", NO_COLOR),
    `widgets.example.dev.spec.retry
  since v1.0.0 (2026-01-10), 3 months; last change v1.1.0, 1 release ago
  unmet criteria: months, tests
widgets.example.dev
  since v1.0.0, 3 months; last change v1.1.0, 2 releases ago
  unmet criteria: none
widgets.example.dev.spec.retry "a|b"
  since v1.0.0 (2026-01-10), 3 months; last change v1.1.0, 1 release ago
  unmet criteria: months, tests
`,
  );
  assert.is(
    printGraduation([ROW, KIND, MEMBER], "markdown", NO_COLOR),
    `| API | since | months | changed | unchanged releases | unmet criteria |
|---|---|---|---|---|---|
| \`widgets.example.dev.spec.retry\` | v1.0.0 (2026-01-10) | 3 | v1.1.0 | 1 | months, tests |
| \`widgets.example.dev\` | v1.0.0 | 3 | v1.1.0 | 2 | none |
| \`widgets.example.dev.spec.retry "a\\|b"\` | v1.0.0 (2026-01-10) | 3 | v1.1.0 | 1 | months, tests |
`,
  );
  assert.equal(JSON.parse(printGraduation([ROW], "json", NO_COLOR)), {
    apiVersion: "crd-bundle/v2",
    experimental: [{ ...ROW, path: ".spec.retry" }],
  });
  assert.is(
    printGraduation([KIND, MEMBER], "github", NO_COLOR),
    "::notice title=widgets.example.dev::since v1.0.0, 3 months; last change v1.1.0, 2 releases ago; " +
      "unmet criteria: none\n" +
      '::notice title=widgets.example.dev.spec.retry "a|b"::since v1.0.0 (2026-01-10), 3 months; ' +
      "last change v1.1.0, 1 release ago; unmet criteria: months, tests\n",
  );
  assert.is(printGraduation([KIND], "text", COLOR).split("\n")[0], COLOR.bold("widgets.example.dev"));
  assert.is(
    printGraduation([], "text", NO_COLOR),
    "The experimental channel contains nothing that is not in the standard channel.\n",
  );
});

summaries.run();
