import type { Literal } from "../syntax/tree.js";
import type { Value } from "./value.js";

/** Returns the value of a literal. */
export function literalValue(literal: Literal): Value {
  switch (literal.type) {
    case "null":
      return null;
    case "uint":
      return { kind: "uint", value: literal.value };
    case "bytes":
      return { kind: "bytes", value: literal.value };
    default:
      return literal.value;
  }
}
