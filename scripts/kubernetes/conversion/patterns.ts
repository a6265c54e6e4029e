/** Checks the patterns in the schemas of definitions. An invalid pattern would match every value. */
import { PAGE } from "../../core/config/records.js";
import { keyName } from "../../core/config/validate.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Conversion } from "../../core/model/conversion.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Placed } from "../../core/model/policy.js";
import { schemasWithin } from "../../core/schema-shape.js";
import { patternProblem } from "../re2/pattern.js";

const EXPECTED = "must be a regular expression that RE2 supports";

/** Returns a diagnostic for each pattern that Go cannot compile. */
export function patternProblems({ steps, placeOf }: Placed<Conversion>): Diagnostic[] {
  return steps.flatMap((step, index) => {
    if (!("schema" in step) || step.schema === undefined) return [];
    return schemasWithin(step.schema).flatMap(({ schema: { pattern }, path }) => {
      const problem = typeof pattern === "string" ? patternProblem(pattern) : undefined;
      if (problem === undefined) return [];
      const place = ["steps", index, step.kind, "schema", ...path, "pattern"];
      const args = { key: keyName(place), expected: `${EXPECTED}: ${problem}`, page: PAGE };
      return [diagnose("config-value", args, placeOf(place))];
    });
  });
}
