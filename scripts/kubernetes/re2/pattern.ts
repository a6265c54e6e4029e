import { RE2JS } from "re2js";
import { toRe2js } from "./dialect.js";

/** Cache of compiled patterns. The patterns of a schema are RE2, as in Go, so they take linear time for any input. */
const compiled = new Map<string, RE2JS | Error>();
const MOST_COMPILED = 1000;
/** Longer patterns are not kept, to limit the memory. */
const LONGEST_COMPILED = 1000;

/** Returns the error in a pattern, or undefined if Go can compile it. */
export function patternProblem(pattern: string): string | undefined {
  const result = compile(pattern);
  return result instanceof Error ? result.message.replace(/^error parsing regexp: /, "") : undefined;
}

/**
 * Reports whether a string matches a pattern. An invalid pattern matches everything, because it is reported separately.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const result = compile(pattern);
  return result instanceof Error || result.matcher(text).find();
}

/** Returns the compiled pattern, or undefined if it is invalid. */
export function compiledPattern(pattern: string): RE2JS | undefined {
  const result = compile(pattern);
  return result instanceof Error ? undefined : result;
}

function compile(pattern: string): RE2JS | Error {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = attempt(pattern);
  if (pattern.length > LONGEST_COMPILED) return made;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

function attempt(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(toRe2js(pattern));
  } catch (error) {
    return error as Error;
  }
}
