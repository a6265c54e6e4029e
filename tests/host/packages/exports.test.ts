/** Tests of the resolution of package exports, with the cases of Node's documentation. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exportedPath } from "../../../scripts/host/packages/exports.js";

const exports = suite("package exports");

const CONDITIONS = new Set(["types", "import"]);

/** Returns the path for a subpath, or its problem in brackets. */
function pathOf(given: unknown, subpath = "."): string {
  const target = exportedPath(given, subpath, CONDITIONS);
  return "path" in target ? target.path : `(${target.problem})`;
}

exports("map the package itself and its subpaths", () => {
  assert.is(pathOf("./a.ts"), "a.ts");
  assert.is(pathOf({ types: "./a.ts" }), "a.ts");
  assert.is(pathOf({ ".": "./a.ts" }), "a.ts");
  assert.is(pathOf({ "./b": "./b/v1.ts" }, "./b"), "b/v1.ts");
  assert.is(pathOf("./a.ts", "./b"), "(its package.json does not export ./b)");
  assert.is(pathOf({ "./b": "./b.ts" }), "(its package.json does not export .)");
  assert.is(pathOf({ "./b": "./b.ts", import: "./a.ts" }, "./b"), "(its package.json does not export ./b)");
});

exports("choose the first condition that applies", () => {
  assert.is(pathOf({ require: "./a.cjs", types: "./b.ts", default: "./c.js" }), "b.ts");
  assert.is(pathOf({ default: "./c.js", types: "./b.ts" }), "c.js");
  assert.is(pathOf({ require: { types: "./a.ts" }, import: { require: "./b.ts", default: "./c.ts" } }), "c.ts");
  assert.is(pathOf({ import: { require: "./b.ts" }, default: "./c.ts" }), "c.ts");
  assert.is(pathOf({ require: "./a.ts" }), "(its package.json does not export .)");
  assert.is(pathOf({ ".": [{ require: "./a.ts" }, "./b.ts"] }), "b.ts");
});

exports("replace the asterisk of the longest pattern", () => {
  const patterns = { "./*": "./all/*.ts", "./a/*": "./a/*/*.ts", "./a/*/c": "./c/*.ts", "./a/no/*": null };
  assert.is(pathOf(patterns, "./x/y"), "all/x/y.ts");
  assert.is(pathOf(patterns, "./a/x"), "a/x/x.ts");
  assert.is(pathOf(patterns, "./a/x/c"), "c/x.ts");
  assert.is(pathOf(patterns, "./a/no/x"), "(its package.json does not export ./a/no/x)");
  assert.is(pathOf({ "./a/*": "./$&.ts", "./*": "./*$'.ts" }, "./b"), "b$'.ts");
});

for (const path of ["../a.ts", "./../a.ts", "./b/../../a.ts", "/a.ts", "a", "./node_modules/b/a.ts", "./%2e%2e/a.ts"]) {
  exports(`lead nowhere else than into the package, not to ${path}`, () => {
    const problem = `(its package.json exports . as ${JSON.stringify(path)}, which is not a path in it)`;
    assert.is(pathOf(path), problem);
  });
}

exports("take nothing for an asterisk that leads out of the package", () => {
  for (const match of ["..", "a/../b", "node_modules/b", "%2e%2e/b", "a\\b", "a//b", "a\0"]) {
    assert.match(pathOf({ "./*": "./a/*.ts" }, `./${match}`), "does not export");
  }
});

exports("of any form are survived", () => {
  const deep = JSON.parse(`${'{"import":'.repeat(50_000)}"./a.ts"${"}".repeat(50_000)}`) as unknown;
  const odd = JSON.parse(
    '{"./__proto__": {"__proto__": "./a.ts"}, "./constructor": 1, "./a": {"types": {}}}',
  ) as unknown;
  assert.match(pathOf(deep), "does not export");
  for (const subpath of ["./__proto__", "./constructor", "./toString", "./a"]) {
    assert.is(pathOf(odd, subpath), `(its package.json does not export ${subpath})`);
  }
  for (const given of [1, true, [], {}, [[]], [null], { ".": 1 }]) assert.match(pathOf(given), "does not export");
});

exports.run();
