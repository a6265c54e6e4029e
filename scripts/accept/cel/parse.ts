/** CEL text → syntax tree. Source: the grammar of the CEL language definition (google/cel-spec, doc/langdef.md). */
import { lex, type Token } from "./lex.js";
import { CelSyntaxError, type Expr, type Literal, OPERATORS } from "./syntax.js";

/** Words that no variable or function may be named by; fields may, behind a dot. */
const RESERVED = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/** As deep as the API server lets an expression be nested, so that none can exhaust the stack. */
const MAX_DEPTH = 250;

const BINARY_LEVELS: readonly (readonly (keyof typeof OPERATORS)[])[] = [
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** Parses an expression. Throws a CelSyntaxError where it is none. */
export function parseCel(source: string): Expr {
  const parser = new Parser(lex(source));
  return parser.parse();
}

class Parser {
  #index = 0;
  #depth = 0;

  constructor(readonly tokens: readonly Token[]) {}

  parse(): Expr {
    const expr = this.#ternary();
    if (this.#peek.kind !== "end") throw this.#unexpected();
    return expr;
  }

  get #peek(): Token {
    return this.tokens[this.#index] as Token;
  }

  #next(): Token {
    return this.tokens[this.#index++] as Token;
  }

  #is(op: string): boolean {
    const { kind, text } = this.#peek;
    return text === op && (kind === "op" || (op === "in" && kind === "ident"));
  }

  #take(op: string): boolean {
    if (!this.#is(op)) return false;
    this.#index++;
    return true;
  }

  #expect(op: string): void {
    if (!this.#take(op)) throw this.#unexpected(`"${op}" is expected`);
  }

  #unexpected(expectation?: string): CelSyntaxError {
    const { kind, text, at } = this.#peek;
    const found = kind === "end" ? "the expression ends too early" : `"${text}" is not expected here`;
    return new CelSyntaxError(expectation ? `${found}: ${expectation}` : found, at);
  }

  #ternary(): Expr {
    if (++this.#depth > MAX_DEPTH) throw new CelSyntaxError("it is nested too deeply", this.#peek.at);
    const condition = this.#binary(0);
    let expr = condition;
    if (this.#take("?")) {
      const yes = this.#binary(0);
      this.#expect(":");
      expr = call(OPERATORS["?:"], [condition, yes, this.#ternary()], condition.at);
    }
    this.#depth--;
    return expr;
  }

  #binary(level: number): Expr {
    const operators = BINARY_LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.#is(candidate));
      if (!operator) return left;
      const { at } = this.#next();
      left = call(OPERATORS[operator], [left, this.#binary(level + 1)], at);
    }
  }

  #unary(): Expr {
    const { at } = this.#peek;
    let nots = 0;
    while (this.#take("!")) nots++;
    if (nots > 0) return nest("!_", nots, this.#member(), at);
    let minuses = 0;
    while (this.#is("-")) {
      const following = this.tokens[this.#index + 1];
      if (minuses === 0 && (following?.kind === "int" || following?.kind === "double")) break;
      this.#index++;
      minuses++;
    }
    return nest("-_", minuses, this.#member(), at);
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      const { at } = this.#peek;
      if (this.#take(".")) operand = this.#selection(operand, false, at);
      else if (this.#take(".?")) operand = this.#selection(operand, true, at);
      else if (this.#is("[") || this.#is("[?")) {
        const optional = this.#next().text === "[?";
        const index = this.#ternary();
        this.#expect("]");
        operand = { kind: "index", operand, index, optional, at };
      } else return operand;
    }
  }

  #selection(operand: Expr, optional: boolean, at: number): Expr {
    const token = this.#next();
    if (token.kind !== "ident") {
      this.#index--;
      throw this.#unexpected("a field name is expected");
    }
    if (!optional && this.#take("(")) return call(token.text, this.#list(")"), at, operand);
    return { kind: "select", operand, field: token.text, optional, at };
  }

  #primary(): Expr {
    const token = this.#peek;
    if (this.#take("(")) {
      const inner = this.#ternary();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[")) return { kind: "list", items: this.#list("]"), at: token.at };
    if (this.#take("{")) return { kind: "map", entries: this.#entries(), at: token.at };
    if (this.#take("-")) return literal(this.#next(), "-", token.at);
    this.#take(".");
    const word = this.#next();
    if (word.kind === "ident") return this.#identifier(word);
    if (word.kind === "op" || word.kind === "end") {
      this.#index--;
      throw this.#unexpected();
    }
    return literal(word, "", token.at);
  }

  #identifier(word: Token): Expr {
    const { text, at } = word;
    if (text === "true" || text === "false") return literalExpr({ type: "bool", value: text === "true" }, at);
    if (text === "null") return literalExpr({ type: "null" }, at);
    if (RESERVED.has(text)) throw new CelSyntaxError(`"${text}" is a reserved word`, at);
    return this.#take("(") ? call(text, this.#list(")"), at) : { kind: "ident", name: text, at };
  }

  #list(close: string): Expr[] {
    const items: Expr[] = [];
    while (!this.#take(close)) {
      this.#take("?"); // an optional element, as in [?a.b]
      items.push(this.#ternary());
      if (!this.#take(",") && !this.#is(close)) throw this.#unexpected(`"," or "${close}" is expected`);
    }
    return items;
  }

  #entries(): { key: Expr; value: Expr }[] {
    const entries: { key: Expr; value: Expr }[] = [];
    while (!this.#take("}")) {
      this.#take("?");
      const key = this.#ternary();
      this.#expect(":");
      entries.push({ key, value: this.#ternary() });
      if (!this.#take(",") && !this.#is("}")) throw this.#unexpected('"," or "}" is expected');
    }
    return entries;
  }
}

function call(name: string, args: readonly Expr[], at: number, target?: Expr): Expr {
  return { kind: "call", name, args, at, ...(target && { target }) };
}

function nest(name: string, times: number, operand: Expr, at: number): Expr {
  let expr = operand;
  for (let count = 0; count < times; count++) expr = call(name, [expr], at);
  return expr;
}

function literalExpr(value: Literal, at: number): Expr {
  return { kind: "literal", value, at };
}

function literal(token: Token, sign: "" | "-", at: number): Expr {
  switch (token.kind) {
    case "int": {
      const value = BigInt(token.text);
      return literalExpr({ type: "int", value: sign === "-" ? -value : value }, at);
    }
    case "uint":
      return literalExpr({ type: "uint", value: BigInt(token.text) }, at);
    case "double":
      return literalExpr({ type: "double", value: Number(sign + token.text) }, at);
    case "string":
    case "bytes":
      return literalExpr({ type: token.kind, value: token.text }, at);
    default:
      throw new CelSyntaxError(`"${token.text}" is not expected here`, token.at);
  }
}
