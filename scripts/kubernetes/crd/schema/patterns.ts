import { patternProblem } from "../../re2/pattern.js";
import { problem } from "../problem.js";
import { eachNode } from "../rule.js";

/** Checks that Go can compile every pattern. Source: apiextensions-apiserver pkg/apiserver/schema/validation.go. */
export const patternsRule = eachNode(({ schema: { pattern }, path, isIntOrStringForm }) => {
  const cause = pattern === undefined || isIntOrStringForm ? undefined : patternProblem(pattern);
  if (pattern === undefined || cause === undefined) return [];
  return [problem("pattern-invalid", { pattern, problem: cause }, [...path, "pattern"])];
});
