/** Helpers that the type forms share. */

import { diagnose } from "../../../core/diagnostics/diagnose.js";
import type { Constraint, ObjectNode, RawNode, SchemaNode } from "../../../core/model/api.js";
import type { Location } from "../../../core/model/location.js";
import { firstProse, NO_PROSE, type Prose } from "../../../core/model/prose.js";
import { type Comment, constraintsOf, type ElementStep, statedDescriptions } from "../../tags/comment.js";
import { descriptionTag } from "../../tags/tag/description.js";
import { numericValue } from "../enum-literal.js";
import { locationOf } from "../project.js";
import { ts } from "../ts-morph.js";
import type { Scope } from "./form.js";

/** Returns the hint for literals that cannot be the members of an enum. */
export function literalHint(members: readonly ts.LiteralTypeNode[]): string {
  const isNumeric = members.every((member) => numericValue(member.literal) !== undefined);
  return isNumeric
    ? "use numbers of at most 9007199254740991, which all programs read exactly"
    : "use only strings, or only numbers, as the members of an enum";
}

/** Returns the parts that every new node has. */
export function emptyNode(node: ts.Node) {
  return { location: locationOf(node), nullable: false, types: [], constraints: [] } as const;
}

/** Returns a node that accepts any JSON value. */
export function anything(node: ts.Node): RawNode {
  return { form: "raw", schema: { "x-kubernetes-preserve-unknown-fields": true }, ...emptyNode(node) };
}

/** Returns a placeholder for a type that could not be read, so the remaining types can still be read. */
export function unreadNode(node: ts.Node): RawNode {
  return { ...anything(node), isUnread: true };
}

export function isUnread(node: SchemaNode): boolean {
  return node.form === "raw" && node.isUnread === true;
}

/** Reports a type without a schema, with a hint about what to use instead. */
export function unsupported(node: ts.Node, hint: string, scope: Scope): RawNode {
  scope.diagnostics.push(diagnose("type-unsupported", { type: excerpt(node), hint }, locationOf(node)));
  return unreadNode(node);
}

export function excerpt(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, " ").replace(/;$/, "");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Reads a type that must be an object, as a part of `whole`. */
export function readObject(node: ts.TypeNode, whole: ts.Node, scope: Scope): ObjectNode | undefined {
  const read = scope.read(node, scope);
  if (read.form === "object") return read;
  const isRefused = ts.isExpressionWithTypeArguments(whole) && read.form === "scalar"; // the compiler reports it
  if (!isRefused && !isUnread(read)) unsupported(whole, `use an object type instead of ${excerpt(node)}`, scope);
  return undefined;
}

/**
 * Returns the node with the constraints of a comment, at a level outside all constraints that it already has, and with
 * the descriptions that the comment states for its elements.
 */
export function constrain(node: SchemaNode, comment: Comment, scope: Scope): SchemaNode {
  if (isUnread(node)) return node;
  const level = levelOutside(node);
  const constraints = constraintsOf(comment, level).map(({ path, constraint }): ElementChange => {
    const { tag, location } = constraint;
    // All tags of a comment have one level, so those that are limited to a channel win in any order.
    const outside = Math.max(level, levelOutside(elementAt(node, path) ?? node));
    const change = (element: SchemaNode) => withConstraint(element, { ...constraint, level: outside });
    return { tag, path, location, change };
  });
  const descriptions = statedDescriptions(comment).flatMap(({ path, proses, location }): ElementChange[] => {
    const change = (element: SchemaNode) => withDescription(element, proses);
    return path.length === 0 ? [] : [{ tag: descriptionTag.name, path, location, change }];
  });
  let result = node;
  for (const { tag, path, change, location } of [...constraints, ...descriptions]) {
    const changed = changeAt(result, path, change);
    if (changed) result = changed;
    else scope.diagnostics.push(diagnose("tag-no-such-element", { tag, path: path.join(".") }, location));
  }
  return result;
}

/** A change of the node at a path, for a tag. */
interface ElementChange {
  readonly tag: string;
  readonly path: readonly ElementStep[];
  readonly location: Location;
  readonly change: (element: SchemaNode) => SchemaNode;
}

/** Changes the node at a path. Returns undefined if there is no such node. */
function changeAt(
  node: SchemaNode,
  path: readonly ElementStep[],
  change: ElementChange["change"],
): SchemaNode | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(node);
  const element = elementAt(node, [step]);
  if (!element) return undefined;
  if (isUnread(element)) return node;
  const inner = changeAt(element, rest, change);
  return inner && ({ ...node, [step]: inner } as SchemaNode);
}

/** Returns the node at a path, or undefined if there is none. */
function elementAt(node: SchemaNode, path: readonly ElementStep[]): SchemaNode | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return node;
  const items = step === "items" && node.form === "array" ? node.items : undefined;
  const values = step === "values" && node.form === "map" ? node.values : undefined;
  const element = items ?? values;
  return element && elementAt(element, rest);
}

function withConstraint(node: SchemaNode, constraint: Constraint): SchemaNode {
  return { ...node, constraints: [...node.constraints, constraint] };
}

/** Returns the level outside all constraints of a node. */
function levelOutside({ constraints }: SchemaNode): number {
  return Math.max(0, ...constraints.map(({ level }) => level + 1));
}

/** Returns a node with its description as an element: the first of several proses, otherwise the one that it has. */
export function withDescription(node: SchemaNode, proses: readonly Prose[]): SchemaNode {
  const own = node.description?.prose ?? NO_PROSE;
  const prose = firstProse(...proses, own);
  return prose === own ? node : { ...node, description: { prose } };
}

/** Returns the node as the CRD contains it if its type has `@noDescription`. */
export function omitDescriptions(node: SchemaNode): SchemaNode {
  const marked = { omitsDescriptions: true } as const;
  const omitted = { ...node, ...(node.description && { description: { ...node.description, ...marked } }) };
  switch (omitted.form) {
    case "scalar":
      return omitted.values
        ? { ...omitted, values: omitted.values.map((value) => ({ ...value, ...marked })) }
        : omitted;
    case "array":
      return { ...omitted, items: omitDescriptions(omitted.items) };
    case "map":
      return { ...omitted, values: omitDescriptions(omitted.values) };
    case "object":
      return { ...omitted, fields: omitted.fields.map((field) => ({ ...field, ...marked })) };
    case "raw":
      return { ...omitted, ...marked };
  }
}
