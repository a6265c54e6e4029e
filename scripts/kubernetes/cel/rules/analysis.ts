/**
 * Compiles and examines the expressions about the values of a schema. The versions and channels of a bundle repeat most schemas, so
 * the results are kept by the content of the schema.
 */
import { sha256 } from "../../../core/model/digest.js";
import { hiddenFields } from "../check/hidden-fields.js";
import { compile, type Expression } from "../compile/compile.js";
import type { Environment } from "../environment/environment.js";
import type { ExpressionProblem } from "../syntax/problem.js";
import type { DeclType } from "../types/decl-type.js";
import { constantResult } from "../worlds/constant.js";
import { type CostlyBound, costliestBound } from "./missing-bound.js";

/** Properties of a valid expression that do not depend on the place of its schema. */
export interface Analysis {
  readonly usesOldSelf: boolean;
  /** Highest estimated cost of one evaluation. */
  readonly cost: bigint;
  /** The missing bound below the schema that contributes most to the cost. */
  readonly missing: CostlyBound | undefined;
  /** Result of a rule, if it is the same for all values. */
  readonly constant: boolean | undefined;
  /** Reads of fields that do not exist, which the API server finds only when it evaluates the expression. */
  readonly hidden: readonly ExpressionProblem[];
}

type Outcome =
  | { readonly analysis: Analysis; readonly problems?: never }
  | { readonly analysis?: never; readonly problems: readonly ExpressionProblem[] };

/** Compiles and examines an expression about the values of one schema. */
export type Analyze = (expression: Omit<Expression, "self">, environment: Environment) => Outcome;

/** Results by the schema, the server and the expression. */
const known = new Map<string, Outcome>();
const MOST_KNOWN = 10_000;
/** Longer expressions are not kept, to limit the memory. */
const LONGEST_KNOWN = 2000;

/** Returns the analysis of expressions about values of a type. */
export function analyzerOf(self: DeclType): Analyze {
  const schema = sha256(JSON.stringify([self.schema, [...(self.always ?? [])]]));
  return (expression, environment) => {
    const { use, optionalOldSelf, source } = expression;
    const { server, minor } = environment;
    const key = `${schema} ${server} ${minor} ${use} ${optionalOldSelf} ${source}`;
    const before = known.get(key);
    if (before) return before;
    const outcome = analyze({ ...expression, self }, environment);
    if (!outcome.analysis || source.length > LONGEST_KNOWN) return outcome;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, outcome);
    return outcome;
  };
}

function analyze(expression: Expression, environment: Environment): Outcome {
  const { compiled, problems } = compile(expression, environment);
  if (!compiled) return { problems };
  const { self, use } = expression;
  const { usesOldSelf, cost, checked } = compiled;
  const missing = costliestBound(compiled, self, environment.server);
  const constant = use === "rule" ? constantResult(checked, self, environment.minor) : undefined;
  const hidden = hiddenFields(checked, environment.minor);
  return { analysis: { usesOldSelf, cost, missing, constant, hidden } };
}
