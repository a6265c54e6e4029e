import { isEmbeddedResource, type StructuralSchema, type ValidationRule } from "../../../core/model/schema.js";
import { compile } from "../../cel/compile.js";
import { environmentOf } from "../../cel/environment/environment.js";
import { declTypeOf } from "../../cel/types/decl-type.js";
import { ruleVerdicts } from "../../validation/rule-verdicts.js";
import { problem } from "../problem.js";
import type { DefaultRulesCheck } from "./defaults.js";

/**
 * Returns the check that a default follows the rules of its own schema, in an API server that is given by its minor
 * version. The API server evaluates the rules twice: for an update that does not change the default, and for a new
 * object. A rule that does not compile is reported elsewhere, and a result that is unknown is not reported.
 *
 * Source: apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go.
 */
export function defaultRulesCheck(server: number): DefaultRulesCheck {
  return (schema, value, place) => {
    const updated = brokenIn(ruleVerdicts(schema, value, "same"));
    const broken = updated.length > 0 ? updated : brokenIn(ruleVerdicts(schema, value));
    return broken
      .filter((verdict) => compiles(verdict.rule, verdict.schema, server))
      .map(({ rule, path }) =>
        problem(
          "default-unfit",
          { tag: "default", problem: wordsOf(rule), path: path === "" ? "" : `${path}: ` },
          place,
        ),
      );
  };
}

function brokenIn(verdicts: ReturnType<typeof ruleVerdicts>): ReturnType<typeof ruleVerdicts> {
  return verdicts.filter(({ holds }) => holds === false);
}

/** Reports whether a rule compiles in the environment of stored expressions, in which the API server evaluates defaults. */
function compiles({ rule, optionalOldSelf }: ValidationRule, schema: StructuralSchema, server: number): boolean {
  const self = declTypeOf(schema, isEmbeddedResource(schema), server);
  if (!self) return false;
  const expression = { source: rule, self, use: "rule", optionalOldSelf: optionalOldSelf === true } as const;
  return compile(expression, environmentOf(server, server)).compiled !== undefined;
}

function wordsOf({ rule, message }: ValidationRule): string {
  return typeof message === "string" && message !== "" ? message : `must follow the rule \`${rule.trim()}\``;
}
