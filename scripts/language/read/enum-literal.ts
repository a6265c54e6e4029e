import { SyntaxKind, ts } from "./ts-morph.js";

/** Reports whether a type is a literal that can be a member of an enum: a string or a number. */
export function isEnumLiteral(node: ts.Node): node is ts.LiteralTypeNode {
  return ts.isLiteralTypeNode(node) && (ts.isStringLiteral(node.literal) || isNumber(node.literal));
}

function isNumber(literal: ts.LiteralTypeNode["literal"]): boolean {
  return ts.isNumericLiteral(literal) || ts.isPrefixUnaryExpression(literal);
}

/** Returns the value of a member of an enum, or undefined if JSON cannot represent the number exactly. */
export function enumLiteralValue({ literal }: ts.LiteralTypeNode): string | number | undefined {
  if (ts.isStringLiteral(literal)) return literal.text;
  const value = numericValue(literal);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return value === 0 ? 0 : value; // not -0
}

/** Returns the value of a number with or without a minus, or undefined for any other literal, such as a bigint. */
export function numericValue(literal: ts.Node): number | undefined {
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  const isNegative = ts.isPrefixUnaryExpression(literal) && literal.operator === SyntaxKind.MinusToken;
  return isNegative && ts.isNumericLiteral(literal.operand) ? -Number(literal.operand.text) : undefined;
}
