import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isJsonObject, type JsonObject } from "../../../scripts/core/model/json.js";
import { anyEnvironment } from "../../../scripts/kubernetes/cel/environment/environment.js";
import { readExpression } from "../../../scripts/kubernetes/cel/syntax/read.js";
import type { Expr } from "../../../scripts/kubernetes/cel/syntax/tree.js";
import { unknownFieldsIn } from "../../support/compile-rule.js";
import { parseCel } from "../../support/parse-cel.js";
import { withCorpus } from "../../support/shared.js";

const cel = suite("CEL");

/** Prints a syntax tree: calls and operators in parentheses, with the name first. */
function show(expr: Expr): string {
  switch (expr.kind) {
    case "literal":
      return "value" in expr.value ? `${expr.value.type} ${String(expr.value.value)}` : expr.value.type;
    case "ident":
      return expr.name;
    case "select":
      return `${show(expr.operand)}${expr.optional ? ".?" : "."}${expr.field}`;
    case "index":
      return `${show(expr.operand)}[${expr.optional ? "?" : ""}${show(expr.index)}]`;
    case "list":
      return `[${expr.items.map(({ value }) => show(value)).join(", ")}]`;
    case "map":
      return `{${expr.entries.map(({ key, value }) => `${show(key)}: ${show(value)}`).join(", ")}}`;
    case "call":
      return `(${[expr.name, ...(expr.target ? [expr.target] : []), ...expr.args].map((part) => (typeof part === "string" ? part : show(part))).join(" ")})`;
  }
}

/**
 * Returns the error in a source and the part of the source from the error on, or undefined if it is a valid expression.
 */
function wrong(source: string): string | undefined {
  const { problem } = readExpression(source, anyEnvironment());
  return problem && `${problem.message} | ${[...source].slice(problem.offset).join("")}`;
}

const TREES: readonly (readonly [source: string, tree: string])[] = [
  ["a || b && c", "(_||_ a (_&&_ b c))"],
  ["a && b || c", "(_||_ (_&&_ a b) c)"],
  ["a + b * c - d", "(_-_ (_+_ a (_*_ b c)) d)"],
  ["a - b - c", "(_-_ (_-_ a b) c)"],
  ["(a - b) * c", "(_*_ (_-_ a b) c)"],
  ["a + b < c == d", "(_==_ (_<_ (_+_ a b) c) d)"],
  ["a in b && !c", "(_&&_ (@in a b) (!_ c))"],
  ["a ? b || c : d", "(_?_:_ a (_||_ b c) d)"],
  ["a || b ? c : d || e", "(_?_:_ (_||_ a b) c (_||_ d e))"],
  ["a ? b : c ? d : e", "(_?_:_ a b (_?_:_ c d e))"],
  ["!!a", "a"],
  ["--a", "a"],
  ["-1", "int -1"],
  ["-1.5", "double -1.5"],
  ["--1.5", "double 1.5"],
  ["a - 1", "(_-_ a int 1)"],
  ["a -1", "(_-_ a int 1)"],
  ["-a.b", "(-_ a.b)"],
  ["!-1", "(!_ int -1)"],
  ["a.b.c(d, e).f", "(c a.b d e).f"],
  ["a.?b.?c[?0]", "a.?b.?c[?int 0]"],
  ["a. ? b", "a.?b"],
  ["a[b][c.d]", "a[b][c.d]"],
  ["has(self.a)", "(has self.a)"],
  [".a.b", "a.b"],
  [".f(a)", "(f a)"],
  ["[]", "[]"],
  ["[a, ?b.?c, ]", "[a, b.?c]"],
  ["{}", "{}"],
  ["{'a': 1, ?b: c,}", "{string a: int 1, b: c}"],
  ["true != false", "(_!=_ bool true bool false)"],
  ["null", "null"],
  ["self.namespace.as(b)", "(as self.namespace b)"],
  ["a // one\n+ // two\nb", "(_+_ a b)"],
  ["a\t+\r\n\fb", "(_+_ a b)"],
  ["0x1F + 1u + 0xffU", "(_+_ (_+_ int 31 uint 1) uint 255)"],
  ["1.5 + .5 + 1e3 + 2.5E-1", "(_+_ (_+_ (_+_ double 1.5 double 0.5) double 1000) double 0.25)"],
  ["1.size()", "(size int 1)"],
  ["-9223372036854775808 + 18446744073709551615u", "(_+_ int -9223372036854775808 uint 18446744073709551615)"],
  [`"a'b" + 'a"b'`, `(_+_ string a'b string a"b)`],
  [`"""a"b\n""" + '''c'd'''`, `(_+_ string a"b\n string c'd)`],
  [`'\\n\\t\\\\\\'\\x41\\u00e9\\U0001F600\\101\\?\\\`'`, "string \n\t\\'Aé😀A?`"],
  [`r"\\d" + R'\\'`, "(_+_ string \\d string \\)"],
  [`b"a" + bR'\\x' + b'\\xff'`, "(_+_ (_+_ bytes a bytes \\x) bytes ÿ)"],
];

for (const [source, tree] of TREES) {
  cel(`reads ${source}`, () => assert.is(show(parseCel(source)), tree));
}

const MISTAKES: readonly (readonly [source: string, problem: string])[] = [
  ["", "it is empty | "],
  ["  \n", "it is empty | "],
  ["a b", 'unexpected "b" | b'],
  ["a +", "the expression is incomplete | "],
  ["a = b", '"=" is not part of CEL | = b'],
  ["a @ b", '"@" is not part of CEL | @ b'],
  ["a | b", '"|" is not part of CEL | | b'],
  ["self.größe", '"ö" is not part of CEL | öße'],
  ["a ? b", 'the expression is incomplete; write ":" | '],
  ["a ? b ? c : d : e", 'unexpected "?"; write ":" | ? c : d : e'],
  ["(a", 'the expression is incomplete; write ")" | '],
  ["a)", 'unexpected ")" | )'],
  ["[a b]", 'unexpected "b"; write "," or "]" | b]'],
  ["{a}", 'unexpected "}"; write ":" | }'],
  ["{a: b c: d}", 'unexpected "c"; write "," or "}" | c: d}'],
  ["a[]", 'unexpected "]" | ]'],
  ["f(a,)", 'unexpected ")" | )'],
  ["f(?a)", 'unexpected "?" | ?a)'],
  ["a.1", 'unexpected ".1" | .1'],
  ["a..b", 'unexpected "."; write the name of a field | .b'],
  ["a.'b'", "unexpected \"b\"; write the name of a field | 'b'"],
  ["a.true", 'unexpected "true"; write the name of a field | true'],
  ["a.in", 'unexpected "in"; write the name of a field | in'],
  ["a.?b()", 'unexpected "(" | ()'],
  [".'a'", "unexpected \"a\"; write a name | 'a'"],
  [".true", 'unexpected "true"; write a name | true'],
  ["in", 'unexpected "in" | in'],
  ["package.a", '"package" is a reserved word | package.a'],
  ["as(a)", '"as" is a reserved word | as(a)'],
  ["!-a", 'unexpected "a" | a'],
  ["-!a", 'unexpected "!" | !a'],
  ["!-'a'", "unexpected \"a\" | 'a'"],
  ["T{a: 1}", 'unexpected "{" | {a: 1}'],
  ["0X1", 'unexpected "X1" | X1'],
  ["1.5u", '"1.5u" is not a number | 1.5u'],
  ["9223372036854775808", "the number 9223372036854775808 is too large | 9223372036854775808"],
  ["-9223372036854775809", "the number -9223372036854775809 is too large | -9223372036854775809"],
  ["18446744073709551616u", "the number 18446744073709551616 is too large | 18446744073709551616u"],
  ["1e400", "the number 1e400 is too large | 1e400"],
  ["'a", "the string is not closed | 'a"],
  ["'a\nb'", "the string is not closed | 'a\nb'"],
  ["'a\rb'", "the string is not closed | 'a\rb'"],
  ['"""a"', 'the string is not closed | """a"'],
  ["rb'a'", "unexpected \"a\" | 'a'"],
  [
    "a.`b-c`",
    "Kubernetes before 1.37 does not allow names in backticks; use __dash__, __dot__ or __slash__ instead | `b-c`",
  ],
  ["has(a)", "the argument of has() must be a field, as in has(self.a) | a)"],
  ["has(a.?b)", "the argument of has() must be a field, as in has(self.a) | .?b)"],
  ["a.all(1, true)", "the variables of all() must be names, as in all(x, …) | 1, true)"],
  ["a.map(b.c, d)", "the variables of map() must be names, as in map(x, …) | c, d)"],
  ["a.exists(x, 1, true)", "the variables of exists() must be names, as in exists(x, …) | 1, true)"],
  ["a.transformList(x, x, x)", "the two variables of transformList() must not both be named x | x, x)"],
];

for (const [source, problem] of MISTAKES) {
  cel(`refuses ${JSON.stringify(source)}`, () => assert.is(wrong(source), problem));
}

const NO_ESCAPES = ["\\d", "\\ ", "\\x4", "\\u12", "\\ud800", "\\U00110000", "\\400", "\\8"];

cel("refuses escapes that there are not, and those of characters in bytes", () => {
  for (const text of NO_ESCAPES) assert.match(wrong(`'${text}'`) ?? "", /^invalid escape sequence; .* \| \\/, text);
  for (const text of ["\\u0041", "\\U00000041"]) assert.match(wrong(`b'${text}'`) ?? "", /^invalid escape sequence/);
});

cel("takes calls that only look like macros", () => {
  for (const source of ["has(a, b)", "a.has(b)", "all(1, 2)", "a.all(1)", "a.map()", "a.filter(1, 2, 3)"]) {
    assert.is(wrong(source), undefined, source);
  }
});

const shown = (source: string) => show(parseCel(source));

cel("takes chains of && and || as long as the API server does, in their order", () => {
  for (const operator of ["&&", "||"]) {
    const chain = Array.from({ length: 2000 }, (_, index) => `a${index}`).join(` ${operator} `);
    assert.is(wrong(chain), undefined);
    assert.equal(
      [...shown(chain).matchAll(/a\d+/g)].map(([name]) => name),
      chain.split(` ${operator} `),
    );
  }
  assert.is(wrong(`${"!".repeat(90_000)}a`), undefined);
  assert.is(shown("!!!a"), shown("!a"));
  assert.is(shown("----a"), shown("--a"));
});

for (const [what, part] of [
  ["sums", "a + "],
  ["comparisons", "a == "],
  ["products", "a * "],
  ["fields", "a."],
  ["conditions", "a ? a : "],
  ["parentheses", "("],
  ["lists", "["],
  ["maps", "{1: "],
  ["calls", "a.f("],
  ["indexes", "a["],
] as const) {
  cel(`says of ${what} that they are nested too deeply, at a place`, () => {
    const closing = what === "fields" || /[([{]/.test(part) ? "" : "a";
    const text = part.repeat(9_000);
    assert.match(wrong(text + (closing || "a")) ?? "", /^it must not be nested more than 250 levels deep/);
    if (closing) assert.is(wrong(part.repeat(200) + closing), undefined);
  });
}

cel("says of an expression that it is too long", () => {
  assert.is(wrong(`"${"👍".repeat(99_998)}"`), undefined);
  assert.match(wrong(`"${"a".repeat(100_000)}"`) ?? "", /^it must be at most 100000 characters long/);
});

cel("stops at a depth that no stack minds", () => {
  const nested = (depth: number) => "(".repeat(depth) + "a".padEnd(depth + 1, ")");
  assert.is(wrong(nested(200)), undefined);
  assert.match(wrong(nested(40_000)) ?? "", /^it must not be nested more than 250 levels deep/);
  assert.match(wrong("[".repeat(90_000)) ?? "", /^it must not be nested more than 250 levels deep/);
});

cel("keeps the place of every part", () => {
  const expr = parseCel("self.a  ==\n  f(b)");
  if (expr.kind !== "call") throw new Error("no call");
  const places = [expr, ...expr.args].map(({ at }) => at);
  assert.equal(places, [8, 5, 13]);
});

/** A line of the test vectors: rules in a schema, with the result of the API server's compiler or evaluation. */
interface Vector {
  readonly kind: "compile" | "valid" | "invalid" | "rtcost" | "estcost";
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRoot?: boolean;
  /** In a compile vector: the index of the rule in the schema, and the error, which is empty if the rule compiles. */
  readonly i?: number;
  readonly err?: string;
  /** In an invalid vector: a part of the error of the compiler or the evaluation. */
  readonly expectErr?: string;
}

interface VectorRule {
  readonly source: string;
  readonly error: string;
  readonly schema: JsonObject;
  readonly isRoot: boolean;
}

function rulesOf(vector: Vector): VectorRule[] {
  const error = vector.err ?? vector.expectErr ?? "";
  const own = (schema: JsonObject, isRoot: boolean): VectorRule[] => {
    const rules = (schema["x-kubernetes-validations"] ?? []) as readonly { rule: string }[];
    return rules.map(({ rule }) => ({ source: rule, error, schema, isRoot }));
  };
  const found = own(vector.schema, vector.isRoot ?? true);
  if (vector.i !== undefined) return found.slice(vector.i, vector.i + 1);
  return [...found, ...innerSchemas(vector.schema).flatMap((schema) => own(schema, false))];
}

function innerSchemas({ properties, items, additionalProperties }: JsonObject): JsonObject[] {
  const inner = [items, additionalProperties, ...Object.values((properties ?? {}) as JsonObject)].filter(isJsonObject);
  return inner.flatMap((schema) => [schema, ...innerSchemas(schema)]);
}

function vectorsIn(file: string): VectorRule[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.flatMap((line) => rulesOf(JSON.parse(line) as Vector));
}

withCorpus(cel, "upstream/kubernetes/cel-vectors.jsonl", 2, (test, file) => {
  test("parses what the API server parses, and nothing that it calls a syntax error", () => {
    let syntaxErrors = 0;
    for (const { source, error } of vectorsIn(file)) {
      // The API server rejects a CRD with a blank rule before it compiles the rule.
      const isRefused = error.includes("Syntax error") || source.trim() === "";
      if (isRefused) syntaxErrors++;
      assert.is(wrong(source) !== undefined, isRefused, `${source}: ${wrong(source)}, expected ${error || "none"}`);
    }
    assert.ok(syntaxErrors > 0);
  });

  test("finds the fields that the API server finds", () => {
    let undefinedFields = 0;
    for (const { source, error, schema, isRoot } of vectorsIn(file)) {
      if (wrong(source) !== undefined) continue;
      const isUndefined = error.includes("undefined field");
      if (isUndefined) undefinedFields++;
      const missing = unknownFieldsIn(source, schema, isRoot);
      assert.is(missing.length > 0, isUndefined, `${source}: ${missing}, expected ${error}`);
    }
    assert.ok(undefinedFields > 0);
  });
});

cel.run();
