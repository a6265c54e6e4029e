import { RE2JS } from "re2js";

/** The patterns of schemas are RE2, as Go has them: linear in time, whatever they are and whatever they meet. */
const compiled = new Map<string, RE2JS>();

/** What is wrong with a pattern, or undefined where Go would compile it. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^error parsing regexp: /, "");
  }
}

/** Whether a pattern is found in a text. A pattern that is none is reported as such, and matches here. */
export function matchesPattern(pattern: string, text: string): boolean {
  return patternProblem(pattern) !== undefined || compile(pattern).matcher(text).find();
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  compiled.set(pattern, made);
  return made;
}
