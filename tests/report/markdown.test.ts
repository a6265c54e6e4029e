import { fromMarkdown } from "mdast-util-from-markdown";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change } from "../../scripts/core/model/change.js";
import { parseFieldPath } from "../../scripts/core/model/field-path.js";
import { printChanges } from "../../scripts/report/changes.js";
import { printGraduation } from "../../scripts/report/graduation.js";
import { wordsWithCode } from "../../scripts/report/markdown.js";
import { NO_COLOR } from "../../scripts/report/style.js";
import fc from "../support/drawn.js";

const markdown = suite("markdown");

const hostile = fc
  .array(
    fc.constantFrom("`", "``", "|", "\\", "[a](b)", "![a](b)", "<b>", "<!--", "*a*", "_a_", "\n", "\n# a\n", "a", " "),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text.trim() !== "");

/** Returns the types of all nodes in a Markdown text, except plain text and code. */
function structureOf(text: string): string[] {
  const types: string[] = [];
  const visit = (node: { readonly type: string; readonly children?: readonly unknown[] }): void => {
    if (node.type !== "text") types.push(node.type);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(fromMarkdown(text));
  return types;
}

markdown("text of a CRD mentions nobody in a comment on GitHub", () => {
  const place = { channel: "standard", crd: "@kubernetes/owners", versions: [], path: parseFieldPath(".a") } as const;
  const changes: Change[] = [{ ...place, subject: "unclassified", keyword: "@octocat", class: "break" }];
  const text = printChanges({ from: "a", to: "b", changes, wording: true }, "markdown", NO_COLOR);
  assert.match(text, "@<!-- -->octocat");
  assert.not.match(text, /@[a-z]/);
});

markdown("no text breaks out of its code span, line or heading", () => {
  const print = (crd: string, path: string, keyword: string) => {
    const place = { channel: "standard", crd, versions: [keyword], path: parseFieldPath(path) } as const;
    const changes: Change[] = [{ ...place, subject: "unclassified", keyword, class: "break" }];
    return structureOf(printChanges({ from: "a", to: "b", changes, wording: true }, "markdown", NO_COLOR));
  };
  const usual = print("a", "b", "c");
  fc.assert(
    fc.property(hostile, hostile, hostile, (crd, path, keyword) => assert.equal(print(crd, path, keyword), usual)),
  );
});

markdown("only text between backticks becomes code, and no text breaks out of it", () => {
  assert.is(wordsWithCode("objects with `a_b` *c* @d `e"), "objects with `a_b` \\*c\\* @<!-- -->d \\`e");
  fc.assert(
    fc.property(hostile, hostile, (before, name) => {
      const types = new Set(structureOf(wordsWithCode(`${before} \`${name}\` @${name}`)));
      for (const type of ["root", "paragraph", "inlineCode", "html"]) types.delete(type);
      assert.equal([...types], []);
    }),
  );
});

markdown("no text breaks out of its cell", () => {
  const row = { since: "v1", months: 1, changed: "v1", releasesUnchanged: 1, criteria: [] };
  fc.assert(
    fc.property(hostile, (crd) => {
      const lines = printGraduation([{ ...row, crd }], "markdown", NO_COLOR).split("\n");
      assert.is(lines.length, 4);
      assert.is(lines[2]?.replace(/\\\|/g, "").split("|").length, 8);
    }),
  );
});

markdown.run();
