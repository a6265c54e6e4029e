/** Files that are made to exhaust the memory, the stack or the time of `crd-bundle check`. */
import { load } from "js-yaml";
import { MAX_DEPTH } from "../../scripts/core/model/depth.js";

/** Returns a CRD with these fields at the root of its schema, as YAML. */
export function crdWith(fields: string): string {
  const crd =
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.dev}";
  const names = "{plural: widgets, kind: Widget}";
  const spec = `spec:\n  group: example.dev\n  scope: Namespaced\n  names: ${names}\n  versions:\n  - name: v1`;
  const schema = "        type: object\n        description: A widget.\n        properties:";
  return `${crd}\n${spec}\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n${schema}\n${fields}\n`;
}

/** A valid field. */
export const FIELD = "          a: {type: string, maxLength: 9}";

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

/** A hostile file, with the exit code and a part of the output. */
export interface HostileFile {
  readonly name: string;
  readonly content: () => string | Uint8Array;
  readonly exit: number;
  readonly output: RegExp;
}

type Row = readonly [content: () => string | Uint8Array, exit: number, output: RegExp];

function filesIn(rows: Readonly<Record<string, Row>>): HostileFile[] {
  return Object.entries(rows).map(([name, [content, exit, output]]) => ({ name, content, exit, output }));
}

/** Files about which the check decides in less than a second. */
export const FAST_FILES: readonly HostileFile[] = filesIn({
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
});

/** Larger files. */
export const LARGE_FILES: readonly HostileFile[] = filesIn({
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
});
