import type { Node, ValueType } from "./node.js";

/** Questions about the values inside lists and objects. `true` means proven; `false` only means not proven. */
export interface Proof {
  /** Reports whether every value that matches one node matches the other. */
  includes(node: Node, other: Node): boolean;
  /** Reports whether no value matches a node. */
  isEmpty(node: Node): boolean;
  /** Reports whether no value of a type matches a node. */
  isEmptyType(type: ValueType, node: Node): boolean;
}
