/** Helpers that the type forms share. */

import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { Constraint, ObjectNode, RawNode, SchemaNode } from "../../../core/model/api.js";
import type { Comment, ElementStep } from "../../tags/comment.js";
import { constraintsOf } from "../../tags/comment.js";
import { locationOf } from "../project.js";
import { Node, type TypeNode } from "../ts-morph.js";
import type { Scope } from "./form.js";

/** Returns the hint for literals that cannot be the members of an enum. */
export function literalHint(members: readonly Node[]): string {
  const isNumeric = members.every((member) => member.getType().isNumberLiteral());
  return isNumeric
    ? "use numbers of at most 9007199254740991, which all programs read exactly"
    : "use only strings, or only numbers, as the members of an enum";
}

/** Returns the parts that every new node has. */
export function emptyNode(node: Node) {
  return { location: locationOf(node), nullable: false, types: [], constraints: [] } as const;
}

/** Returns a node that accepts any JSON value. */
export function anything(node: Node): RawNode {
  return { form: "raw", schema: { "x-kubernetes-preserve-unknown-fields": true }, ...emptyNode(node) };
}

/** Returns a placeholder for a type that could not be read, so the remaining types can still be read. */
export function unreadNode(node: Node): RawNode {
  return { ...anything(node), isUnread: true };
}

export function isUnread(node: SchemaNode): boolean {
  return node.form === "raw" && node.isUnread === true;
}

/** Reports a type without a schema, with a hint about what to use instead. */
export function unsupported(node: Node, hint: string, scope: Scope): RawNode {
  scope.diagnostics.push(diagnose("type-unsupported", { type: excerpt(node), hint }, locationOf(node)));
  return unreadNode(node);
}

export function excerpt(node: Node): string {
  const text = node.getText().replace(/\s+/g, " ").replace(/;$/, "");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Reads a type that must be an object, as a part of `whole`. */
export function readObject(node: TypeNode, whole: Node, scope: Scope): ObjectNode | undefined {
  const read = scope.read(node, scope);
  if (read.form === "object") return read;
  const isRefused = Node.isExpressionWithTypeArguments(whole) && read.form === "scalar"; // the compiler reports it
  if (!isRefused && !isUnread(read)) unsupported(whole, `use an object type instead of ${excerpt(node)}`, scope);
  return undefined;
}

/** Returns the node with the constraints of a comment, at a level outside all constraints that it already has. */
export function constrain(node: SchemaNode, comment: Comment, scope: Scope): SchemaNode {
  if (isUnread(node)) return node;
  const level = Math.max(0, ...node.constraints.map((constraint) => constraint.level + 1));
  let result = node;
  for (const { path, constraint } of constraintsOf(comment, level)) {
    const constrained = addAt(result, path, constraint);
    if (constrained) result = constrained;
    else
      scope.diagnostics.push(
        diagnose("tag-no-such-element", { tag: constraint.tag, path: path.join(".") }, constraint.location),
      );
  }
  return result;
}

/** Adds a constraint to the node at a path. Returns undefined if there is no such node. */
function addAt(node: SchemaNode, path: readonly ElementStep[], constraint: Constraint): SchemaNode | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return { ...node, constraints: [...node.constraints, constraint] };
  const child = step === "items" && node.form === "array" ? node.items : undefined;
  const value = step === "values" && node.form === "map" ? node.values : undefined;
  const element = child ?? value;
  if (!element) return undefined;
  if (isUnread(element)) return node;
  const level = Math.max(constraint.level, ...element.constraints.map((other) => other.level + 1));
  const inner = addAt(element, rest, { ...constraint, level });
  return inner && ({ ...node, [step]: inner } as SchemaNode);
}

/** Returns the node as the CRD contains it if its type has `@noDescription`. */
export function omitDescriptions(node: SchemaNode): SchemaNode {
  const marked = { omitsDescriptions: true } as const;
  switch (node.form) {
    case "scalar":
      return node.values ? { ...node, values: node.values.map((value) => ({ ...value, ...marked })) } : node;
    case "array":
      return { ...node, items: omitDescriptions(node.items) };
    case "map":
      return { ...node, values: omitDescriptions(node.values) };
    case "object":
      return { ...node, fields: node.fields.map((field) => ({ ...field, ...marked })) };
    case "raw":
      return { ...node, ...marked };
  }
}
