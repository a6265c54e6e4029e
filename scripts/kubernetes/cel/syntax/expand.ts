import type { Core } from "./core.js";
import { macroOf } from "./macros.js";
import { type ExpressionProblem, SyntaxFailure } from "./problem.js";
import type { Expr, Span } from "./tree.js";

export type Expanded =
  | { readonly core: Core; readonly problem?: never }
  | { readonly core?: never; readonly problem: ExpressionProblem };

/** First versions of Kubernetes with optional syntax, such as `a.?b`, and with names in backticks. */
const OPTIONAL_SINCE = 28;

/** Replaces the macros of a version of Kubernetes, given as its minor version. Returns the first problem, if any. */
export function expand(expr: Expr, minor: number): Expanded {
  try {
    return { core: new Expander(minor).expand(expr) };
  } catch (error) {
    if (error instanceof SyntaxFailure) return { problem: error.problem };
    throw error;
  }
}

class Expander {
  constructor(readonly minor: number) {}

  /** The depth of the recursion is limited, because `parse` limits the depth of the tree. */
  expand = (expr: Expr): Core => {
    const { at, length } = expr;
    switch (expr.kind) {
      case "literal":
        return expr;
      case "ident":
        return { kind: "ident", name: expr.rooted ? `.${expr.name}` : expr.name, at, length };
      case "select":
        return this.#select(expr);
      case "index": {
        if (expr.optional) this.#needsOptionals(expr);
        const args = [this.expand(expr.operand), this.expand(expr.index)];
        return { kind: "call", name: expr.optional ? "_[?_]" : "_[_]", args, at, length };
      }
      case "list":
        return { kind: "list", items: expr.items.map((item) => this.#item(item, expr)), at, length };
      case "map": {
        const entries = expr.entries.map((entry) => ({ key: this.expand(entry.key), ...this.#item(entry, expr) }));
        return { kind: "map", entries, at, length };
      }
      case "call":
        return this.#call(expr);
    }
  };

  #item({ value, optional }: { value: Expr; optional: boolean }, span: Span): { value: Core; optional: boolean } {
    if (optional) this.#needsOptionals(span);
    return { value: this.expand(value), optional };
  }

  #select({ operand, field, optional, at, length }: Extract<Expr, { kind: "select" }>): Core {
    const inner = this.expand(operand);
    if (!optional) return { kind: "select", operand: inner, field, isTest: false, at, length };
    this.#needsOptionals({ at, length });
    const name: Core = { kind: "literal", value: { type: "string", value: field }, at, length };
    return { kind: "call", name: "_?._", args: [inner, name], at, length };
  }

  #needsOptionals(span: Span): void {
    if (this.minor >= OPTIONAL_SINCE) return;
    throw new SyntaxFailure(`optional syntax requires Kubernetes 1.${OPTIONAL_SINCE} or later`, span);
  }

  #call(expr: Extract<Expr, { kind: "call" }>): Core {
    const { name, target, args, at, length } = expr;
    if (!target && name === "has" && args.length === 1) return this.#has(args[0] as Expr);
    const macro = target && macroOf(name, args);
    if (!macro || macro.since > this.minor) {
      const inner = { kind: "call", name, args: args.map(this.expand), at, length } as const;
      return target ? { ...inner, target: this.expand(target) } : inner;
    }
    const variables = args.slice(0, macro.variables).map((arg) => variableName(name, arg));
    const [first, second] = variables;
    if (first === second && args[1]) {
      throw new SyntaxFailure(`the two variables of ${name}() must not both be named ${first}`, args[1]);
    }
    const rest = args.slice(macro.variables).map(this.expand);
    return macro.expand({ span: { at, length }, target: this.expand(target), variables, args: rest });
  }

  #has(arg: Expr): Core {
    const { at, length } = arg;
    if (arg.kind !== "select" || arg.optional) {
      throw new SyntaxFailure("the argument of has() must be a field, as in has(self.a)", arg);
    }
    return { kind: "select", operand: this.expand(arg.operand), field: arg.field, isTest: true, at, length };
  }
}

/** A variable cannot have the name that older versions gave the accumulator. Source: google/cel-go, parser/macro.go. */
function variableName(macro: string, arg: Expr): string {
  if (arg.kind === "ident" && !arg.rooted && arg.name !== "__result__") return arg.name;
  throw new SyntaxFailure(`the variables of ${macro}() must be names, as in ${macro}(x, …)`, arg);
}
