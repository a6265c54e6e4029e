/** Finds the rules of a schema. */
import { isJsonObject } from "../../../core/model/json.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../../core/model/schema.js";
import { MAX, multiply } from "../cost/size.js";
import { type DeclType, declTypeOf } from "../types/decl-type.js";
import { celName } from "../types/names.js";

export type SchemaPath = readonly (string | number)[];

/** List or map whose number of elements nothing limits. */
export interface MissingBound {
  readonly path: SchemaPath;
  readonly keyword: "maxItems" | "maxProperties" | "maxLength";
}

/** Part of a schema with rules. */
export interface RuleScope {
  readonly path: SchemaPath;
  readonly schema: StructuralSchema;
  readonly rules: readonly ValidationRule[];
  /** Undefined if CEL has no type for the values. */
  readonly self: DeclType | undefined;
  /** Highest number of values in an object, as far as the bounds above them limit it. */
  readonly cardinality: bigint | undefined;
  /** Outermost list or map around the values that has no bound. */
  readonly unbounded: MissingBound | undefined;
  /** Outermost part of the schema whose old and new values the API server cannot match. */
  readonly uncorrelated: SchemaPath | undefined;
}

type Node = Omit<RuleScope, "rules"> & { readonly isRoot: boolean };

/** Yields the parts of a schema that have rules, in the order of the schema. `server` is a minor version. */
export function* ruleScopes(root: StructuralSchema, server: number): Generator<RuleScope> {
  const open: Node[] = [
    {
      path: [],
      schema: root,
      self: declTypeOf(root, true, server),
      cardinality: 1n,
      unbounded: undefined,
      uncorrelated: undefined,
      isRoot: true,
    },
  ];
  for (let node = open.pop(); node; node = open.pop()) {
    const rules = rulesOf(node.schema);
    if (rules.length > 0) {
      const self = node.self ?? declTypeOf(node.schema, node.isRoot, server);
      yield { ...node, self, rules };
    }
    for (const child of childrenOf(node).reverse()) open.push(child);
  }
}

function childrenOf(node: Node): Node[] {
  const { schema, self } = node;
  const { properties = {}, items, additionalProperties: values } = schema;
  const child = (part: StructuralSchema, keys: SchemaPath, type: DeclType | undefined) =>
    childOf(node, part, keys, type);
  const isMap = values !== undefined;
  return [
    ...Object.entries(properties).map(([name, field]) => {
      const type = isMap ? undefined : self?.fields?.get(celName(name) ?? "");
      return child(field, ["properties", name], type);
    }),
    ...(isJsonObject(items) ? [child(items, ["items"], self?.element)] : []),
    ...(isJsonObject(values) ? [child(values, ["additionalProperties"], self?.element)] : []),
  ];
}

function childOf(node: Node, schema: StructuralSchema, keys: SchemaPath, self: DeclType | undefined): Node {
  const { path, cardinality, unbounded, uncorrelated } = node;
  const limit = limitOf(node.schema);
  const isUnbounded = typeof limit === "string";
  return {
    path: [...path, ...keys],
    schema,
    self,
    cardinality: isUnbounded || cardinality === undefined ? undefined : multiply(cardinality, limit),
    unbounded: unbounded ?? (isUnbounded ? { path, keyword: limit } : undefined),
    uncorrelated: uncorrelated ?? (isCorrelated(node.schema, keys[0] === "items") ? undefined : path),
    isRoot: isEmbeddedResource(schema),
  };
}

/**
 * Returns how many times a schema repeats its parts, or the keyword that is missing. Source:
 * k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation/cel_validation.go (extractMaxElements).
 */
function limitOf(schema: StructuralSchema): bigint | "maxItems" | "maxProperties" {
  const { type, maxItems, maxProperties, additionalProperties } = schema;
  const isMap = type === "object" && additionalProperties !== undefined;
  if (!isMap && type !== "array") return 1n;
  const limit = isMap ? maxProperties : maxItems;
  if (limit === undefined) return isMap ? "maxProperties" : "maxItems";
  return limit <= 0 ? 0n : limit < 2 ** 63 ? BigInt(Math.trunc(limit)) : MAX;
}

/**
 * Reports whether the API server can match old and new values: only lists of type map have keys to match items by.
 * Source: k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/validation.go (MapIsCorrelatable).
 */
function isCorrelated(schema: StructuralSchema, isItems: boolean): boolean {
  if (isItems) return schema["x-kubernetes-list-type"] === "map";
  const mapType = schema["x-kubernetes-map-type"];
  return mapType === undefined || mapType === "granular" || mapType === "atomic";
}
