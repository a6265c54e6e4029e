/** Members of enums, as sets: an enum can have thousands of members, and values are checked against it just as often. */
import { canonicalJson, type Json } from "../../core/model/json.js";
import { isInt64 } from "../int64.js";

interface Members {
  readonly scalars: ReadonlySet<Json>;
  /** Lists and objects, each in its canonical form. */
  readonly others: ReadonlySet<string>;
}

const known = new WeakMap<readonly Json[], Members>();
const problems = new WeakMap<readonly Json[], string>();

/**
 * Reports whether a value matches an enum. Go first converts the value to the type of the member: a number loses its
 * fraction, and an integer becomes the character with that code. Null never matches.
 */
export function isMember(values: readonly Json[], value: Json): boolean {
  const { scalars, others } = membersOf(values);
  if (value === null) return false;
  if (typeof value === "object") return others.size > 0 && others.has(canonicalJson(value));
  if (scalars.has(value)) return true;
  if (typeof value !== "number") return false;
  const whole = Math.trunc(value);
  return (isInt64(whole) && scalars.has(whole)) || (isInt64(value) && scalars.has(characterOf(value)));
}

/** Returns the condition of an enum in words. */
export function enumProblem(values: readonly Json[]): string {
  const problem = problems.get(values) ?? `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  problems.set(values, problem);
  return problem;
}

function membersOf(values: readonly Json[]): Members {
  const before = known.get(values);
  if (before) return before;
  const others = values.filter((value) => typeof value === "object" && value !== null);
  const members = { scalars: new Set(values), others: new Set(others.map(canonicalJson)) };
  known.set(values, members);
  return members;
}

function characterOf(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
