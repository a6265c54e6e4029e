/** Finds the validation rules of a model, with the types that CEL sees. */
import type { ApiModel, SchemaNode } from "../../core/model/api.js";
import type { Location } from "../../core/model/location.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import type { CheckResult } from "../../kubernetes/cel/check/check.js";
import { checkTypes } from "../../kubernetes/cel/compile/compile.js";
import { anyEnvironment } from "../../kubernetes/cel/environment/environment.js";
import { type DeclType, declTypeOf } from "../../kubernetes/cel/types/decl-type.js";

export interface TypedRule {
  readonly rule: ValidationRule;
  /** Type of the values. Undefined if CEL has none for them. */
  readonly self: DeclType | undefined;
  /** Location of the tag. */
  readonly location: Location;
}

type SchemaOf = (node: SchemaNode) => StructuralSchema;

/** The rules of models that were visited, by their function for schemas, which each model has of its own. */
const TYPED = new WeakMap<SchemaOf, readonly TypedRule[]>();

/** Returns the rules of a model, those of each node once. `schemaOf` returns the schema of a node. */
export function typedRules(model: ApiModel, schemaOf: SchemaOf): readonly TypedRule[] {
  const rules = TYPED.get(schemaOf) ?? [...rulesIn(model, schemaOf)];
  TYPED.set(schemaOf, rules);
  return rules;
}

/** The expressions of a rule. */
export const PARTS = ["rule", "messageExpression"] as const;
export type Part = (typeof PARTS)[number];

/** Types in the expressions of rules. Several checks need them, and finding them takes long. */
const TYPES = new WeakMap<TypedRule, Map<Part, CheckResult>>();

/** Returns the types in an expression of a rule, or undefined if there is no expression or CEL has no type for the values. */
export function typesIn(typed: TypedRule, part: Part): CheckResult | undefined {
  const source = typed.rule[part];
  const { self } = typed;
  if (typeof source !== "string" || !self) return undefined;
  const known = TYPES.get(typed) ?? new Map<Part, CheckResult>();
  TYPES.set(typed, known);
  const optionalOldSelf = typed.rule.optionalOldSelf === true;
  const types = known.get(part) ?? checkTypes({ source, self, optionalOldSelf }, anyEnvironment());
  known.set(part, types);
  return types;
}

function* rulesIn(model: ApiModel, schemaOf: SchemaOf): Generator<TypedRule> {
  const seen = new Set<SchemaNode>();
  for (const { node, version } of walkModel(model)) {
    if (seen.has(node)) continue;
    seen.add(node);
    const constraints = node.constraints.filter(({ keyword }) => keyword === "x-kubernetes-validations");
    if (constraints.length === 0) continue;
    const schema = schemaOf(node);
    const self = declTypeOf(schema, node === version.root || isEmbeddedResource(schema), anyEnvironment().server);
    for (const { keyword, value, location } of constraints) {
      for (const rule of rulesOf({ [keyword]: value })) yield { rule, self, location };
    }
  }
}
