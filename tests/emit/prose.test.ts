/**
 * Tests of channel-specific descriptions: text of the other channel leaves no gaps or empty items, and the text around
 * it is unchanged.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Prose } from "../../scripts/core/model/prose.js";
import { renderProse } from "../../scripts/emit/schema.js";

const prose = suite("prose");

function joined(...texts: string[]): string {
  return renderProse(texts.map((text): Prose[number] => ({ text })));
}

prose("a gap between words is one space", () => {
  assert.is(joined("a ", " b"), "a b");
  assert.is(joined("a", " b"), "a b");
  assert.is(joined("a ", " ", " b"), "a b");
  assert.is(joined("a", "b"), "ab");
});

prose("no gap is left before a full stop or a closing parenthesis", () => {
  assert.is(joined("a ", "."), "a.");
  assert.is(joined("a ", ", b"), "a, b");
  assert.is(joined("(a ", ") b"), "(a) b");
  assert.is(joined("a ", ".spec"), "a .spec");
});

prose("a gap between paragraphs is one blank line, between lines of a list none", () => {
  assert.is(joined("a\n\n", "\n\nb"), "a\n\nb");
  assert.is(joined("a \n\n", " b"), "a\n\nb");
  assert.is(joined("a\n", "\n- b"), "a\n- b");
  assert.is(joined("a\n", "  - b"), "a\n- b");
  assert.is(joined("a\n\n", "\n\n  b"), "a\n\n  b");
});

prose("what stands within a segment stays as it is", () => {
  const code = "```\na:\n  b:   1\n\n\n  c: 2\n```";
  assert.is(joined(`${code} `), code);
  assert.is(joined("x\n", `\n${code}`, "\ny"), `x\n${code}\ny`);
});

prose("nothing is left of nothing", () => {
  assert.is(joined(), "");
  assert.is(joined(" ", " "), "");
});

prose.run();
