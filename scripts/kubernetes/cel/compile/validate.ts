/**
 * Checks that the API server makes after those of types: literals that are patterns, durations, timestamps and other
 * converted constants, format strings, and the items of lists. Source: google/cel-go, cel/validator.go,
 * interpreter/decorators.go and ext/formatting.go.
 */
import { patternProblem } from "../../re2/pattern.js";
import type { Checked } from "../check/checked.js";
import { CONVERSIONS } from "../evaluate/libraries/conversions.js";
import { allParts, type Core, partsOf } from "../syntax/core.js";
import { type ExpressionProblem, problemAt } from "../syntax/problem.js";
import { isSame, printType, type Type, unwrapOptional } from "../types/type.js";
import { literalValue } from "../values/literal.js";
import { Failure, isKind, type Value } from "../values/value.js";
import { formatProblem } from "./format.js";

/** Minor version that introduced the checks, except those of constants and lists. */
const SINCE = 29;

/** Returns the problems of an expression in an environment, given by its minor version. */
export function validate({ root, typeOf }: Checked, minor: number): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  const add = (problem: ExpressionProblem | undefined) => problem && problems.push(problem);
  const parts = allParts(root);
  const formatted = insideFormats(parts);
  const constants = new Constants();
  for (const core of parts) {
    add(constants.problem(core));
    add(patternLiteralProblem(core, minor));
    if (minor >= SINCE) add(formatProblem(core, typeOf));
    if (!formatted.has(core)) add(mixedProblem(core, typeOf));
  }
  return problems;
}

/** Constant. Its value is omitted for a list or a map, which no conversion accepts. */
interface Constant {
  readonly value?: Value;
}

/**
 * Finds constants that the API server computes when it compiles a rule, and that fail: conversions, and maps with keys of
 * bytes.
 */
class Constants {
  readonly #known = new Map<Core, Constant | undefined>();

  problem(core: Core): ExpressionProblem | undefined {
    if (core.kind === "map") return this.#constantOf(core) ? this.#bytesKey(core) : undefined;
    const [arg] = isConversion(core) ? core.args : [];
    const value = arg && this.#constantOf(arg)?.value;
    if (!arg || value === undefined || !isConversion(core) || convert(core.name, value) !== undefined) return undefined;
    return problemAt(arg, `${written(value)} is not a valid ${core.name}`);
  }

  #bytesKey(map: Extract<Core, { kind: "map" }>): ExpressionProblem | undefined {
    const wrong = map.entries.find(({ key }) => isKind(this.#constantOf(key)?.value, "bytes"));
    return wrong && problemAt(wrong.key, "the key of a map must not be bytes");
  }

  /** Returns undefined if an expression is not constant. */
  #constantOf(core: Core): Constant | undefined {
    if (!this.#known.has(core)) this.#known.set(core, this.#compute(core));
    return this.#known.get(core);
  }

  #compute(core: Core): Constant | undefined {
    switch (core.kind) {
      case "literal":
        return { value: literalValue(core.value) };
      case "list":
      case "map":
        return partsOf(core).every((part) => this.#constantOf(part)) ? {} : undefined;
      default: {
        const [arg] = isConversion(core) ? core.args : [];
        const constant = arg && this.#constantOf(arg);
        if (constant?.value === undefined || !isConversion(core)) return constant;
        const value = convert(core.name, constant.value);
        return value === undefined ? undefined : { value };
      }
    }
  }
}

const CONVERTED = new Set(["bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint"]);

function isConversion(core: Core): core is Extract<Core, { kind: "call" }> {
  return core.kind === "call" && !core.target && core.args.length === 1 && CONVERTED.has(core.name);
}

function convert(name: string, value: Value): Value | undefined {
  const result = CONVERSIONS.functions[name]?.(value);
  return result instanceof Failure ? undefined : result;
}

function written(value: Value): string {
  if (value === null) return "null";
  return JSON.stringify(String(isKind(value, "uint") || isKind(value, "bytes") ? value.value : value));
}

const PATTERNS = new Set(["matches", "find", "findAll"]);

/**
 * Checks a literal that is a pattern. In `matches(text, pattern)`, the API server also checks the text, because it takes
 * the first argument for the pattern, as it is in `text.matches(pattern)`.
 */
function patternLiteralProblem(core: Core, minor: number): ExpressionProblem | undefined {
  if (core.kind !== "call" || !PATTERNS.has(core.name)) return undefined;
  const [first, second] = core.args;
  const checked = core.target ? [first] : [second, ...(minor >= SINCE ? [first] : [])];
  for (const arg of checked) {
    if (arg?.kind !== "literal" || arg.value.type !== "string") continue;
    const problem = patternProblem(arg.value.value);
    if (problem !== undefined) return problemAt(arg, `the pattern is not valid: ${problem}`);
  }
  return undefined;
}

/** Returns everything in calls of `format`, whose lists can have items of different types. */
function insideFormats(parts: Iterable<Core>): ReadonlySet<Core> {
  const found = new Set<Core>();
  for (const core of parts) {
    if (core.kind !== "call" || core.name !== "format") continue;
    for (const part of allParts(core)) found.add(part);
  }
  return found;
}

/** Finds an item whose type is not that of the first one, even if one of the types is dyn. */
function mixedProblem(core: Core, typeOf: (part: Core) => Type): ExpressionProblem | undefined {
  if (core.kind !== "list" && core.kind !== "map") return undefined;
  const columns =
    core.kind === "list"
      ? [core.items]
      : [core.entries.map(({ key }) => ({ value: key, optional: false })), core.entries];
  for (const column of columns) {
    const types = column.map(({ value, optional }) => (optional ? unwrapOptional(typeOf(value)) : typeOf(value)));
    const wrong = types.findIndex((type) => !isSame(types[0] as Type, type));
    if (wrong < 0) continue;
    const [first, other] = [types[0], types[wrong]].map((type) => printType(type as Type));
    const message = `all items must have the same type, but this one is ${other} and not ${first}`;
    return problemAt(column[wrong]?.value as Core, message);
  }
  return undefined;
}
