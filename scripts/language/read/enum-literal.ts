import { Node } from "./ts-morph.js";

/** Reports whether a type is a literal that can be a member of an enum: a string or a number. */
export function isEnumLiteral(node: Node): boolean {
  if (!Node.isLiteralTypeNode(node)) return false;
  const literal = node.getLiteral();
  return Node.isStringLiteral(literal) || Node.isNumericLiteral(literal) || Node.isPrefixUnaryExpression(literal);
}

/** Returns the value of a member of an enum, or undefined if JSON cannot represent the number exactly. */
export function enumLiteralValue(node: Node): string | number | undefined {
  const value = node.getType().getLiteralValue();
  if (typeof value === "string") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return value === 0 ? 0 : value; // not -0
}
