import { suite } from "uvu";
import * as assert from "uvu/assert";
import { placeOfCode, placesInTags, rangesIn } from "../../scripts/core/code-place.js";

const code = suite("places of code");

/** Returns the marked part of a rule in a source, as the location selects it. */
function marked(source: string, rule: string, part: string): string {
  const start = source.indexOf("@validation");
  const tag = { file: "v1.ts", start, end: start + "@validation".length };
  const at = rule.indexOf(part);
  const place = placeOfCode(source, tag, { code: rule, start: at, end: at + part.length }, "comment");
  return source.slice(place.start, place.end);
}

code("between backticks", () => {
  assert.is(marked("/** @validation `self.a == 1` Message. */", "self.a == 1", "1"), "1");
  assert.is(marked("/** @validation `self.a == 1` Message. */", "self.a == 1", "self.a"), "self.a");
});

code("in a fence of several lines, without the asterisks of the comment", () => {
  const source = "/**\n * @validation\n * ```\n * self.a\n *   * 2 == self.b\n * ```\n * Message.\n */";
  assert.is(marked(source, "self.a\n  * 2 == self.b", "self.b"), "self.b");
  assert.is(marked(source, "self.a\n  * 2 == self.b", "* 2"), "* 2");
});

code("behind the escape of a comment's end", () => {
  const source = "/** @validation `self.matches('a*&#47;b') && self.c` Message. */";
  assert.is(marked(source, "self.matches('a*/b') && self.c", "self.c"), "self.c");
});

code("with characters outside of the basic plane", () => {
  assert.is(marked("/** @validation `self == '😀' || self.x` M. */", "self == '😀' || self.x", "self.x"), "self.x");
});

code("behind its name, if the rule contains the same code", () => {
  const source = "/** @validation `self.a == 'x'` messageExpression=`self.a` Message. */";
  const tag = { file: "v1.ts", start: 4, end: 15 };
  const part = { ...rangesIn("self.a")(5, 1), name: "messageExpression" };
  const { start } = placesInTags([{ path: "v1.ts", text: source }])(tag, part);
  assert.is(start, source.lastIndexOf("a`"));
});

code("in code points", () => {
  assert.equal(rangesIn("'😀' == self.x")(12, 1), { code: "'😀' == self.x", start: 13, end: 14 });
});

code("is found in a long rule as often as the rule has problems", () => {
  const rule = `self.a == '😀' || ${"self.a || ".repeat(9_990)}self.b`;
  const source = `/** @validation \`${rule}\` Message. */`;
  const tag = { file: "v1.ts", start: 4, end: 15 };
  const [rangeOf, placeInTag] = [rangesIn(rule), placesInTags([{ path: "v1.ts", text: source }])];
  const length = [...rule].length;
  for (let offset = 0; offset < length; offset++) assert.ok(rangeOf(offset, 1).end <= rule.length);
  for (let count = 0; count < 1000; count++) {
    const { start } = placeInTag(tag, rangeOf(length - 1, 1));
    assert.is(start, source.indexOf("self.b") + "self.".length);
  }
});

code("at the end of a rule is its last character", () => {
  const source = "/** @validation `self !=` Message. */";
  const place = placeOfCode(
    source,
    { file: "v1.ts", start: 4, end: 15 },
    { code: "self !=", start: 7, end: 7 },
    "comment",
  );
  assert.is(source.slice(place.start, place.end), "=");
});

code("that is not in the comment is at the tag", () => {
  const tag = { file: "v1.ts", start: 4, end: 15 };
  const source = "/** @validation `self` Message. */ other";
  assert.is(placeOfCode(source, tag, { code: "other", start: 0, end: 5 }, "comment"), tag);
  assert.is(placeOfCode(source, tag, { code: "", start: 0, end: 0 }, "comment"), tag);
});

/** Returns the marked part of a rule in YAML. */
function markedInYaml(yaml: string, rule: string, part: string): string {
  const start = yaml.indexOf("rule:") + 6;
  const at = rule.indexOf(part);
  const place = placeOfCode(
    yaml,
    { file: "crd.yaml", start, end: start },
    { code: rule, start: at, end: at + part.length },
    "manifest",
  );
  return yaml.slice(place.start, place.end);
}

code("in a plain, a quoted, and a block scalar of YAML", () => {
  assert.is(markedInYaml("rule: self.a == self.b", "self.a == self.b", "self.b"), "self.b");
  assert.is(markedInYaml("rule: 'self.a == self.b'", "self.a == self.b", "self.b"), "self.b");
  assert.is(markedInYaml("rule: |-\n  self.a\n    == self.b", "self.a\n  == self.b", "self.b"), "self.b");
  assert.is(markedInYaml("rule: >-\n  self.a\n  == self.b", "self.a == self.b", "== self"), "== self");
});

code("that YAML writes with escapes is at the scalar", () => {
  assert.is(markedInYaml('rule: "self == \\"a\\""', 'self == "a"', '"a"'), "");
  assert.is(markedInYaml('rule: "x"\nother: self.a', "self.a", "self.a"), "self.a".slice(0, 0));
});

code.run();
