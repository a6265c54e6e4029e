/**
 * Finds the fields of a schema that a CEL expression reads, with just enough types to follow `self` through lists, maps
 * and macros.
 */
import type { ArrayNode, Field, MapNode, ObjectNode, SchemaNode } from "../../core/model/api.js";
import { hasType, isEmbedded, isNamed, METADATA, shapeOf } from "./schema.js";
import { variablesOf } from "./syntax/macros.js";
import type { Expr, Span } from "./syntax/tree.js";

/**
 * Read of a field of an object, with the name that the field has in CEL. `field` is omitted if the object has no such
 * field.
 */
export interface FieldRead {
  readonly name: string;
  readonly object: ObjectNode;
  readonly field?: Field;
  /** True if a rule can read the field. A rule cannot read a field without a type. */
  readonly isTyped?: boolean;
  /** The name in the expression. */
  readonly span: Span;
}

/**
 * Type of a value, as far as it is known: its node, a list, or nothing. The root also has fields that no author
 * declares.
 */
type Type = NodeType | { readonly list: Type } | undefined;

interface NodeType {
  readonly node: ObjectNode | ArrayNode | MapNode;
  readonly isRoot: boolean;
}

type Environment = ReadonlyMap<string, Type>;

/** Functions that return their target or some of its items. */
const SAME_TYPE = new Set(["filter", "sort", "reverse", "distinct", "slice", "sortBy", "orValue", "or", "value"]);
const ELEMENT_TYPE = new Set(["first", "last", "min", "max"]);

/** Returns every field that an expression reads from `self` and `oldSelf`, whose type is `node`. */
export function fieldReads(expr: Expr, node: SchemaNode, isRoot: boolean): FieldRead[] {
  const reads: FieldRead[] = [];
  const self = nodeType(node, isRoot);
  typeOf(
    expr,
    new Map([
      ["self", self],
      ["oldSelf", self],
    ]),
    reads,
  );
  return reads;
}

function typeOf(expr: Expr, env: Environment, reads: FieldRead[]): Type {
  switch (expr.kind) {
    case "literal":
      return undefined;
    case "ident":
      return env.get(expr.name);
    case "select":
      return fieldType(typeOf(expr.operand, env, reads), expr.field, expr, reads);
    case "index":
      typeOf(expr.index, env, reads);
      return indexType(typeOf(expr.operand, env, reads), expr.index, reads);
    case "list":
      return commonType(expr.items.map(({ value }) => typeOf(value, env, reads)));
    case "map":
      for (const { key, value } of expr.entries) {
        typeOf(key, env, reads);
        typeOf(value, env, reads);
      }
      return undefined;
    case "call":
      return callType(expr, env, reads);
  }
}

function commonType(types: readonly Type[]): Type {
  const [first] = types;
  return first && { list: first };
}

function callType(expr: Extract<Expr, { kind: "call" }>, env: Environment, reads: FieldRead[]): Type {
  const target = expr.target && typeOf(expr.target, env, reads);
  const isBind = expr.name === "bind" && expr.target?.kind === "ident" && expr.target.name === "cel";
  if (isBind) return bindType(expr.args, env, reads);
  if (expr.target && variablesOf(expr.name, expr.args) > 0) return macroType(expr.name, target, expr.args, env, reads);
  const args = expr.args.map((arg) => typeOf(arg, env, reads));
  if (expr.name === "_?_:_") return args[1] ?? args[2];
  if (expr.name === "_+_") return args[0] ?? args[1];
  if (expr.name === "of") return args[0];
  if (SAME_TYPE.has(expr.name)) return target;
  return ELEMENT_TYPE.has(expr.name) ? elementType(target) : undefined;
}

/** Returns the type of `cel.bind(name, value, expression)`. */
function bindType([name, value, body]: readonly Expr[], env: Environment, reads: FieldRead[]): Type {
  if (name?.kind !== "ident" || !value || !body) return undefined;
  return typeOf(body, new Map([...env, [name.name, typeOf(value, env, reads)]]), reads);
}

/**
 * Returns the type of a macro. Its variables are the element, the index or key and the element, or the value of an
 * optional.
 */
function macroType(name: string, target: Type, args: readonly Expr[], env: Environment, reads: FieldRead[]): Type {
  const element = name.startsWith("opt") ? target : elementType(target);
  const isMap = target !== undefined && "node" in target && target.node.form !== "array" && !name.startsWith("opt");
  const variables = variablesOf(name, args) === 2 ? [undefined, element] : [isMap ? undefined : element];
  const body = withVariables(variables, args, env, reads);
  if (name === "map" || name === "transformList") return body && { list: body };
  if (name.startsWith("opt")) return body;
  return SAME_TYPE.has(name) ? target : undefined;
}

function withVariables(types: readonly Type[], args: readonly Expr[], env: Environment, reads: FieldRead[]): Type {
  const inner = new Map(env);
  for (const [index, type] of types.entries()) {
    const variable = args[index];
    if (variable?.kind === "ident") inner.set(variable.name, type);
  }
  const bodies = args.slice(types.length).map((arg) => typeOf(arg, inner, reads));
  return bodies.at(-1);
}

function nodeType(node: SchemaNode, isRoot = false): Type {
  const shape = shapeOf(node);
  return shape && { node: shape, isRoot: isRoot || isEmbedded(node) };
}

function elementType(type: Type): Type {
  if (!type) return undefined;
  if ("list" in type) return type.list;
  if (type.node.form === "array") return nodeType(type.node.items);
  return type.node.form === "map" ? nodeType(type.node.values) : undefined;
}

function fieldType(type: Type, name: string, { at, length }: Span, reads: FieldRead[]): Type {
  if (!type || "list" in type) return undefined;
  const { node, isRoot } = type;
  if (node.form === "map") return nodeType(node.values);
  if (node.form !== "object") return undefined;
  const field = node.fields.find((candidate) => isNamed(candidate, name));
  if (isRoot && name === "metadata") return nodeType(field && isMetadata(field.node) ? field.node : METADATA);
  if (isRoot && (name === "apiVersion" || name === "kind")) return undefined;
  reads.push({ name, object: node, span: { at, length }, ...(field && { field, isTyped: hasType(field.node) }) });
  return field && nodeType(field.node);
}

/**
 * Reports whether a schema declares metadata that has at least the fields of all metadata. Otherwise its declaration is
 * ignored.
 */
function isMetadata(node: SchemaNode): boolean {
  const shape = shapeOf(node);
  const has = (name: string) => shape?.form === "object" && shape.fields.some((field) => field.name === name);
  return METADATA.fields.every((field) => has(field.name));
}

function indexType(type: Type, index: Expr, reads: FieldRead[]): Type {
  if (type && "node" in type && type.node.form === "object" && index.kind === "literal") {
    return index.value.type === "string" ? fieldType(type, index.value.value, index, reads) : undefined;
  }
  return elementType(type);
}
