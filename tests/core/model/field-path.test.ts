import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  fieldIn,
  fieldsAlone,
  isBelow,
  itemsOf,
  lastField,
  parseFieldPath,
  pathsAround,
  ROOT_PATH,
  relativePath,
  stepsIn,
  valuesOf,
} from "../../../scripts/core/model/field-path.js";

const paths = suite("field paths");

const PORT = parseFieldPath(".spec.ports[].labels{}");

paths("are made step by step", () => {
  const ports = fieldIn(fieldIn(ROOT_PATH, "spec"), "ports");
  assert.is(valuesOf(fieldIn(itemsOf(ports), "labels")), PORT);
  assert.is(itemsOf(ROOT_PATH), "[]");
  assert.is(parseFieldPath(""), ROOT_PATH);
});

paths("are written without lists and maps, too", () => {
  assert.is(fieldsAlone(PORT), ".spec.ports.labels");
  assert.is(fieldsAlone(itemsOf(ROOT_PATH)), ROOT_PATH);
});

paths("are below what they lead through, and not below what only begins alike", () => {
  const below = (path: string, other: string) => isBelow(parseFieldPath(path), parseFieldPath(other));
  for (const path of [".a.b", ".a[]", ".a{}", ".a[].b"]) assert.ok(below(path, ".a"), path);
  for (const path of [".a", ".ab", ".ab.c", ".", ".b.a"]) assert.not.ok(below(path, ".a"), path);
  assert.ok(below(".a", "."));
  assert.not.ok(below(".", "."));
});

paths("can be seen from a path around them", () => {
  const from = (other: string, path: string) => relativePath(parseFieldPath(other), parseFieldPath(path));
  assert.is(from(".spec.ports", PORT), "[].labels{}");
  assert.is(from(PORT, PORT), ROOT_PATH);
  assert.is(from(".", PORT), PORT);
  assert.is(from(".spec.port", PORT), undefined);
});

paths("have something around them, the root first", () => {
  assert.equal(pathsAround(PORT), [".", ".spec", ".spec.ports", ".spec.ports[]", ".spec.ports[].labels"]);
  assert.equal(pathsAround(parseFieldPath("[]")), ["."]);
  assert.equal(pathsAround(ROOT_PATH), []);
  assert.equal(pathsAround(parseFieldPath("spec.a")), [".", "spec"]);
});

const HOSTILE = [
  "a.b",
  "a[]",
  "{}",
  "",
  " ",
  '"',
  "\\",
  '"].b',
  "\u0000\n\t",
  "\u2028",
  "\ud800",
  "ä",
  "x".repeat(10_000),
];

paths("quote names that are not plain, so each field has a path of its own", () => {
  assert.is(fieldIn(fieldIn(ROOT_PATH, "spec"), "example.dev/size"), '.spec["example.dev/size"]');
  assert.is(fieldIn(ROOT_PATH, "a.b"), '["a.b"]');
  const [outer, ...names] = [...HOSTILE, "__proto__", "$ref", "x-a_1"];
  for (const name of names) {
    const around = itemsOf(fieldIn(fieldIn(ROOT_PATH, "spec"), outer ?? ""));
    const path = valuesOf(fieldIn(around, name));
    assert.not.match(path, /[\p{Cc}\p{Cs}\u2028\u2029]/u);
    assert.equal(stepsIn(path), [
      { kind: "field", name: "spec" },
      { kind: "field", name: outer },
      { kind: "items" },
      { kind: "field", name },
      { kind: "values" },
    ]);
    assert.equal(pathsAround(path), [".", ".spec", `.spec["a.b"]`, around, fieldIn(around, name)]);
    assert.ok(isBelow(path, around));
    assert.not.ok(isBelow(path, parseFieldPath(".spec.a")));
    assert.equal(lastField(path), { name, inside: [{ kind: "values" }] });
    assert.is(fieldsAlone(path), fieldIn(fieldIn(fieldIn(ROOT_PATH, "spec"), outer ?? ""), name));
  }
});

paths("have only one form", () => {
  for (const path of ['["a"]', '["\\u0061.b"]', "['a.b']", "[a]", '["a.b]', "a", ".a..b", ".ä", ".a b"])
    assert.is(stepsIn(parseFieldPath(path)), undefined, path);
  assert.equal(lastField(itemsOf(ROOT_PATH)), { inside: [{ kind: "items" }] });
});

paths.run();
