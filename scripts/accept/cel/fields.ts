/** Which fields of a schema a CEL expression reads: enough typing to follow `self` through lists, maps and macros. */
import type { Field, ObjectNode, SchemaNode } from "../../model/api.js";
import type { Expr } from "./syntax.js";

/** A field that is read of an object; `field` is absent where the object has none of that name. */
export interface FieldRead {
  readonly name: string;
  readonly object: ObjectNode;
  readonly field?: Field;
}

/** What is known of a value: its node, a list of something, or nothing. The root has fields that no author declares. */
type Type = { readonly node: SchemaNode; readonly isRoot?: boolean } | { readonly list: Type } | undefined;

type Environment = ReadonlyMap<string, Type>;

/** Fields of every object, which a rule at the root may read. */
const ROOT_FIELDS = new Set(["apiVersion", "kind", "metadata"]);

/** Functions that give back what they are called on, or a part of its items. */
const SAME_TYPE = new Set(["filter", "sort", "reverse", "distinct", "slice", "sortBy", "orValue", "or", "value"]);
const ELEMENT_TYPE = new Set(["first", "last", "min", "max"]);
const OPTIONAL_MACROS = new Set(["optMap", "optFlatMap"]);
const MACROS = new Set([
  "all",
  "exists",
  "exists_one",
  "existsOne",
  "filter",
  "map",
  "sortBy",
  "transformList",
  "transformMap",
]);

/** Every field that an expression reads of `self` and `oldSelf`, whose type is `node`. */
export function fieldReads(expr: Expr, node: SchemaNode, isRoot: boolean): FieldRead[] {
  const reads: FieldRead[] = [];
  const self: Type = { node, isRoot };
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
      return fieldType(typeOf(expr.operand, env, reads), expr.field, reads);
    case "index":
      typeOf(expr.index, env, reads);
      return indexType(typeOf(expr.operand, env, reads), expr.index, reads);
    case "list":
      return commonType(expr.items.map((item) => typeOf(item, env, reads)));
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
  if (expr.target && MACROS.has(expr.name)) return macroType(expr.name, target, expr.args, env, reads);
  if (expr.target && OPTIONAL_MACROS.has(expr.name)) return withVariables([target], expr.args, env, reads);
  const args = expr.args.map((arg) => typeOf(arg, env, reads));
  if (expr.name === "_?_:_") return args[1] ?? args[2];
  if (expr.name === "_+_") return args[0] ?? args[1];
  if (expr.name === "optional.of" || expr.name === "of") return args[0];
  if (SAME_TYPE.has(expr.name)) return target;
  return ELEMENT_TYPE.has(expr.name) ? elementType(target) : undefined;
}

/** `cel.bind(name, value, expression)`. */
function bindType([name, value, body]: readonly Expr[], env: Environment, reads: FieldRead[]): Type {
  if (name?.kind !== "ident" || !value || !body) return undefined;
  return typeOf(body, new Map([...env, [name.name, typeOf(value, env, reads)]]), reads);
}

/** A macro over a list or map: its leading names stand for the element, or for index or key and element. */
function macroType(name: string, target: Type, args: readonly Expr[], env: Environment, reads: FieldRead[]): Type {
  const hasTwoVariables = args.length > 2 && args[1]?.kind === "ident" && name !== "map";
  const element = elementType(target);
  const isMap = target !== undefined && "node" in target && target.node.form !== "array";
  const variables = hasTwoVariables ? [undefined, element] : [isMap ? undefined : element];
  const body = withVariables(variables, args, env, reads);
  if (name === "map" || name === "transformList") return body && { list: body };
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

function elementType(type: Type): Type {
  if (!type) return undefined;
  if ("list" in type) return type.list;
  if (type.node.form === "array") return { node: type.node.items };
  return type.node.form === "map" ? { node: type.node.values } : undefined;
}

function fieldType(type: Type, escaped: string, reads: FieldRead[]): Type {
  if (!type || "list" in type) return undefined;
  const { node } = type;
  if (node.form === "map") return { node: node.values };
  if (node.form !== "object") return undefined;
  const name = unescapeName(escaped);
  if (type.isRoot && ROOT_FIELDS.has(name)) return undefined;
  const field = node.fields.find((candidate) => candidate.name === name);
  reads.push({ name, object: node, ...(field && { field }) });
  return field && { node: field.node };
}

function indexType(type: Type, index: Expr, reads: FieldRead[]): Type {
  if (type && "node" in type && type.node.form === "object" && index.kind === "literal") {
    return index.value.type === "string" ? fieldType(type, index.value.value, reads) : undefined;
  }
  return elementType(type);
}

const ESCAPES: Readonly<Record<string, string>> = { underscores: "__", dot: ".", dash: "-", slash: "/" };

/**
 * The field that a name in CEL means. What CEL cannot name is written between double underscores: `__dash__` for a
 * hyphen, `__namespace__` for a reserved word. Source: k8s.io/apiserver/pkg/cel Escape.
 */
function unescapeName(name: string): string {
  const reserved = /^__([a-z]+)__$/.exec(name)?.[1];
  if (reserved !== undefined && ESCAPES[reserved] === undefined) return reserved;
  return name.replace(/__(underscores|dot|dash|slash)__/g, (_, word: string) => ESCAPES[word] ?? "");
}
