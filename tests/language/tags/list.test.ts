/**
 * Checks that the list of tags, the directory of tags and the directory of their fixtures agree, and that every example
 * is valid.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../../scripts/core/model/diagnostic.js";
import { readComment } from "../../../scripts/language/tags/comment.js";
import { canAim, type TagDefinition, type Target } from "../../../scripts/language/tags/definition.js";
import { TAG_NAMES, TAGS, tagNamed } from "../../../scripts/language/tags/index.js";
import { scanComment } from "../../../scripts/language/tags/scan.js";
import { ROOT } from "../../support/golden.js";

const TARGETS: readonly Target[] = ["kind", "type", "property", "member"];
const FIXTURES = join(ROOT, "tests/fixtures/tags");

const list = suite("tags");

list("the list is the directory, in its order", () => {
  const files = readdirSync(join(ROOT, "scripts/language/tags/tag")).sort();
  assert.equal(
    TAGS.map((tag) => `${fileName(tag)}.ts`),
    files,
  );
});

for (const tag of TAGS) {
  list(`@${tag.name} is what its file exports`, async () => {
    const module: Record<string, unknown> = await import(`../../../scripts/language/tags/tag/${fileName(tag)}.js`);
    assert.is(module[`${tag.name}Tag`], tag);
    assert.is(tagNamed(tag.name), tag);
  });

  list(`@${tag.name} says what it is in one line`, () => {
    assert.match(tag.summary, /^[A-Z].*[^.]\.$/);
    assert.ok(tag.targets.length > 0);
  });

  list(`the example of @${tag.name} is right on all of its targets and on no others`, () => {
    for (const target of TARGETS) {
      const { tags, codes } = read(tag.example, target);
      if (tag.targets.includes(target)) {
        assert.equal(codes, [], `on a ${target}`);
        assert.equal(tags, [tag.name], `on a ${target}`);
      } else assert.equal(codes, ["tag-wrong-target"], `on a ${target}`);
    }
  });

  list(`@${tag.name} stands twice in a comment only where it repeats`, () => {
    const { codes } = read(`${tag.example}\n * ${tag.example}`, tag.targets[0] as Target);
    assert.equal(codes, tag.repeats ? [] : ["tag-duplicate"]);
  });

  list(`@${tag.name} is bound to a channel and aimed at elements only as a constraint or a description`, () => {
    const target = tag.targets[0] as Target;
    const name = `@${tag.name}`;
    const bound = read(tag.example.replace(name, `${name} (experimental)`), target);
    const aimed = read(tag.example.replace(name, `@items.values.${tag.name}`), target);
    assert.equal(bound.codes, canAim(tag) ? [] : ["tag-no-channel"]);
    assert.equal(aimed.codes, canAim(tag) ? [] : ["tag-no-elements"]);
  });

  list(`@${tag.name} has a fixture that uses it`, () => {
    const text = fixtureText(fileName(tag));
    assert.match(text, new RegExp(`^ *(?:/\\*)?\\*.* @${tag.name}\\b`, "m"));
    if (canAim(tag)) assert.match(text, new RegExp(`@${tag.name} \\((?:experimental|standard)\\)`));
    if (canAim(tag)) assert.match(text, new RegExp(`@(?:items|values)\\.(?:items\\.|values\\.)*${tag.name}\\b`));
  });
}

list("every fixture has its tag", () => {
  assert.equal(readdirSync(FIXTURES).sort(), TAGS.map(fileName).sort());
});

/** Returns the file name for a tag: `maxLength` → `max-length.ts`. */
function fileName(tag: TagDefinition): string {
  return tag.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function read(tags: string, target: Target): { tags: string[]; codes: string[] } {
  const diagnostics: Diagnostic[] = [];
  const scanned = scanComment(`/**\n * Words.\n *\n * ${tags}\n */`, 0, "x.ts", TAG_NAMES, "reflowed", diagnostics);
  const comment = readComment(scanned, target, diagnostics);
  return {
    tags: comment.tags.map(({ definition }) => definition.name),
    codes: diagnostics.map(({ code }) => code),
  };
}

/** Returns all sources of a fixture, concatenated. */
function fixtureText(name: string): string {
  const directory = join(FIXTURES, name);
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  return files.map((path) => readFileSync(join(directory, path), "utf8")).join("\n");
}

list.run();
