/** Searches for values that are valid before a change and break a rule after it. */
import type { Json } from "../../../core/model/json.js";
import { isEmbeddedResource, type StructuralSchema, type ValidationRule } from "../../../core/model/schema.js";
import { NEWEST_SERVER } from "../../../kubernetes/cel/environment/environment.js";
import type { Core } from "../../../kubernetes/cel/syntax/core.js";
import { withKeptFields } from "../../../kubernetes/validation/admits.js";
import { asStored } from "../../../kubernetes/validation/as-stored.js";
import {
  type BrokenRule,
  brokenRules,
  isComplete,
  newBudget,
  type RuleValidator,
  ruleValidatorOf,
} from "../../../kubernetes/validation/rules.js";
import { validationErrors } from "../../../kubernetes/validation/validate.js";
import { drawValues } from "../values/draw.js";
import { Effort, orElse } from "../values/effort.js";
import { candidates } from "./candidates.js";

/** Most old objects with which an update is tried. */
const MOST_OLD = 40;

/** Most values that are drawn in addition, for rules that compare whole values. */
const MOST_DRAWN = 6;

/** Most that all evaluations of a search may cost together, by the API server's estimate of costs. */
const SEARCH_COST = 2_000_000;

/** Cost of an evaluation, in addition to the costs of its rules. */
const COST_OF_EACH = 10;

/** A value that was valid, or an update that was. */
export type Lost =
  | { readonly example: Json; readonly isOfUpdate?: never }
  | { readonly example?: never; readonly isOfUpdate: true };

/** Rules that a change adds, with the expressions that decide which values are tried. */
export interface AddedRules {
  readonly rules: readonly ValidationRule[];
  readonly expressions: readonly Core[];
}

/**
 * Searches for values that match `before`, with its rules, and break an added rule of `after`. Returns what was found, by
 * rule, in the order in which it was found.
 */
export function findLost(
  before: StructuralSchema,
  after: StructuralSchema,
  added: AddedRules,
): ReadonlyMap<ValidationRule, Lost> {
  const found = new Map<ValidationRule, Lost>();
  if (added.expressions.length === 0) return found;
  const old = validatorOf(before);
  const now = validatorOf(after);
  if (!now || (old && !isComplete(old))) return found;
  const search = new Search({ schema: before, validator: old }, { schema: after, validator: now }, added);
  orElse(() => search.findInto(found), undefined);
  return found;
}

function validatorOf(schema: StructuralSchema): RuleValidator | undefined {
  return ruleValidatorOf(schema, isEmbeddedResource(schema), NEWEST_SERVER);
}

/** A schema with its rules. */
interface Validated<Validator> {
  readonly schema: StructuralSchema;
  readonly validator: Validator;
}

class Search {
  readonly #kept: StructuralSchema;
  readonly #effort = new Effort(SEARCH_COST);

  constructor(
    readonly before: Validated<RuleValidator | undefined>,
    readonly after: Validated<RuleValidator>,
    readonly added: AddedRules,
  ) {
    this.#kept = withKeptFields(before.schema);
  }

  /** Adds what is found to a map. */
  findInto(found: Map<ValidationRule, Lost>): void {
    const named = this.#findValues(found);
    const ofUpdates = this.after.validator.rules.filter(({ usesOldSelf }) => usesOldSelf).map(({ rule }) => rule);
    if (!this.#open(found).some((rule) => ofUpdates.includes(rule))) return;
    const valid = [...named, ...this.#drawnValues()];
    const updates = valid.flatMap((oldValue) => valid.map((value) => ({ oldValue, value })));
    for (const { oldValue, value } of updates) {
      const open = this.#open(found).filter((rule) => ofUpdates.includes(rule));
      if (open.length === 0) return;
      const broken = this.#brokenOf(open, value, oldValue);
      if (broken.length > 0 && this.#isValid(value, oldValue)) {
        for (const rule of broken) found.set(rule, { isOfUpdate: true });
      }
    }
  }

  /** Searches for values that cannot be created with the added rules. Returns values that were valid. */
  #findValues(found: Map<ValidationRule, Lost>): readonly Json[] {
    const valid: Json[] = [];
    for (const candidate of candidates(this.before.schema, this.added.expressions)) {
      const value = asStored(this.before.schema, candidate);
      const broken = this.#brokenOf(this.#open(found), asStored(this.after.schema, value));
      if (broken.length === 0 && valid.length >= MOST_OLD) continue;
      if (!this.#isValid(value)) continue;
      if (valid.length < MOST_OLD) valid.push(value);
      for (const rule of broken) found.set(rule, { example: candidate });
      if (this.#open(found).length === 0) break;
    }
    return valid;
  }

  /** Returns values that were valid and that differ also in fields that the rules do not name. */
  #drawnValues(): readonly Json[] {
    const { schema } = this.before;
    const drawn = drawValues(schema, MOST_DRAWN).map((value) => asStored(schema, value));
    return drawn.filter((value) => this.#isValid(value));
  }

  /** Returns the added rules for which nothing is found yet. */
  #open(found: ReadonlyMap<ValidationRule, Lost>): readonly ValidationRule[] {
    return this.added.rules.filter((rule) => !found.has(rule));
  }

  #brokenOf(rules: readonly ValidationRule[], value: Json, oldValue?: Json): readonly ValidationRule[] {
    const broken = this.#evaluate(this.after.validator, value, oldValue);
    const own = broken.filter(({ place }) => place === undefined).map(({ rule }) => rule);
    return rules.filter((rule) => own.includes(rule));
  }

  #isValid(value: Json, oldValue?: Json): boolean {
    const { validator } = this.before;
    if (validationErrors(this.#kept, value).length > 0) return false;
    return !validator || this.#evaluate(validator, value, oldValue).length === 0;
  }

  #evaluate(validator: RuleValidator, value: Json, oldValue: Json | undefined): readonly BrokenRule[] {
    const budget = newBudget();
    const { left } = budget;
    const broken = brokenRules(validator, { value, old: oldValue }, budget);
    this.#effort.spend(left - budget.left + COST_OF_EACH);
    return broken;
  }
}
