import type { Node, ValueType } from "./node.js";

/** The questions that lists and objects ask of what is in them. `true` is proven; `false` only says that it was not. */
export interface Proof {
  /** Whether all that fits the one node fits the other. */
  includes(node: Node, other: Node): boolean;
  /** Whether nothing fits a node. */
  isEmpty(node: Node): boolean;
  /** Whether nothing of a type fits a node. */
  isEmptyType(type: ValueType, node: Node): boolean;
}
