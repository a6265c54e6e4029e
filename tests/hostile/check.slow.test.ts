/** Tests of `crd-bundle check` with hostile files: it ends with a verdict or an error, in little memory. */
import { symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { load } from "js-yaml";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_DEPTH } from "../../scripts/core/model/depth.js";
import { crdBundle, inDirectory } from "../support/command-line.js";

const hostile = suite("hostile/check");

/** In MiB. */
const MEMORY = 2048;

function crdWith(fields: string): string {
  const crd =
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.dev}";
  const names = "{plural: widgets, kind: Widget}";
  const spec = `spec:\n  group: example.dev\n  scope: Namespaced\n  names: ${names}\n  versions:\n  - name: v1`;
  const schema = "        type: object\n        description: A widget.\n        properties:";
  return `${crd}\n${spec}\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n${schema}\n${fields}\n`;
}

const FIELD = "          a: {type: string, maxLength: 9}";

function withRule(rule: string): string {
  return crdWith(`          a: {type: string, x-kubernetes-validations: [{rule: "${rule}"}]}`);
}

function fields(count: number): string {
  return Array.from({ length: count }, (_, index) => `          f${index}: {type: strin}`).join("\n");
}

/** The nested levels around the field of `crdWith`, from the document to the properties. */
const LEVELS_AROUND = 10;

/** Returns a CRD with nested objects down to a level. */
function nestedTo(level: number): string {
  const objects = (level - LEVELS_AROUND) / 2;
  return crdWith(
    `          a: ${"{type: object, properties: {a: ".repeat(objects)}{type: string}${"}}".repeat(objects)}`,
  );
}

const BOMB = [
  "a0: &a0 [x]",
  ...Array.from({ length: 11 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`),
];

/** Files, with the exit code and a part of the output. */
const FILES: Readonly<Record<string, readonly [text: () => string | Uint8Array, exit: number, output: RegExp]>> = {
  "a YAML bomb": [() => BOMB.join("\n"), 1, /more than 2000000 values/],
  "lists nested a million deep": [() => "[".repeat(1_000_000), 1, /manifest-unreadable/],
  "mappings nested a million deep": [() => '{"a":'.repeat(1_000_000), 1, /manifest-unreadable/],
  "a schema at the limit of the nesting": [() => nestedTo(MAX_DEPTH), 0, /1 CRD accepted/],
  "a schema above the limit of the nesting": [() => nestedTo(MAX_DEPTH + 2), 1, /manifest-unreadable/],
  "duplicate keys": [() => crdWith(`${FIELD}\n${FIELD}`), 1, /duplicated mapping key/],
  "a field named __proto__": [() => crdWith("          __proto__: {type: strin}"), 1, /__proto__/],
  "a byte that is not UTF-8": [() => Buffer.concat([Buffer.from(crdWith(FIELD)), Buffer.from([0xff])]), 1, /UTF-8/],
  "a rule of more than 100,000 characters": [
    () => withRule(`${"self == 'a' || ".repeat(7000)}true`),
    1,
    /at most 100000 characters/,
  ],
  "a rule nested 300 deep": [() => withRule(`${"(".repeat(300)}true${")".repeat(300)}`), 1, /250 levels deep/],
  "many problems": [() => crdWith(fields(20_000)), 1, /f19999/],
  "many problems in one line": [() => JSON.stringify(load(crdWith(fields(20_000)))), 1, /f19999/],
  "many problems in one rule": [() => withRule(`self.a${" || self.a".repeat(9_000)}`), 1, /100 errors/],
  "millions of values": [
    () => crdWith(`          a: {type: string, enum: [${"a,".repeat(2_500_000)}]}`),
    1,
    /crd-too-large-to-store/,
  ],
  "a string of 50 MB": [
    () => crdWith(`          a: {type: string, description: "${"x".repeat(50_000_000)}"}`),
    1,
    /crd-too-large-to-store/,
  ],
  "a file above the limit": [() => " ".repeat(65 * 2 ** 20), 2, /input-too-large/],
};

for (const [name, [text, exit, output]] of Object.entries(FILES)) {
  hostile(name, () =>
    inDirectory(async (directory) => {
      const file = join(directory, "crd.yaml");
      await writeFile(file, text());
      const run = await crdBundle(["check", "--crds", file], { node: [`--max-old-space-size=${MEMORY}`] });
      assert.match(run.stdout + run.stderr, output);
      assert.is(run.exitCode, exit);
    }),
  );
}

hostile("links, pipes and devices in a directory are reported and not read", () =>
  inDirectory(async (directory) => {
    await execa("mkfifo", [join(directory, "pipe.yaml")]);
    symlinkSync("/dev/zero", join(directory, "zero.yaml"));
    symlinkSync("missing.yaml", join(directory, "missing-link.yaml"));
    await writeFile(join(directory, "crd.yaml"), crdWith(FIELD));
    const { exitCode, stderr } = await crdBundle(["check", "--crds", directory]);
    assert.is(exitCode, 2);
    assert.match(stderr, /pipe\.yaml is a named pipe/);
    assert.match(stderr, /Skipped a symbolic link that leads out of the directory: [^ ]+\/zero\.yaml\./);
    assert.match(stderr, /missing-link\.yaml points to a file that does not exist/);
  }),
);

hostile.run();
