import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withVersion } from "../../scripts/release/version-fields.js";
import fc from "../support/drawn.js";

const fields = suite("version fields");

/** Checks that only the version at `@` becomes the new version, and that nothing else changes. */
function changes(template: string, what?: string): void {
  const text = (version: string) => template.replaceAll("@", version);
  assert.is(withVersion(text("1.6.1"), "1.7.0"), text("1.7.0"), what);
}

fields("change the version and no other byte", () => {
  changes('{"version":"@"}');
  changes('{\n  "name": "a",\n  "version": "@",\n  "private": true\n}\n', "two blanks");
  changes('{\n\t"version"\t:\t"@",\n\t"name": "a"\n}', "tabs, and no line end at the end");
  changes('{\r\n    "name": "a",\r\n    "version": "@"\r\n}\r\n', "CRLF");
  changes('\n\n { "version"\n:\n"@" , "x" : [ 1 ,2 ] }   \n\n', "a style of one's own");
  changes('{ "1e2": 1e2, "x": 1.0, "y": "\\u0061\\/", "version": "@", "z": "é港" }', "what JSON would write otherwise");
});

fields("change the version of the project, whatever else is called so", () => {
  changes('{ "engines": { "version": "1.6.1" }, "version": "@" }', "one that stands before it");
  changes('{ "a": [{ "version": "1.6.1" }], "b": { "c": { "version": "x" } }, "version": "@" }');
  changes('{ "version": "@", "config": { "version": "1.6.1" } }');
  changes('{ "description": "\\"version\\": \\"1.6.1\\"", "version": "@" }', "one in a text");
  changes('{ "scripts": { "x": "echo \\"version\\":\\"1.6.1\\"" }, "version": "@" }');
  changes('{ "__proto__": { "version": "1.6.1" }, "version": "@" }');
  changes('{ "constructor": { "prototype": { "version": "1.6.1" } }, "version": "@", "__proto__": null }');
  changes('{ "version": "first", "version": "@" }', "the one that JSON counts");
  changes('{ "packages": { "": { "version": "1" } }, "packages": { "": { "version": "1" }, "": { "version": "@" } } }');
});

fields("change a lockfile in two places", () => {
  const lock = `{
  "name": "a",
  "version": "@",
  "lockfileVersion": 3,
  "packages": {
    "": {
      "name": "a",
      "version": "@",
      "dependencies": { "version": "1.6.1" }
    },
    "node_modules/version": {
      "version": "1.6.1"
    }
  },
  "dependencies": { "version": { "version": "1.6.1" } }
}
`;
  changes(lock);
  changes(lock.replaceAll("\n", "\r\n"), "CRLF");
  changes('{ "packages": { "node_modules/b": { "version": "1.6.1" }, "": { "version": "@" } }, "version": "@" }');
  changes('{ "version": "@", "packages": { "": { "name": "a" } } }', "whose root package has none");
  const workspace = '"node_modules/b": { "resolved": "b", "link": true }, "b": { "version": "1.6.1" }';
  changes(`{ "version": "@", "packages": { "": { "version": "@" }, ${workspace} } }`, "with a workspace");
  changes('{ "packages": { "": { "version": "@" } } }', "that has none itself");
});

fields("leave alone what has no version of its own", () => {
  const texts = [
    ...["", " ", "{}", "[]", "null", '"version"', '{ "name": "a" }', '[{ "version": "1.6.1" }]'],
    ...['{ "version": 1 }', '{ "version": null }', '{ "version": { "version": "1.6.1" } }', '{ "version": ["1.6.1"] }'],
    ...['{ "Version": "1.6.1" }', '{ "packages": { "a": { "version": "1.6.1" } } }', '{ "packages": [] }'],
    ...['{ "__proto__": { "version": "1.6.1" } }', '{ "packages": { "__proto__": { "version": "1.6.1" } } }'],
    ...['{ "version": "1.6.1" ', '{ "version": "1.6.1", }', '// a\n{ "version": "1.6.1" }', "version: 1.6.1\n"],
  ];
  for (const text of texts) assert.is(withVersion(text, "1.7.0"), text);
});

fields("change nothing where the version is the same", () => {
  for (const text of ['{"version":"1.7.0"}', '{ "x": { "version": "1.7.0" }, "version" : "1.7.0" }\r\n']) {
    assert.is(withVersion(text, "1.7.0"), text);
  }
});

fields("take any version for a text, whatever it means in a pattern", () => {
  for (const version of ["$&", "$1", '"', "\\", "1.7.0-rc.1", "\n"]) {
    const changed = withVersion('{ "a": { "version": "1" }, "version": "1" }', version);
    assert.equal(JSON.parse(changed), { a: { version: "1" }, version });
  }
});

fields("change in any JSON that field alone", () => {
  const json = fc.dictionary(
    fc.oneof(fc.constantFrom("version", "packages", "", "__proto__"), fc.string()),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(json, fc.constantFrom(0, 2, "\t"), (document, indent) => {
      const text = JSON.stringify({ ...document, version: "1.6.1" }, null, indent);
      const expected = JSON.parse(text);
      expected.version = "1.7.0";
      const root = Object.hasOwn(expected, "packages") ? expected.packages?.[""] : undefined;
      if (typeof root?.version === "string") root.version = "1.7.0";
      assert.equal(JSON.parse(withVersion(text, "1.7.0")), expected);
    }),
  );
});

fields("are found in a lockfile so long that work in proportion to its square would not end", () => {
  const packages = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, n) => [`node_modules/p${n}`, { version: `1.0.${n}` }]),
  );
  const text = JSON.stringify({ version: "1.6.1", packages: { "": { version: "1.6.1" }, ...packages } }, null, 2);
  assert.is(withVersion(text, "1.7.0"), text.replaceAll('"1.6.1"', '"1.7.0"'));
});

fields.run();
