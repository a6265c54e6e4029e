/** Tests of `crd-bundle convert` with hostile files: it ends with converted objects or an error, and never half a file. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadManifests } from "../../scripts/core/yaml/yaml.js";
import { crdBundle, inDirectory } from "../support/command-line.js";
import { ROOT } from "../support/golden.js";

const convert = suite("hostile/convert");

const BUNDLE = join(ROOT, "tests/app/convert/bundle");
const THING = "apiVersion: x.example.dev/v1alpha1\nkind: XThing\nmetadata:\n  name: t\n";

/** Converts a file in place, and returns what is in it afterward. */
function inPlace(text: string, path = "a.yaml") {
  return inDirectory(async (directory) => {
    writeFileSync(join(directory, path), text);
    const { exitCode, stdout, stderr } = await crdBundle(["convert", "--bundle", BUNDLE, "--write", path], {
      cwd: directory,
      node: ["--max-old-space-size=2048"],
    });
    return { exitCode, stdout, stderr, text: readFileSync(join(directory, path), "utf8") };
  });
}

const replaced = (text: string) =>
  text.replaceAll("x.example.dev/v1alpha1", "example.dev/v1").replaceAll("XThing", "Thing");

convert("a list of 50 MB is converted, item by item", async () => {
  const item = `- ${THING.replace(/\n(?=.)/g, "\n  ")}  spec:\n    values:\n${"    - some value\n".repeat(100)}`;
  const list = `apiVersion: v1\nkind: List\nitems:\n${item.repeat(30_000)}`;
  assert.ok(list.length > 50_000_000);
  const { exitCode, stderr, text } = await inPlace(list);
  assert.equal([exitCode, stderr], [0, ""]);
  assert.ok(text === replaced(list));
});

convert("an item of a long list that must be printed anew keeps its place", async () => {
  const item = (properties: string) =>
    `- ${properties}apiVersion: example.dev/v1alpha1\n  kind: Widget\n  spec:\n    target: {name: a}\n`;
  const list = (items: readonly string[]) => `kind: List\n# ${"x".repeat(1_100_000)}\nitems:\n${items.join("")}`;
  const { exitCode, text } = await inPlace(list([item(""), item("!!map\n  "), item("&a\n  "), item("")]));
  const loaded = loadManifests(text);
  assert.ok(exitCode === 0 && !("problem" in loaded), text.slice(-400));
  const [{ items }] = loaded.value.documents as [{ items: unknown[] }];
  const wanted = { apiVersion: "example.dev/v1alpha2", kind: "Widget", spec: { targets: [{ name: "a" }] } };
  assert.equal(items, Array(4).fill(wanted));
});

convert("millions of comments are read", async () => {
  const comments = "# c\n".repeat(2_000_000);
  for (const text of [`${comments}---\n${THING}`, `kind: List\nitems:\n${comments}`, `${THING}---\n${comments}`]) {
    const { exitCode, stderr } = await inPlace(text);
    assert.is(exitCode, 0, stderr);
  }
});

convert("a list of 20 MB in JSON is converted, item by item", async () => {
  const object = { apiVersion: "x.example.dev/v1alpha1", kind: "XThing", spec: { values: Array(40).fill("a value") } };
  const list = JSON.stringify({ kind: "List", items: Array(15_000).fill(object) }, null, 4);
  const { exitCode, stderr, text } = await inPlace(list, "a.json");
  assert.equal([exitCode, stderr], [0, ""]);
  assert.ok(text === replaced(list));
});

convert("a single document of 50 MB is an error", async () => {
  const huge = `${THING}spec:\n${"  - a value of some length\n".repeat(2_000_000)}`;
  const { exitCode, stderr, text } = await inPlace(huge);
  assert.is(exitCode, 1);
  assert.match(stderr, "a.yaml:1:1 error the manifest cannot be read: a document must not be longer than 16 MiB");
  assert.ok(text === huge);
});

convert("documents that cannot be read change nothing", async () => {
  const bad: Readonly<Record<string, string>> = {
    "an alias inside what it stands for": `${THING}spec: &a [*a]\n`,
    "aliases that stand for billions of values": `${THING}a: &a [x, x]\n${[..."bcdefghijklmnopqrstuvwxyz"].map((name, index) => `${name}: &${name} [${`*${"abcdefghijklmnopqrstuvwxy"[index]}, `.repeat(9)}x]\n`).join("")}`,
    "a repeated key": `${THING}kind: XThing\n`,
    "a truncated string": `${THING}spec: "abc`,
    "a truncated list": `${THING}spec: [a, b`,
    "thousands of levels": `${THING}spec: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`,
    "a control character": `${THING}spec: "\u0001"\n`,
    "an unknown alias": `${THING}spec: *nothing\n`,
  };
  for (const [what, text] of Object.entries(bad)) {
    const result = await inPlace(`${THING}---\n${text}`);
    assert.equal([result.exitCode, result.text], [1, `${THING}---\n${text}`], `${what}: ${result.stderr}`);
    assert.match(result.stderr, /^a\.yaml:\d+:\d+ error the manifest cannot be read/, what);
  }
});

convert("names of JavaScript are names like others", async () => {
  const text = `${THING}__proto__:\n  toString: 1\nconstructor: {prototype: {polluted: true}}\n`;
  const result = await inPlace(text);
  assert.equal([result.exitCode, result.text], [0, replaced(text)]);
});

convert("hostile definitions are an error", async () => {
  const definition = { id: "a", since: "1.0.0", crd: "xthings.x.example.dev", kind: "XThing" };
  const bad = [
    { steps: [{ move: { from: ".__proto__.a", to: ".constructor.b" } }] },
    { steps: [{ move: { from: `.spec${".a".repeat(20_000)}`, to: ".spec.b" } }] },
    { steps: [{ move: { from: ".spec.a", to: ".spec.a.b.c" } }] },
    { steps: [{ require: { path: ".spec.a", schema: { pattern: "(a" } } }] },
    { steps: [{ map: { path: ".spec.a", values: [{ from: 1 }] } }] },
    { id: "\u001b[31m" },
  ];
  await inDirectory(async (directory) => {
    writeFileSync(join(directory, "a.yaml"), THING);
    for (const each of bad) {
      const file = { annotation: "example.dev/data", conversions: [{ ...definition, ...each }] };
      writeFileSync(join(directory, "conversions.json"), JSON.stringify(file));
      const { exitCode, stdout, stderr } = await crdBundle(["convert", "--to", "1.0.0", "--bundle", ".", "a.yaml"], {
        cwd: directory,
      });
      assert.ok(
        exitCode === 2 || (exitCode === 0 && stdout === THING),
        `${JSON.stringify(each).slice(0, 100)}: ${stderr}`,
      );
      assert.not.match(stderr, "\u001b");
    }
  });
});

convert("links in a directory that lead out of it are not followed", async () => {
  await inDirectory(async (directory) => {
    await inDirectory(async (outside) => {
      writeFileSync(join(outside, "secret.yaml"), THING);
      symlinkSync(join(outside, "secret.yaml"), join(directory, "link.yaml"));
      writeFileSync(join(directory, "a.yaml"), THING);
      const { exitCode, stderr } = await crdBundle(["convert", "--bundle", BUNDLE, "--write", "."], { cwd: directory });
      assert.is(exitCode, 0, stderr);
      assert.match(stderr, "link.yaml");
      assert.is(readFileSync(join(outside, "secret.yaml"), "utf8"), THING);
    });
  });
});

convert.run();
