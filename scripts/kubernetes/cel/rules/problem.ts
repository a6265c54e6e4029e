import type { SchemaPath } from "./walk.js";

/** Arguments of each code. */
interface Args {
  "rule-always-false": Record<never, never>;
  "rule-always-true": Record<never, never>;
  "rule-untyped": Record<never, never>;
  "rule-syntax": { readonly part: string; readonly problem: string };
  "rule-type": { readonly part: string; readonly problem: string };
  "rule-field-unknown": { readonly field: string; readonly nearest?: string };
  "rule-old-self": { readonly within: string };
  "rule-optional-old-self": Record<never, never>;
  "rule-cost": { readonly part: string; readonly cost: string; readonly limit: string; readonly bound?: string };
  "rule-cost-total": { readonly cost: string; readonly limit: string };
}

/** Problem of a rule, as data. The API server rejects the CRD, unless the problem is part of `advice`. */
export type RuleProblem = { readonly [Code in keyof Args]: Located<Code> }[keyof Args];

interface Located<Code extends keyof Args> {
  readonly code: Code;
  readonly args: Args[Code];
  /** Path in the schema, such as `properties`, `spec`, `x-kubernetes-validations`, 0, `rule`. */
  readonly path: SchemaPath;
  /** Place in the expression, in code points. Omitted if the problem concerns all of it. */
  readonly offset?: number;
  readonly length?: number;
}
