/** Tests of profiles of one's own: everything that is wrong in a file, with its line and column. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readProfileFile } from "../../../scripts/core/config/profile.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { PROFILES } from "../../../scripts/core/model/policy.js";
import { ROOT } from "../../support/golden.js";

const profiles = suite("core/config/profile");

const textOf = (name: string) => readFileSync(join(ROOT, `templates/policy/${name}.yaml`), "utf8");

/** Returns the problems of a profile, each with its place. */
function problemsOf(text: string): string[] {
  const read = readProfileFile({ path: "p.yaml", text });
  if (read.ok) return [];
  return read.diagnostics.map((each) => {
    const { line, column } = positionOf(text, each.location?.start ?? -1);
    return `${line}:${column} ${each.code}: ${describeDiagnostic(each).message}`;
  });
}

const CLASSES = "  wording: patch\n  fix: patch\n  loosening: minor\n  addition: minor\n  graduation: minor\n";
const ONE_OF = "must be one of patch, minor, major, refused";
const SMALL = `name: own\ntitle: Own\nclasses:\n${CLASSES}  tightening: major\n  break: major\n  unknown: refused\n`;

profiles("the profiles of the tool have the names of their files", () => {
  for (const name of PROFILES) {
    const read = readProfileFile({ path: "p.yaml", text: textOf(name) });
    assert.is(read.ok && read.value.name, name);
  }
});

profiles("one requirement counts for both channels, and everything but the classes can be omitted", () => {
  const read = readProfileFile({
    path: "p.yaml",
    text: `${SMALL}subjects:\n  scope: {standard: major, experimental: minor}\n`,
  });
  assert.ok(read.ok);
  const { classes, subjects, rules, graduation } = read.value;
  assert.equal(classes.break, { standard: "major", experimental: "major" });
  assert.equal(subjects, { scope: { standard: "major", experimental: "minor" } });
  assert.equal([rules, graduation.months, graduation.attestations], [{}, 0, []]);
});

profiles("all unknown keys, missing keys and wrong values are reported at their places", () => {
  const text = SMALL.replace("wording: patch", "words: patch")
    .replace("fix: patch", "fix: tiny")
    .replace("loosening: minor", "loosening: {standard: huge, experimental: minor, other: patch}")
    .replace("addition: minor", "addition: {standard: minor}")
    .replace("graduation: minor", "graduation: [minor]");
  const rest = "subjects:\n  color: patch\n  scope: 3\nrules:\n  removed-to-early: patch\ngraduation:\n  months: -1\n";
  assert.equal(problemsOf(text + rest), [
    '3:1 config-key-missing: "classes.wording" is missing',
    '4:3 config-key-unknown: "classes.words" is not a known key',
    `5:8 config-value: invalid value for "classes.fix": ${ONE_OF}`,
    `6:25 config-value: invalid value for "classes.loosening.standard": ${ONE_OF}`,
    '6:52 config-key-unknown: "classes.loosening.other" is not a known key',
    '7:3 config-key-missing: "classes.addition.experimental" is missing',
    `8:15 config-value: invalid value for "classes.graduation": ${ONE_OF}`,
    '13:3 config-key-unknown: "subjects.color" is not a known key',
    `14:10 config-value: invalid value for "subjects.scope": ${ONE_OF}`,
    '16:3 config-key-unknown: "rules.removed-to-early" is not a known key; did you mean "removed-too-early"?',
    '17:1 config-key-missing: "graduation.attestations" is missing',
    '17:1 config-key-missing: "graduation.unchangedMonths" is missing',
    '17:1 config-key-missing: "graduation.unchangedReleases" is missing',
    '18:11 config-value: invalid value for "graduation.months": must be an integer that is not negative',
  ]);
});

profiles("the fix names the page about profiles", () => {
  const read = readProfileFile({ path: "p.yaml", text: SMALL.replace("fix: patch", "fix: tiny") });
  const fixes = read.ok ? [] : read.diagnostics.map((each) => describeDiagnostic(each).fix);
  assert.equal(fixes, ["Correct the value. For a list of all keys, see docs/policy.md."]);
});

profiles("text that is not YAML, not a mapping, or empty is an error", () => {
  assert.match(problemsOf("classes: [").join(), /config-yaml/);
  assert.equal(problemsOf("words"), ['1:1 config-value: invalid value for "p.yaml": must be a mapping']);
  assert.ok(problemsOf("").length > 0);
  assert.match(
    problemsOf(`${SMALL}__proto__: {}\n`).join("\n"),
    /12:1 config-key-unknown: "__proto__" is not a known key/,
  );
  assert.match(problemsOf(`${SMALL}name: again\n`).join("\n"), /config-yaml/);
});

profiles.run();
