/** Tests of the files with which maintainers respond to the policy: their content, and every error at its location. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type PolicyFiles, readPolicyFiles } from "../../../scripts/core/config/policy-files.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { positionOf } from "../../../scripts/core/model/location.js";
import { diagnosticsIn, success } from "../../../scripts/core/result.js";

const policyFiles = suite("policy files");

type Name = "waivers" | "graduation";

/** Reads one of the files with the given content, while the others do not exist. */
function readFile(name: Name, text: string) {
  const source = (of: Name) => (of === name ? { path: `apis/${of}.yaml`, text } : undefined);
  return readPolicyFiles(source("waivers"), source("graduation"));
}

/** Returns the records of a valid file. */
function recordsIn(name: Name, text: string): PolicyFiles {
  const read = readFile(name, text);
  if (!read.ok) throw new Error(read.diagnostics.map(({ code }) => code).join());
  return read.value;
}

/** Returns the errors in a file: location, code and message. */
function mistakes(name: Name, text: string): string[] {
  const diagnostics = diagnosticsIn([readFile(name, text)]);
  return diagnostics.map((diagnostic) => {
    assert.is(diagnostic.location?.file, `apis/${name}.yaml`);
    const { line, column } = positionOf(text, diagnostic.location?.start ?? -1);
    return `${line}:${column} ${diagnostic.code} ${describeDiagnostic(diagnostic).message}`;
  });
}

const WAIVER = `- fingerprint: "0123456789ab"
  message: the default changed
  why: Nobody used it.
  approvedBy: ada
  release: 1.7.0
`;

policyFiles("a waiver is for a version, whatever way it is written", () => {
  for (const release of ["1.7.0", "v1.7.0", '"1.7.0"', '" v1.7.0 "']) {
    const { waivers } = recordsIn("waivers", WAIVER.replace("1.7.0", release));
    assert.is(waivers[0]?.release, "1.7.0", release);
    assert.is(waivers[0]?.fingerprint, "0123456789ab");
  }
});

policyFiles("a file that is not there, or has nothing in it, is an empty list", () => {
  const none = { waivers: [], attestations: [] };
  assert.equal(readPolicyFiles(undefined, undefined), success(none));
  for (const text of ["", "  \n", "# A comment.\n", "[]\n", "null\n"])
    assert.equal(mistakes("waivers", text), [], text);
});

policyFiles("attestations are read as they are written", () => {
  const { attestations } = recordsIn(
    "graduation",
    "- crd: widgets.example.dev\n  path: .spec.color\n  criterion: tests\n  link: https://example.dev/1\n",
  );
  assert.equal(
    attestations.map(({ placeOf: _, ...attestation }) => attestation),
    [{ crd: "widgets.example.dev", path: ".spec.color", criterion: "tests", link: "https://example.dev/1" }],
  );
});

policyFiles("the message of a waiver is read under its former name too, which commits of releases have", () => {
  const { waivers } = recordsIn("waivers", WAIVER.replace("message", "says"));
  assert.equal(waivers[0]?.message, "the default changed");
  assert.not.ok("says" in (waivers[0] ?? {}));
});

policyFiles("an attestation with an empty path is for the whole kind", () => {
  const text = '- crd: widgets.example.dev\n  path: ""\n  criterion: tests\n  link: https://example.dev/1\n';
  const [attestation] = recordsIn("graduation", text).attestations;
  assert.ok(attestation && !("path" in attestation));
});

policyFiles("every part of a record has its place", () => {
  const text = "- crd: w.example.dev\n  path: .a\n  criterion: tests\n  link: https://example.dev/1\n";
  const [attestation] = recordsIn("graduation", text).attestations;
  for (const [key, name] of Object.entries({ crd: "w.example.dev", path: ".a", criterion: "tests" })) {
    const { start, end } = attestation?.placeOf([key]) ?? {};
    assert.is(text.slice(start, end), name);
  }
});

policyFiles("the mistakes of both files are reported", () => {
  const files = [WAIVER.replace("1.7.0", "x"), "- {}\n"].map((text, index) => ({ path: `${index}.yaml`, text }));
  const found = diagnosticsIn([readPolicyFiles(files[0], files[1])]);
  assert.equal([...new Set(found.map(({ location }) => location?.file))], ["0.yaml", "1.yaml"]);
});

const TEXT = "must be a string that is not empty";
const DIGITS = "must be the twelve hexadecimal digits of a finding, in quotes";
const VERSION = "must be a version, such as 1.7.0";

const PATH = 'must be a field path, such as .spec.retry or .spec["example.dev/size"]';

type Case = readonly [name: Name, text: string, mistakes: readonly string[]];

const CASES: readonly Case[] = [
  ["waivers", "- a: [", ["config-yaml"]],
  ["waivers", "a: b\n", ['1:1 config-value invalid value for "apis/waivers.yaml": must be a list']],
  ["waivers", "words\n", ['1:1 config-value invalid value for "apis/waivers.yaml": must be a list']],
  ["waivers", "- words\n", ['1:3 config-value invalid value for "[0]": must be a mapping']],
  ["waivers", "- [a]\n", ['1:3 config-value invalid value for "[0]": must be a mapping']],
  [
    "waivers",
    WAIVER.replace("message", "mesage"),
    ['2:3 config-key-unknown "mesage" is not a known key; did you mean "message"?'],
  ],
  ["waivers", WAIVER.replace("message: the", "says: the"), []],
  [
    "waivers",
    WAIVER.replace("message: the default changed", 'says: " "'),
    [`2:10 config-value invalid value for "message": ${TEXT}`],
  ],
  ["waivers", `${WAIVER}  says: a\n`, ['6:3 config-key-unknown "says" is not a known key; did you mean "message"?']],
  [
    "graduation",
    "- says: a\n",
    [
      `1:3 config-key-unknown "says" is not a known key`,
      ...["crd", "criterion", "link"].map((key) => `1:3 config-key-missing "${key}" is missing`),
    ],
  ],
  ["waivers", `${WAIVER}  constructor: a\n`, ['6:3 config-key-unknown "constructor" is not a known key']],
  [
    "waivers",
    WAIVER.replace("0123456789ab", "0123456789a"),
    [`1:17 config-value invalid value for "fingerprint": ${DIGITS}`],
  ],
  [
    "waivers",
    WAIVER.replace("0123456789ab", "0123456789abc"),
    [`1:17 config-value invalid value for "fingerprint": ${DIGITS}`],
  ],
  [
    "waivers",
    WAIVER.replace('"0123456789ab"', "123456789012"),
    [`1:16 config-value invalid value for "fingerprint": ${DIGITS}`],
  ],
  ["waivers", WAIVER.replace("Nobody used it.", '" "'), [`3:9 config-value invalid value for "why": ${TEXT}`]],
  ["waivers", WAIVER.replace("ada", "5"), [`4:15 config-value invalid value for "approvedBy": ${TEXT}`]],
  ["waivers", WAIVER.replace("1.7.0", "1.7"), [`5:12 config-value invalid value for "release": ${VERSION}`]],
  ["waivers", WAIVER.replace("1.7.0", "next"), [`5:12 config-value invalid value for "release": ${VERSION}`]],
  ["waivers", WAIVER.replace("1.7.0", "[1.7.0]"), [`5:12 config-value invalid value for "release": ${VERSION}`]],
  [
    "graduation",
    "- crd: a\n  path: spec\n  criterion: b\n  link: me\n",
    [
      `2:9 config-value invalid value for "path": ${PATH}`,
      '4:9 config-value invalid value for "link": must be an http or https URL',
    ],
  ],
  ...[".spec.example.dev/size", '."] x', ".spec.", "..spec", ".spec[a]", '.spec["color"]', ".spec color"].map(
    (path): Case => [
      "graduation",
      `- crd: a\n  path: '${path}'\n  criterion: b\n  link: https://example.dev/1\n`,
      [`2:10 config-value invalid value for "path": ${PATH}`],
    ],
  ),
  ["graduation", "- {}\n", ["crd", "criterion", "link"].map((key) => `1:3 config-key-missing "${key}" is missing`)],
];

for (const [name, text, expected] of CASES) {
  policyFiles(`${name}: ${JSON.stringify(text).slice(0, 70)}`, () => {
    const found = mistakes(name, text);
    if (expected[0] === "config-yaml")
      assert.match(found.join(), /^\d+:\d+ config-yaml the file is not valid YAML: \S/);
    else assert.equal(found.sort(), [...expected].sort());
  });
}

policyFiles("what is marked is the value at fault, and one character where the file is no YAML", () => {
  const marked = (text: string) => {
    const { location } = diagnosticsIn([readFile("waivers", text)])[0] ?? {};
    return location && [location.start, location.end - location.start];
  };
  assert.equal(marked(WAIVER.replace("1.7.0", "next")), [WAIVER.indexOf("1.7.0"), "next".length]);
  assert.equal(marked("- 'a"), [4, 1]);
  assert.equal(marked("- a: ]\n"), [5, 1]);
});

policyFiles("the page that is named describes these files", () => {
  const text = WAIVER.replace("message", "mesage").replace("  approvedBy: ada\n", "");
  const fixes = diagnosticsIn([readFile("waivers", text)]).map((diagnostic) => describeDiagnostic(diagnostic).fix);
  assert.equal(fixes.length, 2);
  for (const fix of fixes) assert.match(fix, / For a list of all keys, see docs\/policy\.md\.$/);
});

policyFiles("one wrong waiver takes none of the mistakes of the others away", () => {
  const text = WAIVER.replace("1.7.0", "x") + WAIVER.replace("0123456789ab", "x");
  assert.is(mistakes("waivers", text).length, 2);
});

policyFiles("mistakes come in the order of their lines, whatever their codes and keys are", () => {
  const entry = "- release: x\n  why: 5\n  unheard: of\n  approvedBy: 6\n  fingerprint: 7\n";
  const starts = diagnosticsIn([readFile("waivers", entry + entry)]).map(({ location }) => location?.start ?? -1);
  assert.is(starts.length, 12);
  assert.equal(
    starts,
    [...starts].sort((a, b) => a - b),
  );
});

policyFiles.run();
