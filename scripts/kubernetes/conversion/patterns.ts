/** Checks the patterns in the schemas of definitions. An invalid pattern would match every value. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Conversion } from "../../core/model/conversion.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Placed } from "../../core/model/policy.js";
import { schemasWithin } from "../../core/schema-shape.js";
import { patternProblem } from "../re2/pattern.js";

/** Returns a diagnostic for each pattern that Go cannot compile. */
export function patternProblems({ steps, placeOf }: Placed<Conversion>): Diagnostic[] {
  return steps.flatMap((step, index) => {
    if (!("schema" in step) || step.schema === undefined) return [];
    return schemasWithin(step.schema).flatMap(({ schema: { pattern }, path }) => {
      const problem = typeof pattern === "string" ? patternProblem(pattern) : undefined;
      if (problem === undefined) return [];
      const place = placeOf(["steps", index, step.kind, "schema", ...path, "pattern"]);
      return [diagnose("pattern-invalid", { pattern: String(pattern), problem }, place)];
    });
  });
}
