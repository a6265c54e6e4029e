/** Compares the automata of patterns with the patterns themselves, as the validator matches them. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { automatonOf } from "../../../../../scripts/changes/diff/values/text/automaton.js";
import { matchesPattern, patternProblem } from "../../../../../scripts/kubernetes/re2/pattern.js";
import fc from "../../../../support/drawn.js";

const automata = suite("values: automata");

/** Reports whether the automaton of a pattern accepts a string. Returns undefined if there is no automaton. */
function accepts(pattern: string, text: string): boolean | undefined {
  const automaton = automatonOf(pattern);
  if (automaton === undefined) return undefined;
  let state = automaton.start;
  for (const sign of text) state = automaton.move(state, sign.codePointAt(0) ?? 0).to;
  return state.accepts;
}

const PIECES = [
  ..."a b c _ é 😀 - 0 \\n . \\. \\d \\D \\w \\W \\s \\S [ab] [^ab] [a-c0-1] [^\\n] [[:alpha:]] [[:^space:]]".split(
    " ",
  ),
  ..."\\pL \\p{Greek} \\PN ^ $ \\A \\z \\b \\B (?i:k) (?i:S) (?s:.) (?m:^) (?m:$) \\x{17f} \\Q+*\\E".split(" "),
  "",
];
const SUFFIXES = ["", "", "", "*", "+", "?", "*?", "{2}", "{0,2}", "{1,}"];

const pattern: fc.Arbitrary<string> = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small" },
    fc.array(tie("term"), { maxLength: 3 }).map((terms) => terms.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `${left}|${right}`),
  ),
  term: fc.oneof(
    { depthSize: "small" },
    fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom(...SUFFIXES))
      .map(([piece, suffix]) => `(?:${piece})${suffix}`),
    fc.tuple(tie("pattern"), fc.constantFrom(...SUFFIXES)).map(([inner, suffix]) => `(${inner})${suffix}`),
  ),
})).pattern;

const SIGNS = [..."aabbcKkSsſ\u212a01 _-\n+*é😀Ωλ"];
const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 6 }).map((signs) => signs.join(""));

automata("take what the pattern matches, and nothing else", () => {
  let [taken, count] = [0, 0];
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
      fc.pre(patternProblem(source) === undefined);
      for (const each of texts) {
        const expected = matchesPattern(source, each);
        assert.is(accepts(source, each), expected, JSON.stringify([source, each]));
        count++;
        if (expected) taken++;
      }
    }),
    { numRuns: 1500, seed: 12 },
  );
  assert.ok(taken > count / 10 && taken < count * 0.9, `${taken} of ${count}`);
});

automata("of one sign in either case take what the pattern matches, for all of ASCII", () => {
  const signs = [...Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)), "\u017f", "\u212a", "é"];
  for (const sign of signs.slice(0, 0x80)) {
    const pattern = `(?i)^\\x{${sign.charCodeAt(0).toString(16)}}$`;
    const taken = signs.filter((each) => accepts(pattern, each));
    assert.equal(
      taken,
      signs.filter((each) => matchesPattern(pattern, each)),
      pattern,
    );
    assert.ok(taken.includes(sign), pattern);
  }
});

automata("there is none of a letter with cases beyond ASCII, nor of what is no pattern", () => {
  assert.is(accepts("(?i)é", "É"), undefined);
  assert.is(accepts("(", "a"), undefined);
  assert.is(accepts("(?:(?:a{100}){10}){10}", "a"), undefined);
});

automata.run();
