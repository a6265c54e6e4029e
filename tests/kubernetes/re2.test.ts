/** Tests of patterns, with the verdicts of Go 1.26, which Kubernetes 1.37 uses. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { matchesPattern, patternProblem } from "../../scripts/kubernetes/re2/pattern.js";

const patterns = suite("patterns");

/** Patterns that Go compiles, each with strings that match and do not match. */
const VALID: Readonly<Record<string, readonly [matching: string, other: string]>> = {
  "^\\p{Greek}$": ["ω", "a"],
  "^\\p{greek}$": ["ω", "a"],
  "^\\p{ G_r-EEK}$": ["ω", "a"],
  "^\\p{^Greek}$": ["a", "ω"],
  "^\\P{^greek}$": ["ω", "a"],
  "^[\\p{greek}b]+$": ["ωb", "a"],
  "^[^\\P{greek}]$": ["ω", "a"],
  "^\\pl$": ["a", "1"],
  "^\\p{Uppercase_Letter}$": ["A", "a"],
  "^\\p{uppercaseletter}$": ["A", "a"],
  "^\\p{LC}\\p{digit}\\p{punct}\\p{cntrl}$": ["a1.\n", "1a"],
  "^\\p{ASCII}$": ["a", "é"],
  "^\\P{ascii}$": ["é", "a"],
  "^[\\p{ASCII}é]$": ["é", "ü"],
  "^[\\P{ASCII}a]$": ["a", "b"],
  "^(?i)\\p{ASCII}$": ["\u212a", "é"],
  "^(?i)[\\P{ASCII}]$": ["é", "\u212a"],
  "^\\p{any}\\p{Assigned}$": ["\u0378a", "a\u0378"],
  "^\\P{Assigned}\\p{Unassigned}$": ["\u0378\u0378", "aa"],
  "^(?P<a>x)(?P<a>y)(?<a>z)$": ["xyz", "x"],
  "^[(?P<a>](?P<a>x)[(?P<a>]$": ["(x<", "(xx"],
  "^\\Q\\p{x}(?<a>\\E(?<a>b)$": ["\\p{x}(?<a>b", "b"],
  "^[]\\]\\p{greek}[:alpha:][]$": ["[", "1"],
  "^[^][:^alpha:]\\p{greek}]$": ["a", "]"],
};

for (const [pattern, [matching, other]] of Object.entries(VALID)) {
  patterns(`a valid pattern: ${pattern}`, () => {
    assert.is(patternProblem(pattern), undefined);
    assert.equal([matchesPattern(pattern, matching), matchesPattern(pattern, other)], [true, false]);
  });
}

/** Patterns that Go rejects, each with the class that Go does not know. */
const UNKNOWN: Readonly<Record<string, string>> = {
  // Scripts of Unicode 16 and later.
  "a\\p{Garay}": "\\p{Garay}",
  "[\\P{Todhri}]": "\\P{Todhri}",
  // Properties that are neither a category nor a script.
  "\\p{Alphabetic}": "\\p{Alphabetic}",
  "\\p{Script=Greek}": "\\p{Script=Greek}",
  // Go compares names without underscores and in lowercase, so it does not find these.
  "\\p{Old_Italic}": "\\p{Old_Italic}",
  "\\p{OldItalic}": "\\p{OldItalic}",
  "\\p{SignWriting}": "\\p{SignWriting}",
  "\\p{}": "\\p{}",
  "\\p{^}": "\\p{^}",
  "\\pX": "\\pX",
  "\\p{Greek": "\\p{Greek",
  "\\p{\u212aatakana}": "\\p{\u212aatakana}",
};

for (const [pattern, part] of Object.entries(UNKNOWN)) {
  patterns(`an unknown class: ${pattern}`, () => {
    assert.is(patternProblem(pattern), `invalid character class range: \`${part}\``);
    assert.is(matchesPattern(pattern, "a"), true);
  });
}

patterns("invalid patterns remain invalid", () => {
  for (const pattern of [
    "(?P<>a)",
    "(?<1-2>a)",
    "(?<a",
    "[a",
    "[z-\\p{L}]",
    "[[:greek:]]",
    "\\p",
    "(?=a)",
    "\\8",
    "[]",
  ]) {
    assert.ok(patternProblem(pattern), pattern);
  }
});

patterns.run();
