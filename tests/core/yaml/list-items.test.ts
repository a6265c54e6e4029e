/** Tests of the items of long lists: each of them is read as in the whole list. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../../scripts/core/model/json.js";
import { sameJson } from "../../../scripts/core/model/json.js";
import { documentSlices } from "../../../scripts/core/yaml/document-slices.js";
import { listItems } from "../../../scripts/core/yaml/list-items.js";
import { loadManifests } from "../../../scripts/core/yaml/yaml.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";
import { styledYaml } from "./edit/styled-yaml.js";

const parts = suite("core/yaml/parts of a stream");

function documentsIn(text: string): readonly Json[] {
  const loaded = loadManifests(text);
  if ("problem" in loaded) throw new Error(`${loaded.problem}:\n${text}`);
  return loaded.value.documents;
}

const VALUES: readonly Json[] = [
  "a",
  "- b",
  "items:",
  "two\nlines",
  "text\n",
  1,
  null,
  [],
  {},
  "# no",
  "]",
  "}",
  'a"b,',
  "--- x",
];

function drawn(random: Random, depth: number): Json {
  const count = random.below(3) + 1;
  if (depth === 0 || random.once(3)) return random.one(VALUES);
  if (random.once(2)) return Array.from({ length: count }, () => drawn(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: count }, () => [random.one(["items", "a", "b-c", "kind"]), drawn(random, depth - 1)]),
  );
}

function drawnList(random: Random): JsonObject {
  const items = Array.from({ length: random.below(4) + 1 }, () => ({ kind: "A", spec: drawn(random, 3) }));
  return { apiVersion: "v1", ...(random.once(2) && { metadata: drawn(random, 2) }), items, kind: "List" };
}

/** Returns the items of a list, each read by itself, and the list without them. */
function itemsApart(text: string): { readonly items: readonly Json[]; readonly frame: Json | undefined } | undefined {
  const found = listItems(text);
  if (!found) return undefined;
  const { items, dash, frame } = found;
  const texts = items.map(({ start, end }) => text.slice(start, end));
  const masked = texts.map((item) => (dash === undefined ? item : `${item.slice(0, dash)} ${item.slice(dash + 1)}`));
  return { items: masked.flatMap((item) => documentsIn(item)), frame: documentsIn(frame)[0] };
}

parts("the items of a YAML list are the same as in the whole list", () => {
  const random = new Random(seed);
  let count = 0;
  for (let index = 0; index < 1000; index++) {
    const list = drawnList(random);
    const { text } = styledYaml(list, random);
    const apart = itemsApart(text);
    if (!apart) continue; // a list in flow style
    count++;
    assert.ok(sameJson([...apart.items], list.items), text);
    assert.ok(sameJson(apart.frame, { ...list, items: [] }), text);
  }
  assert.ok(count > 500, `${count} lists`);
});

parts("the items of a JSON list are the same as in the whole list", () => {
  const random = new Random(seed);
  for (let index = 0; index < 1000; index++) {
    const list = drawnList(random);
    const text = JSON.stringify(list, null, random.below(5));
    const apart = itemsApart(text);
    assert.ok(apart && sameJson([...apart.items], list.items), text);
    assert.ok(sameJson(apart?.frame, { ...list, items: [] }), text);
  }
});

parts("a document without a list has no items", () => {
  for (const text of [
    "a: 1\n",
    "items: 1\n",
    "items: []\n",
    "spec:\n  items:\n  - a\n",
    '{"a":{"items":[1]}}',
    '{"items":1}',
    '{"kind":"items"}',
    '{"items":[',
  ])
    assert.is(listItems(text), undefined, text);
});

parts("the documents of a stream are the same as in the whole stream, with the comments before them", () => {
  const random = new Random(seed);
  for (let index = 0; index < 500; index++) {
    const documents = Array.from({ length: random.below(4) + 1 }, () => drawnList(random));
    const text = documents.map((document) => styledYaml(document, random).text.replace(/\n?$/, "\n")).join("---\n");
    const slices = documentSlices(text).map(({ start, end }) => text.slice(start, end));
    assert.is(slices.join(""), text);
    const read = slices.map((slice) => documentsIn(slice).filter((document) => document !== null));
    assert.ok(
      read.every(({ length }) => length <= 1) &&
        sameJson(
          read.flat(),
          documentsIn(text).filter((document) => document !== null),
        ),
      text,
    );
  }
  assert.is(documentSlices("# a\n\n%YAML 1.2\n---\na: 1\n").length, 1);
  assert.is(documentSlices(`${"# a\r\n".repeat(1000)}a: 1\r\n---\r\n`).length, 2, "in a short time");
  assert.is(listItems(`items:\r\n${"# a\r\n".repeat(1000)}a: 1\r\n`), undefined, "in a short time");
  assert.is(documentSlices('{"a":1}\n{"b":2}').length, 2);
});

parts.run();
