/**
 * Parses CEL into a syntax tree. Source: the grammar of the API server's CEL (google/cel-go, parser/gen/CEL.g4),
 * without messages (`Type{field: 1}`), because schemas define no message types.
 */
import { lex, type Token } from "./lex.js";
import { macroProblem } from "./macros.js";
import { CelSyntaxError, childExpressions, type Expr, type Literal, OPERATORS } from "./syntax.js";

/** Names that variables and functions cannot have. Fields can have them, after a dot. */
const RESERVED = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/** Maximum nesting that the API server allows, which also protects the stack. Source: cel-go, parser.go. */
const MAX_DEPTH = 250;
/** Maximum length in code points that the API server parses. Source: cel-go, parser/options.go. */
const MAX_LENGTH = 100_000;

/** Operators whose chains can have any length. */
const LOGICAL = ["||", "&&"] as const;
const BINARY_LEVELS: readonly (readonly (keyof typeof OPERATORS)[])[] = [
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** Parses an expression. Throws a CelSyntaxError if it is not valid. */
export function parseCel(source: string): Expr {
  const tokens = lex(source);
  if (tokens.length === 1) throw new CelSyntaxError("it is empty", 0);
  const expr = new Parser(tokens).parse();
  limitDepth(expr);
  if (source.length > MAX_LENGTH && [...source].length > MAX_LENGTH) {
    throw new CelSyntaxError(`it must be at most ${MAX_LENGTH} characters long`, 0);
  }
  return expr;
}

/** Throws if a part is nested too deeply. A chain such as `a + b + c` nests each part in the next. */
function limitDepth(root: Expr): void {
  const open = [{ expr: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { expr, depth } = next;
    if (depth > MAX_DEPTH) throw tooDeep(expr.at);
    for (const part of childExpressions(expr)) open.push({ expr: part, depth: depth + 1 });
  }
}

function tooDeep(at: number): CelSyntaxError {
  return new CelSyntaxError(`it must not be nested more than ${MAX_DEPTH} levels deep`, at);
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
    return text === op && (kind === "op" || kind === "keyword");
  }

  #take(op: string): boolean {
    if (!this.#is(op)) return false;
    this.#index++;
    return true;
  }

  #expect(op: string): void {
    if (!this.#take(op)) throw this.#unexpected(`write "${op}"`);
  }

  #unexpected(expectation?: string): CelSyntaxError {
    const { kind, text, at } = this.#peek;
    const found = kind === "end" ? "the expression is incomplete" : `unexpected "${text}"`;
    return new CelSyntaxError(expectation ? `${found}; ${expectation}` : found, at);
  }

  #ternary(): Expr {
    if (++this.#depth > MAX_DEPTH) throw tooDeep(this.#peek.at);
    const condition = this.#logical(0);
    let expr = condition;
    if (this.#take("?")) {
      const yes = this.#logical(0);
      this.#expect(":");
      expr = call(OPERATORS["?:"], [condition, yes, this.#ternary()], condition.at);
    }
    this.#depth--;
    return expr;
  }

  /** Parses a chain into a balanced tree, like the API server, so a long chain is not deeply nested. */
  #logical(level: number): Expr {
    const operator = LOGICAL[level];
    if (!operator) return this.#binary(0);
    const operands = [this.#logical(level + 1)];
    const places: number[] = [];
    while (this.#is(operator)) {
      places.push(this.#next().at);
      operands.push(this.#logical(level + 1));
    }
    return balanced(OPERATORS[operator], operands, places);
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
      if (this.#take(".")) operand = this.#selection(operand, this.#take("?"), at);
      else if (this.#take("[")) {
        const optional = this.#take("?");
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
      throw this.#unexpected("write the name of a field");
    }
    if (!optional && this.#take("(")) return writtenCall(token.text, this.#arguments(), at, operand);
    return { kind: "select", operand, field: token.text, optional, at };
  }

  #primary(): Expr {
    const token = this.#peek;
    if (this.#take("(")) {
      const inner = this.#ternary();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[")) return { kind: "list", items: this.#items(), at: token.at };
    if (this.#take("{")) return { kind: "map", entries: this.#entries(), at: token.at };
    if (this.#take("-")) return this.#literal("-", token.at);
    const isRooted = this.#take("."); // name in the outermost scope
    return isRooted || this.#peek.kind === "ident" ? this.#identifier() : this.#literal("", token.at);
  }

  #identifier(): Expr {
    const { kind, text, at } = this.#peek;
    if (kind !== "ident") throw this.#unexpected("write a name");
    if (RESERVED.has(text)) throw new CelSyntaxError(`"${text}" is a reserved word`, at);
    this.#next();
    return this.#take("(") ? writtenCall(text, this.#arguments(), at) : { kind: "ident", name: text, at };
  }

  #literal(sign: "" | "-", at: number): Expr {
    const value = literalOf(this.#peek, sign);
    if (!value) throw this.#unexpected();
    this.#next();
    return { kind: "literal", value, at };
  }

  #arguments(): Expr[] {
    const items: Expr[] = [];
    if (this.#take(")")) return items;
    do items.push(this.#ternary());
    while (this.#take(","));
    this.#expect(")");
    return items;
  }

  /** Parses the items of a list. Unlike arguments, they can be optional, as in `[?a.?b]`, and can end with a comma. */
  #items(): Expr[] {
    const items: Expr[] = [];
    while (!this.#take("]")) {
      this.#take("?");
      items.push(this.#ternary());
      if (!this.#take(",") && !this.#is("]")) throw this.#unexpected('write "," or "]"');
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
      if (!this.#take(",") && !this.#is("}")) throw this.#unexpected('write "," or "}"');
    }
    return entries;
  }
}

/** Returns a call as written. Macros are not expanded. */
function writtenCall(name: string, args: readonly Expr[], at: number, target?: Expr): Expr {
  const wrong = macroProblem(name, args, target !== undefined);
  if (wrong) throw new CelSyntaxError(wrong.problem, wrong.at);
  return call(name, args, at, target);
}

function call(name: string, args: readonly Expr[], at: number, target?: Expr): Expr {
  return { kind: "call", name, args, at, ...(target && { target }) };
}

/** Applies an operator up to two times. Pairs beyond that cancel out; the API server's parser removes all pairs. */
function nest(name: string, times: number, operand: Expr, at: number): Expr {
  let expr = operand;
  for (let count = times > 2 ? 2 - (times % 2) : times; count > 0; count--) expr = call(name, [expr], at);
  return expr;
}

/** Joins operands in a balanced tree. `places` are those of the operators, of which there is one fewer. */
function balanced(name: string, operands: readonly Expr[], places: readonly number[]): Expr {
  const [only] = operands;
  if (only && operands.length === 1) return only;
  const middle = places.length >> 1;
  const left = balanced(name, operands.slice(0, middle + 1), places.slice(0, middle));
  const right = balanced(name, operands.slice(middle + 1), places.slice(middle + 1));
  return call(name, [left, right], places[middle] ?? 0);
}

/** Returns the value of a token, or undefined if it has none. Only int and double can have a sign. */
function literalOf(token: Token, sign: "" | "-"): Literal | undefined {
  const { kind, text } = token;
  if (kind === "int") return { type: kind, value: wholeNumber(token, sign, -(2n ** 63n), 2n ** 63n - 1n) };
  if (kind === "double") return { type: kind, value: double(token, sign) };
  if (sign === "-") return undefined;
  if (kind === "uint") return { type: kind, value: wholeNumber(token, sign, 0n, 2n ** 64n - 1n) };
  if (kind === "string" || kind === "bytes") return { type: kind, value: text };
  if (kind !== "keyword" || text === "in") return undefined;
  return text === "null" ? { type: "null" } : { type: "bool", value: text === "true" };
}

function wholeNumber({ text, at }: Token, sign: "" | "-", least: bigint, most: bigint): bigint {
  const value = sign === "-" ? -BigInt(text) : BigInt(text);
  if (value < least || value > most) throw new CelSyntaxError(`the number ${sign}${text} is too large`, at);
  return value;
}

function double({ text, at }: Token, sign: "" | "-"): number {
  const value = Number(sign + text);
  if (!Number.isFinite(value)) throw new CelSyntaxError(`the number ${sign}${text} is too large`, at);
  return value;
}
