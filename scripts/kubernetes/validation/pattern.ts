import { RE2JS } from "re2js";

/** The patterns of schemas are RE2, as Go has them: linear in time, whatever they are and whatever they meet. */
const compiled = new Map<string, RE2JS | Error>();

/** What is wrong with a pattern, or undefined where Go would compile it. */
export function patternProblem(pattern: string): string | undefined {
  const result = compile(pattern);
  return result instanceof Error ? result.message.replace(/^error parsing regexp: /, "") : undefined;
}

/** Whether a pattern is found in a text. A pattern that is none is reported as such, and matches here. */
export function matchesPattern(pattern: string, text: string): boolean {
  const result = compile(pattern);
  return result instanceof Error || result.matcher(text).find();
}

/** The pattern as RE2 compiled it; undefined where it is none. */
export function compiledPattern(pattern: string): RE2JS | undefined {
  const result = compile(pattern);
  return result instanceof Error ? undefined : result;
}

function compile(pattern: string): RE2JS | Error {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = attempt(pattern);
  compiled.set(pattern, made);
  return made;
}

function attempt(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return error as Error;
  }
}
