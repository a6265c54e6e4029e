/** Tests of the comments that an import writes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ValidationRule } from "../../scripts/core/model/schema.js";
import { printComment } from "../../scripts/import/comments.js";
import { constraintTags } from "../../scripts/import/constraints.js";

const tests = suite("import/comments");

function printed(description: string): string[] {
  return printComment({ description, tags: [] }, "");
}

tests("a short description is one line, and a longer one keeps its lines", () => {
  assert.equal(printed("A port."), ["/** A port. */"]);
  assert.equal(printed("A port.\n\n- one\n  two"), ["/**", " * A port.", " *", " * - one", " *   two", " */"]);
  assert.equal(printed("x".repeat(120)), ["/**", ` * ${"x".repeat(120)}`, " */"]);
});

tests("a description that would be read as something else is a JSON string", () => {
  const others = ["@maximum 5", "see @maximum", "an odd ` backtick", "{@experimental x}", " a", "a *&#47; b", "```\nx"];
  for (const text of others) {
    assert.equal(printed(text), [`/** @description ${spanOf(JSON.stringify(text))} */`], text);
  }
});

function spanOf(code: string): string {
  if (!code.includes("`")) return `\`${code}\``;
  return code.includes("```") ? `\`\`\`\` ${code} \`\`\`\`` : `\`\` ${code} \`\``;
}

tests("the end of a comment is escaped", () => {
  assert.equal(printed("a */ b"), ["/** a *&#47; b */"]);
});

tests("a single tag is on the line of its comment", () => {
  const minimum = { name: "minimum", value: ["0"] };
  const printedTags = (...tags: (typeof minimum)[]) => printComment({ tags }, "  ");
  assert.equal(printedTags(minimum), ["  /** @minimum 0 */"]);
  assert.equal(printedTags(minimum, minimum), ["  /**", "   * @minimum 0", "   * @minimum 0", "   */"]);
});

tests("tags are in one order, and @schema has what no tag sets", () => {
  const keywords = { maxLength: 9, minLength: 1, pattern: "^a`b$", uniqueItems: true, minimum: 1 };
  assert.equal(
    constraintTags(keywords, "string").map(({ name, value }) => `${name} ${value.join("|")}`),
    ["minLength 1", "maxLength 9", "pattern `` ^a`b$ ``", 'schema `{"minimum":1,"uniqueItems":true}`'],
  );
});

tests("rules are in backticks or, if they are long, in a fence; a message that looks like an option is JSON", () => {
  const rule = (given: ValidationRule) => constraintTags({ "x-kubernetes-validations": [given] }, "object")[0]?.value;
  assert.equal(rule({ rule: "self.a > 1", message: "too small" }), ["`self.a > 1` too small"]);
  assert.equal(rule({ rule: "a", message: "set reason=x", reason: "FieldValueInvalid" }), [
    '`a` reason=FieldValueInvalid message=`"set reason=x"`',
  ]);
  assert.equal(rule({ rule: "a\n|| b", message: "c" }), ["", "```", "a", "|| b", "```", "c"]);
  const [first = "", second = ""] = rule({ rule: "a", message: "word ".repeat(40).trim() }) ?? [];
  assert.ok(first.length < 116 && second.startsWith("word"));
  assert.equal(rule({ rule: "a \n|| b" }), ['`{"x-kubernetes-validations":[{"rule":"a \\n|| b"}]}`']);
});

tests.run();
