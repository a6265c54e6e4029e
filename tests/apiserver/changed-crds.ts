/**
 * Updates of CRDs with validation rules, drawn with fast-check. The old CRD can be one that this version of Kubernetes
 * would not create: its rules are expensive, or use functions that only stored rules can use.
 */

import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { rootWith, versionWith, withSpec } from "../kubernetes/crd/documents.js";
import fc from "../support/drawn.js";
import { changedRules } from "./changed-rules.js";

/** An installed CRD, and the one that replaces it. */
export interface CrdUpdate {
  readonly old: JsonObject;
  readonly document: JsonObject;
}

/** Draws updates. Their versions have one of three schemas each, in the old CRD and in the new one. */
export function crdUpdates(): fc.Arbitrary<CrdUpdate> {
  const schemas = fc
    .tuple(ruledSchema(), ruledSchema())
    .chain(([first, second]) => schemaLike(first, second).map((like) => [first, second, like] as const));
  return fc.tuple(schemas, layout(), fc.option(layout(), { freq: 2 })).map(([all, before, after]) => {
    const crdWith = (versions: readonly Layout[]) =>
      withSpec({
        versions: versions.map(({ name, schema }, index) =>
          versionWith(rootWith(all[schema] as JsonObject), index, { name, storage: name === "v1" }),
        ),
      });
    const old = crdWith(before);
    const status = { storedVersions: ["v1"], conditions: [{ type: "Established", status: "True" }] };
    return { old: { ...old, status }, document: crdWith(after ?? before) };
  });
}

/** A version, and the number of its schema. */
interface Layout {
  readonly name: string;
  readonly schema: number;
}

/** Draws versions in any order. One of them is v1, in which objects are stored. */
function layout(): fc.Arbitrary<Layout[]> {
  const others = fc.subarray(["v2", "v3"]);
  return others
    .chain((names) => fc.shuffledSubarray(["v1", ...names], { minLength: names.length + 1 }))
    .chain((names) => fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), schema: fc.nat(2) }))));
}

const RULES = "x-kubernetes-validations";

/** Rules about any value. Each one has a function that another version of Kubernetes introduced, or none. */
const RULES_OF_ANY = [
  "[1, 2].includes(1)",
  "[2, 1].sort() == [1, 2]",
  "semver('1.2.3').major() == 1",
  "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2}",
  "!format.dns1123Label().validate('a').hasValue()",
  "cidr('10.0.0.0/8').containsIP('10.0.0.1')",
  "self == self",
];
const MESSAGES = ["'must hold'", "[2, 1].sort().map(a, string(a)).join()", "string([1].includes(1))", "1"];

/** Draws the schema of a field: often one whose verdict depends on the old CRD, because of its functions or its cost. */
function ruledSchema(): fc.Arbitrary<JsonObject> {
  const message = fc.option(fc.constantFrom(...MESSAGES), { freq: 2 });
  const rule = fc.record({ rule: fc.constantFrom(...RULES_OF_ANY), messageExpression: message });
  const rules = fc.array(rule, { maxLength: 2 });
  const base = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 100, max: 4000 }).map(compared) },
    { weight: 1, arbitrary: changedRules() },
  );
  return fc.tuple(base, rules).map(([schema, more]) => withRules(schema, more.map(withoutNull)));
}

/** Returns a list with a rule that costs up to 80 million, and thus more than one rule can, but not more than all can. */
function compared(maxItems: number): JsonObject {
  const items = { type: "integer" };
  return { type: "array", items, maxItems, [RULES]: [{ rule: "self.all(a, self.all(b, a != b))" }] };
}

/** Draws a schema with rules of two others, or one that differs from the first only a little. */
function schemaLike(first: JsonObject, second: JsonObject): fc.Arbitrary<JsonObject> {
  return fc.constantFrom<JsonObject>(
    first,
    { ...first, description: "The same rules." },
    { ...first, required: [] },
    { ...first, maxProperties: 1000 },
    withRules(first, rulesOf(second)),
    withRules(second, rulesOf(first)),
    withRules(first, rulesOf(first).map(swapped)),
  );
}

/** Returns a rule whose expression and message expression have changed places. */
function swapped({ rule = "true", messageExpression = "true" }: JsonObject): JsonObject {
  return { rule: messageExpression, messageExpression: rule, message: "must hold" };
}

function withRules(schema: JsonObject, rules: readonly JsonObject[]): JsonObject {
  const all = [...rulesOf(schema), ...rules];
  return all.length === 0 ? schema : { ...schema, [RULES]: all };
}

function rulesOf({ [RULES]: rules = [] }: JsonObject): JsonObject[] {
  return Array.isArray(rules) ? rules.filter(isJsonObject) : [];
}

function withoutNull(rule: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null));
}
