/** Finds the validation rules of a model, with the types that CEL sees. */
import type { ApiModel, SchemaNode } from "../../core/model/api.js";
import type { Location } from "../../core/model/location.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { walkModel } from "../../core/model/walk.js";
import { anyEnvironment } from "../../kubernetes/cel/environment/environment.js";
import { type DeclType, declTypeOf } from "../../kubernetes/cel/types/decl-type.js";

export interface TypedRule {
  readonly rule: ValidationRule;
  /** Type of the values. Undefined if CEL has none for them. */
  readonly self: DeclType | undefined;
  /** Location of the tag. */
  readonly location: Location;
}

/** Yields the rules of each node once. `schemaOf` returns the schema of a node. */
export function* typedRules(model: ApiModel, schemaOf: (node: SchemaNode) => StructuralSchema): Generator<TypedRule> {
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
