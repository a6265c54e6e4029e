/**
 * Checks that the type and the keys of a list go together in each channel, whether their tags are on the property or on
 * its type alias.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import { buildSources, widget } from "../../support/project.js";

const listKeys = suite("list keys");

function problemsOf(tags: readonly string[], aliasTags: readonly string[] = []): string[] {
  const comment = (words: string, lines: readonly string[]) => `/**\n * ${[words, "", ...lines].join("\n * ")}\n */`;
  const item = "interface Item {\n  /** A name. */\n  name: string;\n}";
  const rest = `${item}\n${comment("Items.", aliasTags)}\ntype Items = Item[];`;
  const { diagnostics } = buildSources([widget(`${comment("A list.", tags)}\nlist: Items;`, rest)]);
  return diagnostics.map((diagnostic) => describeDiagnostic(diagnostic).message);
}

const NO_KEY = ["@listType map requires @listMapKey"];
const NO_MAP = ["@listMapKey requires @listType map"];

listKeys("both in both channels, or both in one", () => {
  assert.equal(problemsOf(["@listType map", "@listMapKey name"]), []);
  assert.equal(problemsOf(["@listType (experimental) map", "@listMapKey (experimental) name"]), []);
});

listKeys("a key in one channel alone leaves the other without", () => {
  assert.equal(problemsOf(["@listType map", "@listMapKey (experimental) name"]), NO_KEY);
  assert.equal(problemsOf(["@listType (standard) map", "@listMapKey name"]), NO_MAP);
});

listKeys("a type of the property takes the place of that of its alias, whose keys stay", () => {
  assert.equal(problemsOf(["@listType atomic"], ["@listType map", "@listMapKey name"]), NO_MAP);
  assert.equal(problemsOf(["@listType map"], ["@listMapKey name"]), []);
});

listKeys("a list that is experimental may have an experimental key, and a standard one may not", () => {
  const item = "interface Item {\n  /**\n   * A name.\n   *\n   * @experimental\n   */\n  name: string;\n}";
  const codes = (...tags: readonly string[]) => {
    const lines = ["/**", " * A list.", " *", ...tags.map((tag) => ` * ${tag}`), " */", "list: Item[];"];
    return buildSources([widget(lines.join("\n"), item)]).diagnostics.map(({ code }) => code);
  };
  assert.equal(codes("@experimental", "@listType map", "@listMapKey name"), []);
  assert.equal(codes("@listType (experimental) map", "@listMapKey (experimental) name"), []);
  assert.equal(codes("@listType map", "@listMapKey name"), ["list-key"]);
});

listKeys.run();
