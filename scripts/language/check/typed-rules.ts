/** Finds the validation rules of a model, with the types that CEL sees. */
import type { ApiModel, SchemaNode } from "../../core/model/api.js";
import type { PreserveUnknownFields } from "../../core/model/bundle.js";
import type { Location } from "../../core/model/location.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { once } from "../../core/once.js";
import { Remembered } from "../../core/remembered.js";
import type { CheckResult } from "../../kubernetes/cel/check/check.js";
import { checkTypes } from "../../kubernetes/cel/compile/compile.js";
import { anyEnvironment } from "../../kubernetes/cel/environment/environment.js";
import { type DeclType, declTypeOf } from "../../kubernetes/cel/types/decl-type.js";

export interface TypedRule {
  readonly rule: ValidationRule;
  /** Type of the values. Undefined if CEL has none for them. It is found when it is needed. */
  readonly self: DeclType | undefined;
  /** Location of the tag. */
  readonly location: Location;
}

/** The rules of a node. */
export interface RulesOfNode {
  readonly node: SchemaNode;
  readonly isRoot: boolean;
  readonly rules: readonly TypedRule[];
}

type SchemaOf = (node: SchemaNode) => StructuralSchema;

/** The rules of models that were visited, by their function for schemas. */
const TYPED = new Remembered<readonly RulesOfNode[]>();

/** Returns the rules of a model, those of each node once. `schemaOf` returns the schema of a node. */
export function typedRules(model: ApiModel, schemaOf: SchemaOf): readonly RulesOfNode[] {
  return TYPED.of(schemaOf, [model], () => rulesIn(model, schemaOf));
}

/**
 * Returns everything that a function finds in rules. `earlier` contains the results for nodes that were visited before,
 * with the setting for unknown fields that their schemas had.
 */
export function findInRules<T>(
  nodes: readonly RulesOfNode[],
  preserve: PreserveUnknownFields,
  earlier: Remembered<readonly T[]>,
  find: (rule: TypedRule) => readonly T[],
): T[] {
  return nodes.flatMap(({ node, isRoot, rules }) => earlier.of(node, [isRoot, preserve], () => rules.flatMap(find)));
}

/** The expressions of a rule. */
export const PARTS = ["rule", "messageExpression"] as const;
export type Part = (typeof PARTS)[number];

/** Types in the expressions of rules. Several checks need them, and finding them takes long. */
const TYPES: Readonly<Record<Part, Remembered<CheckResult>>> = {
  rule: new Remembered(),
  messageExpression: new Remembered(),
};

/**
 * Returns the types in an expression of a rule, or undefined if there is no expression or CEL has no type for the
 * values.
 */
export function typesIn(typed: TypedRule, part: Part): CheckResult | undefined {
  const source = typed.rule[part];
  const { self } = typed;
  if (typeof source !== "string" || !self) return undefined;
  const optionalOldSelf = typed.rule.optionalOldSelf === true;
  return TYPES[part].of(typed, [], () => checkTypes({ source, self, optionalOldSelf }, anyEnvironment()));
}

function rulesIn(model: ApiModel, schemaOf: SchemaOf): RulesOfNode[] {
  const found = new Map<SchemaNode, RulesOfNode>();
  for (const { node, version } of walkModel(model)) {
    const constraints = node.constraints.filter(({ keyword }) => keyword === "x-kubernetes-validations");
    if (constraints.length === 0 || found.has(node)) continue;
    const isRoot = node === version.root;
    const self = once(() => {
      const schema = schemaOf(node);
      return declTypeOf(schema, isRoot || isEmbeddedResource(schema), anyEnvironment().server);
    });
    const rules = constraints.flatMap(({ keyword, value, location }) =>
      rulesOf({ [keyword]: value }).map((rule) => ({
        rule,
        location,
        get self() {
          return self();
        },
      })),
    );
    found.set(node, { node, isRoot, rules });
  }
  return [...found.values()];
}
