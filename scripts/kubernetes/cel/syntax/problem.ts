import type { Type } from "../types/type.js";
import type { Span } from "./tree.js";

/** Error in an expression, with the place that it concerns. */
export interface ExpressionProblem {
  readonly kind: "syntax" | "type";
  readonly message: string;
  /** Field that the expression reads and that does not exist. */
  readonly field?: UnknownField;
  /** Place in code points. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Most problems of one expression that are reported; further ones mostly follow from these. Source: google/cel-go,
 * common/errors.go.
 */
export const MOST_PROBLEMS = 100;

export interface UnknownField {
  readonly name: string;
  /** Type of the object without the field. */
  readonly object: Type;
}

/** Stops the reading of an expression. Never leaves this directory: `parse` returns the problem. */
export class SyntaxFailure extends Error {
  readonly problem: ExpressionProblem;

  constructor(message: string, { at, length }: Span) {
    super(message);
    this.problem = { kind: "syntax", message, offset: at, length };
  }
}

/** Returns a problem with the types of an expression. */
export function problemAt({ at, length }: Span, message: string): ExpressionProblem {
  return { kind: "type", message, offset: at, length };
}
