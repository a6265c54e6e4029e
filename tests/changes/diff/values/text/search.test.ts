/**
 * Tests of the search for strings in languages: it finds strings, the shortest first, and a complete search misses
 * none.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Language } from "../../../../../scripts/changes/diff/values/text/language.js";
import { type Endings, endingsOf } from "../../../../../scripts/changes/diff/values/text/search.js";
import { matchesPattern } from "../../../../../scripts/kubernetes/re2/pattern.js";

const search = suite("values: texts");

const pattern = (source: string): Language => ({ kind: "pattern", pattern: source });
const length = (min: number, max = Number.POSITIVE_INFINITY): Language => ({ kind: "length", min, max });
const format = (name: string): Language => ({ kind: "format", name });
const all = (...of: Language[]): Language => ({ kind: "all", of });
const not = (language: Language): Language => ({ kind: "not", of: [language] });

function find(language: Language, limit = 100_000): Endings {
  return endingsOf(language, limit, () => false);
}

function shortest(language: Language): string | undefined {
  return find(language).endings[0]?.text(0);
}

search("the shortest first, and the plainest of those", () => {
  assert.is(shortest(pattern("^[a-z]{3,}$")), "aaa");
  assert.is(shortest(pattern("")), "");
  assert.is(shortest(pattern("^\\p{Greek}$")), "Ͱ");
  assert.is(shortest(all(pattern("^a"), not(pattern("b$")))), "a");
});

search("as long as it must be", () => {
  assert.is(shortest(all(pattern("^(ab)*$"), length(3))), "abab");
  assert.is(shortest(all(pattern("^(ab)*$"), length(3, 3))), undefined);
  assert.is(shortest(all(pattern("^a+$"), length(1000))), "a".repeat(1000));
  assert.is(shortest(length(70_000))?.length, 70_000);
  assert.is(shortest(all(length(5), length(0, 3))), undefined);
});

search("none where there is none", () => {
  for (const language of [
    all(pattern("^a+$"), pattern("^b+$")),
    all(pattern("^a{1,5}$"), not(length(0, 5))),
    all(pattern("a^"), length(0, 9)),
    { kind: "any", of: [] } as Language,
    { kind: "one", of: [pattern("^a$"), pattern("^a$")] } as Language,
    all(format("date"), not(format("date"))),
  ]) {
    assert.equal({ ...find(language), cost: 0 }, { endings: [], isComplete: true, cost: 0 });
  }
});

search("other texts for other numbers, all of the language", () => {
  const source = "^[a-z]([-a-z0-9]*[a-z0-9])?(\\.[a-z]+)*$";
  const { endings } = endingsOf(all(pattern(source), length(4, 12)), 100_000, () => true);
  const texts = endings.flatMap(({ text }) => Array.from({ length: 30 }, (_, variant) => text(variant)));
  assert.equal(
    texts.filter((text) => !matchesPattern(source, text) || text.length < 4 || text.length > 12),
    [],
  );
  assert.ok(new Set(texts).size > 40);
  assert.ok(texts.some((text) => text.length === 4) && texts.some((text) => text.length === 12));
});

search("maybe where it hangs on a format", () => {
  const [ending] = find(all(format("date"), length(3))).endings;
  assert.is(ending?.verdict, "maybe");
});

search("stops where it would take too long", () => {
  const hostile = all(pattern("^(a|b)*a(a|b){40}$"), not(pattern("^(a|b)*b(a|b){40}$")));
  const { isComplete, cost } = find(hostile, 10_000);
  assert.is(isComplete, false);
  assert.ok(cost < 30_000, `${cost}`);
  const tooMany = Array.from("abcdefghi", format);
  assert.is(find(all(...tooMany)).isComplete, false);
});

search.run();
