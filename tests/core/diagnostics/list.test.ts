import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CLASS_ENTRIES } from "../../../scripts/core/diagnostics/catalog/changes.js";
import { ADVICE_CODES, CATALOG, CODES, isCode } from "../../../scripts/core/diagnostics/catalog/index.js";
import { POLICY_ENTRIES } from "../../../scripts/core/diagnostics/catalog/policy.js";
import { CHANGE_CLASSES, SUBJECTS } from "../../../scripts/core/model/change.js";
import { explanationFor, explanationOf, printExplanation } from "../../../scripts/report/explanation.js";
import { NO_COLOR } from "../../../scripts/report/style.js";
import { ROOT } from "../../support/golden.js";

const list = suite("list of diagnostics");

const FIXTURES = join(ROOT, "tests/fixtures/diagnostics");

/** Directories with cases that tests run. */
const CASES = join("kubernetes", "crd", "cases");

/** Returns the content of every test except this one, and of the cases that tests run. */
function testSources(): string {
  const directory = join(ROOT, "tests");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".test.ts") || (path.startsWith(CASES) && path.endsWith(".ts")),
  );
  const others = files.filter((path) => !path.endsWith(join("diagnostics", "list.test.ts")));
  return others.map((path) => readFileSync(join(directory, path), "utf8")).join("\n");
}

function isNamedIn(text: string, code: string): boolean {
  return new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(text);
}

list("has a fixture for every code that comes of sources, and a test that names each of the others", () => {
  const tests = testSources();
  const bare = CODES.filter((code) => !existsSync(join(FIXTURES, code)) && !isNamedIn(tests, code));
  assert.equal(bare, []);
});

list("has no fixture for a code that there is not", () => {
  assert.equal(
    readdirSync(FIXTURES).filter((name) => !isCode(name)),
    [],
  );
});

list("writes codes in one way, and each once", () => {
  for (const code of CODES) assert.match(code, /^[a-z]+(-[a-z]+)*$/);
  assert.is(new Set(CODES).size, CODES.length);
  assert.not(isCode("toString"));
  assert.not(isCode("__proto__"));
});

for (const code of CODES) {
  list(`has words for ${code}`, () => {
    const { message, fix, why } = explanationOf(code);
    for (const words of [message, fix, why]) {
      assert.match(words, /\S/);
      assert.not.match(words, /undefined|\[object|^\s|\s$/);
    }
    assert.not.match(message, /\.$/, "message is a part of a line, without a full stop");
    assert.match(fix, /^[A-Z@<]/, "fix is a sentence");
    assert.match(why, /^[A-Z].*\.$/, "why is a sentence");
  });
}

list("explains a code on one page, with an example", () => {
  assert.is(
    printExplanation("tag-duplicate", explanationOf("tag-duplicate"), "text", NO_COLOR),
    `tag-duplicate

Example message
  the comment has @scope more than once

Why it matters
  ${CATALOG["tag-duplicate"].why}

How to fix it
  Keep only one of the tags.
`,
  );
});

list("explains how to change the level of advice", () => {
  const page = printExplanation("format-unknown", explanationOf("format-unknown"), "text", NO_COLOR);
  assert.match(page, "How to change its level\n  This diagnostic is a warning by default.");
  assert.match(page, "`levels: {format-unknown: off}`");
  assert.match(page, "`@accept format-unknown <reason>`");
  for (const code of CODES) assert.is(explanationOf(code).advice !== undefined, ADVICE_CODES.includes(code), code);
});

list("explains a rule for changes by its class and its subject", () => {
  const explanation = explanationFor("break/field-removed");
  assert.is(explanation?.message, "removal of a field (break: something is removed, or its meaning changes)");
  assert.match(explanation?.why ?? "", CLASS_ENTRIES.break.why);
  for (const name of ["break/field", "field-removed/break", "break/", "break/field-removed/more", "break"]) {
    assert.is(explanationFor(name), undefined);
  }
});

list("explains every rule of the policy", () => {
  for (const code of Object.keys(POLICY_ENTRIES)) assert.ok(explanationFor(code), code);
  for (const of of CHANGE_CLASSES) for (const subject of SUBJECTS) assert.ok(explanationFor(`${of}/${subject}`));
});

list.run();
