/** Place in an expression, in Unicode code points, as in the API server's errors. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

/**
 * Syntax tree of a CEL expression as written: macros are calls. The span of a node is that of the token that names it:
 * an operator, a name, or a literal.
 */
export type Expr = Span &
  (
    | { readonly kind: "literal"; readonly value: Literal }
    /** A rooted name, such as `.a`, is never the variable of a macro. */
    | { readonly kind: "ident"; readonly name: string; readonly rooted: boolean }
    | { readonly kind: "select"; readonly operand: Expr; readonly field: string; readonly optional: boolean }
    | { readonly kind: "index"; readonly operand: Expr; readonly index: Expr; readonly optional: boolean }
    | { readonly kind: "call"; readonly name: string; readonly target?: Expr; readonly args: readonly Expr[] }
    | { readonly kind: "list"; readonly items: readonly Item[] }
    | { readonly kind: "map"; readonly entries: readonly Entry[] }
  );

/** Item of a list. An optional item, as in `[?a.?b]`, is omitted if it has no value. */
export interface Item {
  readonly value: Expr;
  readonly optional: boolean;
}

export interface Entry extends Item {
  readonly key: Expr;
}

/** Value of a literal. A string of bytes has one character per byte. */
export type Literal =
  | { readonly type: "int" | "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "string" | "bytes"; readonly value: string }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "null" };

/** Operators, which are calls in the tree, with the function names of CEL's standard environment. */
export const OPERATORS = {
  "?:": "_?_:_",
  "||": "_||_",
  "&&": "_&&_",
  "==": "_==_",
  "!=": "_!=_",
  "<": "_<_",
  "<=": "_<=_",
  ">": "_>_",
  ">=": "_>=_",
  in: "@in",
  "+": "_+_",
  "-": "_-_",
  "*": "_*_",
  "/": "_/_",
  "%": "_%_",
} as const;

/** Returns the direct subexpressions of an expression. */
export function childExpressions(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "select":
      return [expr.operand];
    case "index":
      return [expr.operand, expr.index];
    case "call":
      return expr.target ? [expr.target, ...expr.args] : expr.args;
    case "list":
      return expr.items.map(({ value }) => value);
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    default:
      return [];
  }
}
