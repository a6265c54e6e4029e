/** Tests of changes in the text of YAML documents: their result, their comments, and what they leave unchanged. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from "../../../../scripts/core/model/json.js";
import { editDocument } from "../../../../scripts/core/yaml/edit/edit-manifests.js";
import { loadManifests } from "../../../../scripts/core/yaml/yaml.js";
import { seed } from "../../../support/drawn.js";
import { Random } from "../../../support/random.js";
import { styledYaml } from "./styled-yaml.js";

const edit = suite("core/yaml/edit");

function edited(text: string, after: JsonObject, number = 0) {
  const loaded = loadManifests(text);
  if ("problem" in loaded) throw new Error(`${loaded.problem}:\n${text}`);
  return editDocument(text, loaded.value, number, after);
}

function documentIn(text: string): Json | undefined {
  const loaded = loadManifests(text);
  return "problem" in loaded ? loaded.problem : loaded.value.documents[0];
}

const SCALARS: readonly Json[] = [
  1,
  0,
  true,
  null,
  "a",
  "b c",
  "x: y",
  "# no",
  "line\n",
  "two\nlines",
  "12",
  "yes",
  "",
];
const MORE: readonly Json[] = [
  "{x",
  "- a",
  " lead",
  "it's",
  1.5,
  "é",
  "a\u2028b",
  "--- a",
  -0.5,
  "0x10",
  "~",
  "trail ",
];
/** uvu cannot compare objects with the last two. */
const NAMES = ["a", "b", "c", "kind", "name", "x-y", "1", "a.b/c", "__proto__", "constructor"];

function drawn(random: Random, depth: number): Json {
  const choice = random.below(10);
  if (depth === 0 || choice < 4) return random.one([...SCALARS, ...MORE]);
  const count = random.below(4);
  if (choice >= 7) return Array.from({ length: count }, () => drawn(random, depth - 1));
  return Object.fromEntries(Array.from({ length: count }, () => [random.one(NAMES), drawn(random, depth - 1)]));
}

/** Changes a value in some places: parts disappear, appear, move, get other names, and get a list around them. */
function changed(value: Json, random: Random, removed: Json[]): Json {
  const rest = (part: Json) => (random.once(4) ? changed(part, random, removed) : part);
  const fresh = () => (random.once(2) ? removed.pop() : undefined) ?? drawn(random, 2);
  if (isJsonArray(value)) {
    const items = value.map(rest);
    if (random.once(3) && items.length > 0) removed.push(...items.splice(random.below(items.length), 1));
    if (random.once(3)) items.splice(random.below(items.length + 1), 0, fresh());
    return random.once(10) ? items.reverse() : items;
  }
  if (!isJsonObject(value)) return random.one(SCALARS);
  const entries = Object.entries(value).map(([name, part]): [string, Json] => [name, rest(part)]);
  if (random.once(3) && entries.length > 0) {
    removed.push(...entries.splice(random.below(entries.length), 1).map(([, part]) => part));
  }
  if (random.once(3)) entries.splice(random.below(entries.length + 1), 0, [`${random.one(NAMES)}New`, fresh()]);
  const at = random.below(entries.length + 1);
  const chosen = entries[at];
  if (chosen && random.once(3))
    entries[at] = random.once(2) ? [`${chosen[0]}s`, [chosen[1]]] : [`${chosen[0]}R`, chosen[1]];
  return Object.fromEntries(entries);
}

function at(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((part, step) => {
    const isInside = typeof part === "object" && part !== null && Object.hasOwn(part, step);
    return isInside ? (part as JsonObject)[step] : undefined;
  }, value);
}

/** Returns the places of values that are the same before and after the change, if no list around them changes. */
function isKept(before: Json, after: Json, path: readonly (string | number)[]): boolean {
  const steps = path.findIndex((step) => typeof step === "number");
  const around = steps < 0 ? path : path.slice(0, steps);
  const [old, fresh] = [at(before, around), at(after, around)];
  return old !== undefined && JSON.stringify(old) === JSON.stringify(fresh);
}

edit("a document gets exactly its new value, and what does not change keeps its comments", () => {
  const random = new Random(seed);
  let comments = 0;
  let edits = 0;
  for (let count = 0; count < 3000; count++) {
    const before = { kind: "Widget", spec: drawn(random, 4), more: drawn(random, 3) };
    const { text, comments: known } = styledYaml(before, random);
    assert.ok(sameJson(documentIn(text), before), `the test itself prints\n${text}`);
    const after = changed(before, random, []) as JsonObject;
    const result = edited(text, after);
    assert.ok(result && sameJson(documentIn(result), after), `${text}\n${result}`);
    if (JSON.stringify(before) === JSON.stringify(after)) assert.is(result, text);
    else edits++;
    for (const [number, path] of known) {
      if (!isKept(before, after, path)) continue;
      comments++;
      assert.ok(result.includes(`# ${number}.`), `comment ${number}:\n${text}\n${result}`);
    }
  }
  assert.ok(edits > 1500 && comments > 1500, `${edits} edits, ${comments} comments`);
});

edit("the same, with the line breaks of Windows", () => {
  const random = new Random(seed + 1);
  for (let count = 0; count < 300; count++) {
    const before = { kind: "Widget", spec: drawn(random, 3) };
    const text = styledYaml(before, random).text.replace(/\n/g, "\r\n");
    const after = changed(before, random, []) as JsonObject;
    const result = edited(text, after);
    assert.ok(sameJson(documentIn(result ?? ""), after), `${text}\n${result}`);
  }
});

edit("a value that moves keeps its text and its comments", () => {
  const text = "a:\n  # above\n  b: # beside\n    c: 'x' # end\n    list: [1,  2]\nd: 1\n";
  const after = { a: {}, d: 1, e: { f: { c: "x", list: [1, 2] } } };
  assert.is(edited(text, after), "a: {}\nd: 1\ne:\n  # above\n  f: # beside\n    c: 'x' # end\n    list: [1,  2]\n");
});

edit("a value that becomes an item of a list keeps its place", () => {
  const text = "spec:\n  # the target\n  target: # one\n    name: a # name\n    kind: b\n  rest: 1\n";
  const after = { spec: { rest: 1, targets: [{ name: "a", kind: "b" }] } };
  const wanted = "spec:\n  # the target\n  targets: # one\n  - name: a # name\n    kind: b\n  rest: 1\n";
  assert.is(edited(text, after), wanted);
  assert.is(edited(wanted, { spec: { target: { name: "a", kind: "b" }, rest: 1 } }), text);
});

edit("a document with anchors is printed anew if a change of one place would change others", () => {
  const text = "# top\na: &x {b: 1}\nc: *x\n";
  assert.is(edited(text, { a: { b: 2 }, c: { b: 1 } }), "a:\n  b: 2\nc:\n  b: 1\n");
  assert.equal(edited(text, { a: { b: 1 }, c: { b: 1 }, d: 1 }), `${text}d: 1\n`);
  assert.equal(edited(text, { a: { b: 1 }, c: 3 }), "# top\na: &x {b: 1}\nc: 3\n");
});

edit("JSON keeps its indentation, and one document of several changes", () => {
  assert.is(
    edited('{\n    "a": 1,\n    "b": {\n        "c": 2\n    }\n}\n', { a: 1, b: { c: 3 } }),
    '{\n    "a": 1,\n    "b": {\n        "c": 3\n    }\n}\n',
  );
  assert.is(edited('{"a": 1}', { a: "\u2028" }), '{"a":"\\u2028"}');
  assert.is(edited("a: 1 # x\n---\na: 2 # y\n", { a: 3 }, 1), "a: 1 # x\n---\na: 3 # y\n");
});

edit("an integer that JavaScript cannot represent stays, and does not move in another form", () => {
  const text = "a: 9007199254740993\nb: 1\n";
  const { a } = documentIn(text) as { a: number };
  assert.is(edited(text, { a, b: 2 }), "a: 9007199254740993\nb: 2\n");
  assert.is(edited(text, { c: a, b: 1 }), "c: 9007199254740993\nb: 1\n");
  assert.is(edited(text, { list: [a, a], b: 1 }), undefined);
});

edit.run();
