import { isJsonArray, isJsonObject, type Json } from "../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { programOf, type Result } from "../../scripts/kubernetes/cel/evaluate/program.js";
import { declTypeOf } from "../../scripts/kubernetes/cel/types/decl-type.js";
import { fromJson } from "../../scripts/kubernetes/cel/values/from-json.js";
import { compileRule } from "./compile-rule.js";

/** Evaluates a rule about a value of a schema. Throws if the rule does not compile. */
export function evaluateRule(source: string, schema: StructuralSchema, self: Json, costLimit = 1_000_000): Result {
  const { compiled, problems } = compileRule(source, schema, { minor: 37 });
  if (!compiled) throw new Error(`\`${source}\` does not compile: ${problems[0]?.message}`);
  const value = fromJson(self, declTypeOf(schema, false, 37));
  return programOf(compiled.checked)(new Map([["self", value]]), costLimit).result;
}

/** Returns a schema that declares everything in a value. Lists are of the type of their first item. */
export function schemaOfValue(value: Json): StructuralSchema {
  if (isJsonArray(value)) return { type: "array", items: schemaOfValue(value[0] ?? "") };
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([name, child]) => [name, schemaOfValue(child)] as const);
    return { type: "object", properties: Object.fromEntries(fields) };
  }
  return { type: typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value };
}
