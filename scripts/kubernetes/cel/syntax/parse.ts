/**
 * Parses CEL into a syntax tree. Source: the grammar of google/cel-go, parser/gen/CEL.g4, without messages
 * (`Type{field: 1}`), because schemas define no message types.
 */

import { RESERVED } from "../types/reserved.js";
import { lex, type Token } from "./lex.js";
import { MAX_DEPTH, MAX_LENGTH, tooDeep, tooDeepAt } from "./limits.js";
import { literalOf } from "./literal.js";
import { type ExpressionProblem, SyntaxFailure } from "./problem.js";
import { type Entry, type Expr, type Item, OPERATORS, type Span } from "./tree.js";

export type Parsed =
  | { readonly expr: Expr; readonly problem?: never }
  | { readonly expr?: never; readonly problem: ExpressionProblem };

/** First API server that allows names of fields in backticks. */
const BACKTICKS_SINCE = 37;

/** Parsed expressions. Versions, channels and checks need the same ones. */
const known = new Map<string, Parsed>();
const MOST_KNOWN = 1000;
/** Longer expressions are not kept, to limit the memory. */
const LONGEST_KNOWN = 2000;

/** Parses an expression, as an API server of a minor version does. Returns the first problem if it is not valid. */
export function parse(source: string, server: number): Parsed {
  const hasBackticks = server >= BACKTICKS_SINCE;
  const key = `${hasBackticks} ${source}`;
  const before = known.get(key);
  if (before) return before;
  const parsed = parseNew(source, hasBackticks);
  if (source.length > LONGEST_KNOWN) return parsed;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, parsed);
  return parsed;
}

function parseNew(source: string, hasBackticks: boolean): Parsed {
  if (source.length > MAX_LENGTH && [...source].length > MAX_LENGTH) {
    const message = `it must be at most ${MAX_LENGTH} characters long`;
    return { problem: { kind: "syntax", message, offset: 0, length: 0 } };
  }
  try {
    const expr = new Parser(lex(source), hasBackticks).parse();
    const deep = tooDeepAt(expr);
    if (deep) throw new SyntaxFailure(tooDeep, deep);
    return { expr };
  } catch (error) {
    if (error instanceof SyntaxFailure) return { problem: error.problem };
    throw error;
  }
}

const ESCAPES = "use __dash__, __dot__ or __slash__ instead";

const RELATIONS: ReadonlyMap<string, string> = new Map(
  (["==", "!=", "<", "<=", ">", ">=", "in"] as const).map((operator) => [operator, OPERATORS[operator]]),
);
/** Operators with the precedence of their level: a right operand contains only operators of a higher level. */
const CALCULATIONS: ReadonlyMap<string, number> = new Map([
  ["+", 1],
  ["-", 1],
  ["*", 2],
  ["/", 2],
  ["%", 2],
]);

type Rule = "expr" | "relation" | "calc";

class Parser {
  #index = 0;
  /** Number of rules of the grammar that are being read, by rule. The API server limits each number. */
  readonly #open: Record<Rule, number> = { expr: 0, relation: 0, calc: 0 };

  constructor(
    readonly tokens: readonly Token[],
    readonly hasBackticks: boolean,
  ) {}

  parse(): Expr {
    if (this.#peek().kind === "end") throw new SyntaxFailure("it is empty", this.#peek());
    const expr = this.#expr();
    if (this.#peek().kind !== "end") throw this.#unexpected();
    return expr;
  }

  #peek(): Token {
    return this.tokens[this.#index] as Token;
  }

  #next(): Token {
    return this.tokens[this.#index++] as Token;
  }

  #is(op: string): boolean {
    const { kind, text } = this.#peek();
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

  #unexpected(expectation?: string): SyntaxFailure {
    const token = this.#peek();
    const found = token.kind === "end" ? "the expression is incomplete" : `unexpected "${token.text}"`;
    return new SyntaxFailure(expectation ? `${found}; ${expectation}` : found, token);
  }

  /** Reads a rule of the grammar that can contain itself. */
  #within(rule: Rule, read: () => Expr): Expr {
    if (++this.#open[rule] > MAX_DEPTH) throw new SyntaxFailure(tooDeep, this.#peek());
    const expr = read();
    this.#open[rule]--;
    return expr;
  }

  #expr(): Expr {
    return this.#within("expr", () => {
      const condition = this.#logical("||");
      if (!this.#is("?")) return condition;
      const span = this.#next();
      const yes = this.#logical("||");
      this.#expect(":");
      return call(OPERATORS["?:"], [condition, yes, this.#expr()], span);
    });
  }

  /** Parses a chain into a balanced tree, like the API server, so a long chain is not deeply nested. */
  #logical(operator: "||" | "&&"): Expr {
    const operand = () => (operator === "||" ? this.#logical("&&") : this.#relation());
    const operands = [operand()];
    const places: Span[] = [];
    while (this.#is(operator)) {
      places.push(this.#next());
      operands.push(operand());
    }
    return balanced(OPERATORS[operator], operands, places, 0, places.length - 1);
  }

  #relation(): Expr {
    return this.#within("relation", () => {
      let left = this.#calc(1);
      for (;;) {
        const { kind, text } = this.#peek();
        const operator = kind === "op" || kind === "keyword" ? RELATIONS.get(text) : undefined;
        if (operator === undefined) return left;
        const span = this.#next();
        const right = this.#within("relation", () => this.#calc(1));
        left = call(operator, [left, right], span);
      }
    });
  }

  #calc(level: number): Expr {
    return this.#within("calc", () => {
      let left = this.#unary();
      for (;;) {
        const { kind, text } = this.#peek();
        const precedence = kind === "op" ? CALCULATIONS.get(text) : undefined;
        if (precedence === undefined || precedence < level) return left;
        const span = this.#next();
        left = call(`_${text}_`, [left, this.#calc(precedence + 1)], span);
      }
    });
  }

  /** Parses `!` and `-`. The API server drops pairs of them. */
  #unary(): Expr {
    const first = this.#peek();
    const operator = this.#is("!") ? "!" : this.#is("-") && !this.#isSignedNumber() ? "-" : undefined;
    if (operator === undefined) return this.#member();
    let count = 0;
    while (this.#take(operator)) count++;
    const operand = this.#member();
    return count % 2 === 0 ? operand : call(`${operator}_`, [operand], first);
  }

  #isSignedNumber(): boolean {
    const following = this.tokens[this.#index + 1]?.kind;
    return following === "int" || following === "double";
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      if (this.#is(".")) operand = this.#selection(operand, this.#next());
      else if (this.#is("[")) {
        const span = this.#next();
        const optional = this.#take("?");
        const index = this.#expr();
        this.#expect("]");
        operand = { kind: "index", operand, index, optional, at: span.at, length: span.length };
      } else return operand;
    }
  }

  #selection(operand: Expr, dot: Span): Expr {
    const optional = this.#take("?");
    const name = this.#peek();
    if (name.kind !== "ident" && name.kind !== "quoted") throw this.#unexpected("write the name of a field");
    if (name.kind === "quoted" && !this.hasBackticks) {
      throw new SyntaxFailure(
        `Kubernetes before 1.${BACKTICKS_SINCE} does not allow names in backticks; ${ESCAPES}`,
        name,
      );
    }
    this.#next();
    if (!optional && name.kind === "ident" && this.#take("(")) return call(name.text, this.#arguments(), name, operand);
    const at = optional || name.kind === "quoted" ? dot.at : name.at;
    return { kind: "select", operand, field: name.text, optional, at, length: name.at + name.length - at };
  }

  #primary(): Expr {
    const token = this.#peek();
    const { at, length } = token;
    if (this.#take("(")) {
      const inner = this.#expr();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[")) return { kind: "list", items: this.#items(), at, length };
    if (this.#take("{")) return { kind: "map", entries: this.#entries(), at, length };
    if (this.#take("-")) return this.#literal("-", at);
    const isRooted = this.#take("."); // name in the outermost scope
    return isRooted || token.kind === "ident" ? this.#identifier(isRooted) : this.#literal("", at);
  }

  #identifier(rooted: boolean): Expr {
    const { kind, text, at, length } = this.#peek();
    if (kind !== "ident") throw this.#unexpected("write a name");
    if (RESERVED.has(text)) throw new SyntaxFailure(`"${text}" is a reserved word`, { at, length });
    this.#next();
    const span = { at, length };
    return this.#take("(") ? call(text, this.#arguments(), span) : { kind: "ident", name: text, rooted, ...span };
  }

  #literal(sign: "" | "-", at: number): Expr {
    const token = this.#peek();
    const span = { at, length: token.at + token.length - at };
    const value = literalOf(token, sign, span);
    if (!value) throw this.#unexpected();
    this.#next();
    return { kind: "literal", value, ...span };
  }

  #arguments(): Expr[] {
    const items: Expr[] = [];
    if (this.#take(")")) return items;
    do items.push(this.#expr());
    while (this.#take(","));
    this.#expect(")");
    return items;
  }

  /** Parses the items of a list. Unlike arguments, they can be optional and can end with a comma. */
  #items(): Item[] {
    const items: Item[] = [];
    if (this.#take(",")) return this.#end("]", items);
    while (!this.#take("]")) {
      const optional = this.#take("?");
      items.push({ optional, value: this.#expr() });
      if (!this.#take(",") && !this.#is("]")) throw this.#unexpected('write "," or "]"');
    }
    return items;
  }

  #entries(): Entry[] {
    const entries: Entry[] = [];
    if (this.#take(",")) return this.#end("}", entries);
    while (!this.#take("}")) {
      const optional = this.#take("?");
      const key = this.#expr();
      this.#expect(":");
      entries.push({ optional, key, value: this.#expr() });
      if (!this.#take(",") && !this.#is("}")) throw this.#unexpected('write "," or "}"');
    }
    return entries;
  }

  #end<T>(bracket: string, items: T): T {
    this.#expect(bracket);
    return items;
  }
}

function call(name: string, args: readonly Expr[], { at, length }: Span, target?: Expr): Expr {
  return { kind: "call", name, args, at, length, ...(target && { target }) };
}

/** Joins the operands from `low` to `high + 1` in a balanced tree. Source: google/cel-go, parser/helper.go. */
function balanced(name: string, operands: readonly Expr[], places: readonly Span[], low: number, high: number): Expr {
  if (low > high) return operands[low] as Expr;
  const middle = Math.floor((low + high + 1) / 2);
  const left = balanced(name, operands, places, low, middle - 1);
  const right = balanced(name, operands, places, middle + 1, high);
  return call(name, [left, right], places[middle] as Span);
}
