/** Checks that docs/versioning.md and the tests of its claims do not drift apart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT } from "../support/golden.js";

const tests = suite("the claims of docs/versioning.md");

/** Returns the sentences in bold at the start of list items, which may continue on the next line. */
function claimsOf(page: string): string[] {
  const items = [...page.matchAll(/^- \*\*([^*]+)\.\*\*/gm)];
  return items.map(([, claim = ""]) => claim.replace(/\s+/g, " "));
}

/** Returns the names of the tests in a source file. */
function testsOf(source: string): string[] {
  return [...source.matchAll(/^tests\(\s*"([^"]+)"/gm)].map(([, name = ""]) => name);
}

tests("each has a test of the same name, in the same order", () => {
  const claims = claimsOf(readFileSync(join(ROOT, "docs/versioning.md"), "utf8"));
  const names = testsOf(readFileSync(join(ROOT, "tests/apiserver/versioning.ends.ts"), "utf8"));
  assert.ok(claims.length > 20, "claims");
  assert.equal(names, claims);
});

tests("are found on a page and in a source file", () => {
  assert.equal(claimsOf("- **One\n  claim.** Text with **bold**.\n- **No claim**\nA **word.**\n"), ["One claim"]);
  assert.equal(testsOf('tests("one", () => {});\ntests(\n  "two",\n  () => {},\n);\n  tests("inner")'), ["one", "two"]);
});

tests.run();
