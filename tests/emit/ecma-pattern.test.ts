/** Tests that patterns in JSON Schemas match the same strings as in RE2, or are omitted. */

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toEcmaPattern } from "../../scripts/emit/ecma-pattern.js";
import { matchesPattern, patternProblem } from "../../scripts/kubernetes/re2/pattern.js";
import fc from "../support/drawn.js";

const patterns = suite("emit/ecma-pattern");

/** A pattern for RE2 and its translation, or undefined if it is omitted. */
const TRANSLATIONS: readonly (readonly [string, string | undefined])[] = [
  // the same in both
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"],
  ["(?:a|b){2,3}?\\.\\d\\W\\b\\x41/\\/", "(?:a|b){2,3}?\\.\\d\\W\\b\\x41/\\/"],
  // an equivalent pattern
  ["a.b", "a[^\\n]b"],
  ["\\s\\S[\\s]", "[\\t\\n\\f\\r ][^\\t\\n\\f\\r ][\\t\\n\\f\\r ]"],
  ["\\-\\_\\@\\!", "-_@!"],
  ["[\\_\\-\\@]", "[_\\-@]"],
  ["[]a]", "[\\]a]"],
  ["[^]a]", "[^\\]a]"],
  ["[\\w-.]", "[\\w\\-.]"],
  ["[a-c-e]", "[a-c\\-e]"],
  ["[[a]", "[[a]"],
  ["{a}]", "\\{a\\}\\]"],
  ["a{,3}", "a\\{,3\\}"],
  ["a{02}", "a\\{02\\}"],
  ["\\d\\D\\w\\W\\b\\B\\t\\n\\r\\f\\v", "\\d\\D\\w\\W\\b\\B\\t\\n\\r\\f\\v"],
  ["[\\d\\D\\w\\W]", "[\\d\\D\\w\\W]"],
  ["[\\t\\n\\r\\f\\v\\x41]", "[\\t\\n\\r\\f\\v\\x41]"],
  ["[a\\-z]", "[a\\-z]"],
  ["[-a]", "[-a]"],
  ["[a-]", "[a-]"],
  ["[^-a]", "[^-a]"],
  ["[!-/]", "[!-/]"],
  ["[\\!-\\/]", "[!-\\/]"],
  ["[+--]", "[+--]"],
  ["a{0}b{1,}c{1,20}?", "a{0}b{1,}c{1,20}?"],
  ["a{1,02}", "a\\{1,02\\}"],
  ["a{x}", "a\\{x\\}"],
  ["\u{1f600}[\u{1f600}]", "\u{1f600}[\u{1f600}]"],
  ["a*?b+?c??(a|)", "a*?b+?c??(a|)"],
  ["\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/", "\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/"],
  ["\\#\\%\\&\\,\\:\\;\\<\\=\\>\\`\\~\\'\\\"", "#%&,:;<=>`~'\""],
  ["[\\#\\:\\^\\$\\.\\*\\]]", "[#:\\^\\$\\.\\*\\]]"],
  // there is no short equivalent
  ["(?i)a", undefined],
  ["(?i:a)", undefined],
  ["(?P<name>a)", undefined],
  ["(?<name>a)", undefined],
  ["\\Aa\\z", undefined],
  ["\\pL", undefined],
  ["\\p{Greek}", undefined],
  ["\\x{10FFFF}", undefined],
  ["\\Q.\\E", undefined],
  ["\\a", undefined],
  ["\\07", undefined],
  ["[[:alpha:]]", undefined],
  ["[[:alpha:]x[a\\]]", undefined],
  ["[\\S]", undefined],
  ["^*", undefined],
];

for (const [pattern, expected] of TRANSLATIONS) {
  patterns(`${pattern} → ${expected ?? "left out"}`, () => {
    assert.is(patternProblem(pattern), undefined, "RE2 compiles it");
    assert.is(toEcmaPattern(pattern), expected);
    if (expected !== undefined) assert.is(patternProblem(expected), undefined, "validators in Go compile it");
  });
}

const ATOMS = [
  ..."ab.-^$]{}/ \n\u00a0\u2028😀".split(/(?:)/u),
  ..."\\s \\S \\d \\w \\b \\. \\- \\_ \\x2d \\t [a-b] [^a] [-a] [a-] []a] [^]a-] [\\s-] [\\w-a] [a\\-b] [.] [[] [^\\n]".split(
    " ",
  ),
  ...["(", "(?:", ")", "|", "*", "+", "?", "{1,2}", "{,2}", "[", "[^", "a-", "\\", "[:alpha:]"],
];
const TEXTS = fc.array(fc.constantFrom(..."ab.-^]{} \n\r\v\t\u00a0\u2028_,2😀".split(/(?:)/u)), { maxLength: 4 });
const PATTERNS = fc.array(fc.constantFrom(...ATOMS), { maxLength: 6 }).map((atoms) => atoms.join(""));

patterns("drawn patterns match the same texts, before and after, in both", () => {
  let compared = 0;
  fc.assert(
    fc.property(PATTERNS, fc.array(TEXTS, { minLength: 8, maxLength: 8 }), (pattern, texts) => {
      const translated = patternProblem(pattern) === undefined ? toEcmaPattern(pattern) : undefined;
      if (translated === undefined) return;
      compared++;
      for (const text of texts.map((characters) => characters.join(""))) {
        const expected = matchesPattern(pattern, text);
        assert.is(new RegExp(translated, "u").test(text), expected, `${translated} on ${JSON.stringify(text)}`);
        assert.is(matchesPattern(translated, text), expected, `${translated} on ${JSON.stringify(text)}, in RE2`);
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(compared > 500, `${compared} patterns compared`);
});

patterns.run();
