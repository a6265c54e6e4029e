import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  fieldIn,
  fieldsAlone,
  isBelow,
  itemsOf,
  parseFieldPath,
  pathsAround,
  ROOT_PATH,
  relativePath,
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

paths.run();
