/** Versions whose validation rules note their results. */
import type { CompiledVersion } from "../../scripts/kubernetes/admission/compile-version.js";
import type { RuleValidator } from "../../scripts/kubernetes/validation/rules.js";

export interface ObservedRule {
  /** Kind, version, path in the schema, and expression. */
  readonly name: string;
  /** The results so far that are neither errors nor unknown. */
  readonly results: Set<boolean>;
}

/** Returns a version whose rules add each of their results to the list. */
export function observed(version: CompiledVersion): { readonly version: CompiledVersion; rules: ObservedRule[] } {
  const rules: ObservedRule[] = [];
  const place = `${version.kind} ${version.version}: `;
  return { version: { ...version, rules: version.rules && observedValidator(version.rules, place, rules) }, rules };
}

function observedValidator(validator: RuleValidator, path: string, found: ObservedRule[]): RuleValidator {
  const inner = (part: RuleValidator | undefined, step: string) =>
    part && observedValidator(part, `${path}${step}`, found);
  const rules = validator.rules.map((compiled): RuleValidator["rules"][number] => {
    const results = new Set<boolean>();
    found.push({ name: `${path} ${compiled.rule.rule}`, results });
    const run: typeof compiled.run = (...given) => {
      const outcome = compiled.run(...given);
      if (typeof outcome.result === "boolean") results.add(outcome.result);
      return outcome;
    };
    return { ...compiled, run };
  });
  const { isPartial, decl, items, values, fields } = validator;
  const ofFields = [...fields].map(([name, field]) => [name, inner(field, `.${name}`) ?? field] as const);
  return { isPartial, decl, rules, items: inner(items, "[]"), values: inner(values, "{}"), fields: new Map(ofFields) };
}
