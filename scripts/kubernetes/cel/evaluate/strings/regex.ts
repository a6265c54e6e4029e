/** Matches of regular expressions. Source: google/cel-go, common/types/string.go, and k8s.io/apiserver, pkg/cel/library/regex.go. */
import type { RE2JS } from "re2js";
import { compiledPattern, patternProblem } from "../../../re2/pattern.js";
import { actualCost } from "../../cost/actual.js";
import { Failure } from "../../values/value.js";
import { Cancelled, costFailure } from "../limits.js";

/**
 * Product of the number of matches and the length of the string. For some patterns, such as `(a*b)|a`, each match reads
 * the rest of the string.
 */
const MAX_WORK = 30_000_000;

export function matches(text: string, pattern: string): boolean | Failure {
  const compiled = compile(text, pattern);
  return compiled instanceof Failure ? compiled : compiled.matcher(text).find();
}

/** Returns the first match, or an empty string. */
export function find(text: string, pattern: string): string | Failure {
  const compiled = compile(text, pattern);
  if (compiled instanceof Failure) return compiled;
  const matcher = compiled.matcher(text);
  return matcher.find() ? (matcher.group() ?? "") : "";
}

/** Returns at most `limit` matches. As in Go, an empty match directly after another match does not count. */
export function findAll(text: string, pattern: string, limit: number): string[] | Failure {
  const compiled = compile(text, pattern);
  if (compiled instanceof Failure) return compiled;
  const matcher = compiled.matcher(text);
  const found: string[] = [];
  let end = -1;
  for (let count = 1; found.length < limit && matcher.find(); count++) {
    if (count * text.length > MAX_WORK) return new Cancelled("the string has too many matches");
    if (matcher.end() !== matcher.start() || matcher.start() !== end) found.push(matcher.group() ?? "");
    end = matcher.end();
  }
  return found;
}

function compile(text: string, pattern: string): RE2JS | Failure {
  const cost = actualCost(["matches"], [text, pattern]);
  return (
    costFailure(cost) ??
    compiledPattern(pattern) ??
    new Failure(`invalid regular expression: ${patternProblem(pattern)}`)
  );
}
