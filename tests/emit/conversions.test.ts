/** Tests of `conversions.json`: what is printed is read again, and what is wrong is not. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { partFiles } from "../../scripts/core/bundle-index.js";
import { readBundleConversions } from "../../scripts/core/config/conversions.js";
import { describeDiagnostic } from "../../scripts/core/diagnostics/describe.js";
import type { Bundle } from "../../scripts/core/model/bundle.js";
import { positionOf } from "../../scripts/core/model/location.js";
import { printConversions } from "../../scripts/emit/conversions.js";
import { conversionsIn, definition, EVERY_STEP } from "../support/conversions.js";
import { bundleOf, SETTINGS_TEXT } from "../support/project.js";

const conversions = suite("emit/conversions");

/** Returns the file for the definitions in a text. */
function printed(text: string, bundle: Bundle = bundleOf()) {
  const [file] = printConversions([], { ...bundle, conversions: conversionsIn(text) }).flatMap(partFiles);
  assert.ok(file);
  return { path: file.path, text: file.text };
}

/** Returns the mistakes in a file: line, column and problem. */
function mistakes(text: string): string[] {
  const read = readBundleConversions({ path: "conversions.json", text });
  return (read.ok ? [] : read.diagnostics).map((diagnostic) => {
    assert.is(diagnostic.code, "bundle-unreadable");
    const { line, column } = positionOf(text, diagnostic.location?.start ?? -1);
    return `${line}:${column} ${describeDiagnostic(diagnostic).message.replace(/^invalid file conversions\.json: /, "")}`;
  });
}

for (const text of [EVERY_STEP, definition(["move: {from: .spec.__proto__, to: .spec.constructor}"])]) {
  conversions(`are read as they were written: ${text.slice(0, 40)}`, () => {
    const read = readBundleConversions(printed(text));
    assert.ok(read.ok);
    const own = conversionsIn(text).map(({ placeOf: _, ...conversion }) => conversion);
    assert.equal(read.value, { annotation: "example.dev/conversion-data", conversions: own });
  });
}

conversions("the file exists without definitions too, and contains only what they set", () => {
  const { conversions: none, ...rest } = JSON.parse(printed("").text);
  assert.equal(none, []);
  assert.equal(Object.keys(rest), ["//", "annotation"]);
  const { conversions: one } = JSON.parse(printed(definition(["remove: {path: .a}"])).text);
  assert.equal(one, [
    { id: "widget", since: "1.1.0", crd: "widgets.example.dev", kind: "Widget", steps: [{ remove: { path: ".a" } }] },
  ]);
});

conversions("the annotation is in the domain of that for the version, if it has one", () => {
  const annotationOf = (key: string) => {
    const settings = SETTINGS_TEXT.replace(/bundleVersion: \S+/, `bundleVersion: ${key}`);
    return JSON.parse(printed("", bundleOf(settings)).text).annotation;
  };
  assert.is(annotationOf("a.example.org/version"), "a.example.org/conversion-data");
  assert.is(annotationOf("version"), "conversion-data");
});

const { text: VALID } = printed(definition(["remove: {path: .spec.a}", "add: {path: .spec.b}"]));

conversions("a file from elsewhere is checked as the source is", () => {
  assert.equal(mistakes(VALID), []);
  const edited = (from: string, to: string) => {
    assert.ok(VALID.includes(from), from);
    return mistakes(VALID.replace(from, to));
  };
  assert.equal(edited('"path": ".spec.a"', '"path": "spec"'), [
    '13:22 invalid value for "conversions.steps.remove.path": must be the path of a field, such as .spec.rules[].name, outside of apiVersion, kind, and metadata',
  ]);
  assert.equal(edited('"since": "1.1.0"', '"__proto__": {}, "since": "1.1.0"'), [
    '7:8 "conversions.__proto__" is not a known key',
  ]);
  assert.equal(edited('"remove"', '"constructor"'), ['12:12 "conversions.steps.constructor" is not a known key']);
  assert.equal(edited('"annotation": "example.dev/conversion-data",', ""), ['1:1 "annotation" is missing']);
  assert.equal(edited("example.dev/conversion-data", "a/b/c"), [
    '3:18 invalid value for "annotation": must be an annotation key',
  ]);
  assert.equal(edited('"id": "widget"', '"id": "widget", "id": "other"').length, 1, "a repeated key");
  const [first, ...rest] = conversionsOf(VALID);
  assert.equal(mistakes(withConversions([first, first, ...rest])), [
    '24:14 invalid value for "id": must differ from the ids of all other conversions',
  ]);
});

function conversionsOf(text: string) {
  return JSON.parse(text).conversions;
}

function withConversions(list: readonly unknown[]): string {
  return JSON.stringify({ ...JSON.parse(VALID), conversions: list }, null, 2);
}

conversions("no text makes the reader fail", () => {
  const deep = `{"annotation": "a", "conversions": ${"[".repeat(5000)}${"]".repeat(5000)}}`;
  const texts = ["", "null", "[]", "{}", "{", '"text"', deep, "&a [*a]", VALID.slice(0, 200), '{"conversions": {}}'];
  for (const text of texts) assert.ok(mistakes(text).length > 0, text.slice(0, 40));
});

conversions("a file with very many definitions and values is read", () => {
  const values = Array.from({ length: 20_000 }, (_, index) => ({ from: index, to: -index - 1 }));
  const [first] = conversionsOf(VALID);
  const definitions = Array.from({ length: 5000 }, (_, index) => ({ ...first, id: `c${index}` }));
  const map = { ...first, id: "map", steps: [{ map: { path: ".a", values, back: values.map(reversed) } }] };
  assert.equal(mistakes(withConversions([...definitions, map])), []);
});

function reversed({ from, to }: { readonly from: number; readonly to: number }) {
  return { from: to, to: from };
}

conversions.run();
