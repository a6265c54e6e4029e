/** Syntax tree of a CEL expression. `at` is the offset in the expression, in UTF-16 code units. */
export type Expr =
  | { readonly kind: "literal"; readonly value: Literal; readonly at: number }
  | { readonly kind: "ident"; readonly name: string; readonly at: number }
  | {
      readonly kind: "select";
      readonly operand: Expr;
      readonly field: string;
      readonly optional: boolean;
      readonly at: number;
    }
  | {
      readonly kind: "index";
      readonly operand: Expr;
      readonly index: Expr;
      readonly optional: boolean;
      readonly at: number;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly target?: Expr;
      readonly args: readonly Expr[];
      readonly at: number;
    }
  | { readonly kind: "list"; readonly items: readonly Expr[]; readonly at: number }
  | {
      readonly kind: "map";
      readonly entries: readonly { readonly key: Expr; readonly value: Expr }[];
      readonly at: number;
    };

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

export type Literal =
  | { readonly type: "int" | "uint"; readonly value: bigint }
  | { readonly type: "double"; readonly value: number }
  | { readonly type: "string" | "bytes"; readonly value: string }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "null" };

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
      return expr.items;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    default:
      return [];
  }
}

/** Error in the syntax of an expression. */
export class CelSyntaxError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
