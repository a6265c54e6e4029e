/**
 * Evaluates the validation rules of a schema for a value and all its parts. Source: apiextensions-apiserver,
 * pkg/apiserver/schema/cel/validation.go.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { compile } from "../cel/compile/compile.js";
import { environmentOf } from "../cel/environment/environment.js";
import { CALL_LIMIT, Cancelled, LONGEST_MESSAGE, TOTAL_LIMIT } from "../cel/evaluate/limits.js";
import { type Program, programOf, type Result } from "../cel/evaluate/program.js";
import { type DeclType, declTypeOf } from "../cel/types/decl-type.js";
import { celName } from "../cel/types/names.js";
import { fromJson } from "../cel/values/from-json.js";
import { Failure, optionalValue, type Value } from "../cel/values/value.js";
import type { Correlation } from "./correlation.js";
import { oldItems } from "./old-items.js";
import { fieldAt, itemAt, keyAt, type Place, ROOT } from "./place.js";

/** A rule that a value does not follow. */
export interface BrokenRule {
  readonly rule: ValidationRule;
  readonly schema: StructuralSchema;
  /** Place of the part with the rule. */
  readonly place: Place | undefined;
  /** The part with the rule. */
  readonly value: Json;
  /** Why the rule could not be evaluated. Omitted if it is false. */
  readonly failure?: string;
  /** Result of the message expression of a rule that is false, if the expression has one that can be used. */
  readonly message?: string;
}

/** Rules of a schema and of its parts. */
export interface RuleValidator {
  readonly rules: readonly CompiledRule[];
  /** True if a rule is missing, because it does not compile. */
  readonly isPartial: boolean;
  readonly decl: DeclType;
  readonly items?: RuleValidator | undefined;
  readonly values?: RuleValidator | undefined;
  readonly fields: ReadonlyMap<string, RuleValidator>;
}

interface CompiledRule {
  readonly rule: ValidationRule;
  readonly usesOldSelf: boolean;
  readonly run: Program;
  /** The message expression. It is compiled when the rule is false. */
  readonly message: () => Program | undefined;
}

const known = new WeakMap<StructuralSchema, Map<string, RuleValidator | undefined>>();

/**
 * Returns the validator of a schema, or undefined if it has no rules. `isRoot` is true for the schema of a resource.
 * `server` is the minor version of the API server. Rules that do not compile are omitted: the API server does not
 * accept their schema.
 */
export function ruleValidatorOf(schema: StructuralSchema, isRoot: boolean, server: number): RuleValidator | undefined {
  const validators = known.get(schema) ?? new Map<string, RuleValidator | undefined>();
  known.set(schema, validators);
  const key = `${isRoot} ${server}`;
  if (!validators.has(key)) {
    const decl = declTypeOf(schema, isRoot, server);
    validators.set(key, decl && validatorOf(schema, decl, server));
  }
  return validators.get(key);
}

/** Reports whether all rules of a validator compiled. Otherwise, a value can break a rule that the validator lacks. */
export function isComplete({ isPartial, items, values, fields }: RuleValidator): boolean {
  const inner = [items, values, ...fields.values()];
  return !isPartial && inner.every((part) => part === undefined || isComplete(part));
}

/** Schemas in allOf, anyOf, oneOf and not have no rules in an accepted CRD. */
function validatorOf(schema: StructuralSchema, decl: DeclType, server: number): RuleValidator | undefined {
  const inner = (part: StructuralSchema | boolean | undefined, type: DeclType | undefined) =>
    isJsonObject(part) && type ? validatorOf(part, type, server) : undefined;
  const written = rulesOf(schema);
  let own: readonly CompiledRule[] | undefined;
  /** Compiles the rules when a value has the part that they are about: most defaults have few parts. */
  const compiledRules = () => {
    own ??= written.flatMap((rule) => compiled(rule, decl, server));
    return own;
  };
  const items = inner(schema.items, decl.element);
  const values = inner(schema.additionalProperties, decl.element);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const validator = inner(part, fieldType(decl, name, part, server));
    return validator ? [[name, validator] as const] : [];
  });
  const isEmpty = written.length === 0 && !items && !values && fields.length === 0;
  if (isEmpty) return undefined;
  return {
    get rules() {
      return compiledRules();
    },
    get isPartial() {
      return compiledRules().length < written.length;
    },
    decl,
    items,
    values,
    fields: new Map(fields),
  };
}

/** A field whose name has no form in CEL can still have rules of its own. */
function fieldType(decl: DeclType, name: string, schema: StructuralSchema, server: number): DeclType | undefined {
  const escaped = celName(name);
  return escaped === undefined ? declTypeOf(schema, isEmbeddedResource(schema), server) : decl.fields?.get(escaped);
}

function compiled(rule: ValidationRule, self: DeclType, server: number): CompiledRule[] {
  const optionalOldSelf = rule.optionalOldSelf === true;
  // An accepted rule can use functions that the server does not let new rules use.
  const environment = environmentOf(server, server);
  const { compiled: found } = compile({ source: rule.rule, self, use: "rule", optionalOldSelf }, environment);
  if (!found) return [];
  const { messageExpression } = rule;
  let message: Program | undefined;
  const compileMessage = () => {
    if (message || typeof messageExpression !== "string" || messageExpression.trim() === "") return message;
    const use = "messageExpression";
    const { compiled: own } = compile({ source: messageExpression, self, use, optionalOldSelf: false }, environment);
    message = own && programOf(own.checked);
    return message;
  };
  return [{ rule, usesOldSelf: found.usesOldSelf, run: programOf(found.checked), message: compileMessage }];
}

/** Cost that the rules of an object may still have. It is negative after an evaluation that was too expensive. */
export interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: TOTAL_LIMIT };
}

/** A value with its old value, if there is one, and its place. */
interface Part {
  readonly value: Json;
  readonly old?: Json | undefined;
  readonly place?: Place | undefined;
  /** Correlation of the value. Omitted if it has none. */
  readonly correlation?: Correlation | undefined;
  /** Correlation of the closest value around the value that has one. */
  readonly nearest?: Correlation | undefined;
}

/** Returns the correlations of a part of a value. Below a value without a correlation, nothing has one. */
function correlationsOf(
  { correlation, nearest }: Part,
  partOf: (around: Correlation) => Correlation | undefined,
): Pick<Part, "correlation" | "nearest"> {
  return correlation ? { correlation: partOf(correlation), nearest: correlation } : { nearest };
}

/**
 * Returns the rules that a value does not follow. `old` is the value before an update. A rule that reads `oldSelf` is
 * evaluated only if there is an old value, or if it is optional. With `correlation`, false rules about values that do not
 * change are omitted, unless they read `oldSelf`. After a rule that costs too much, no other one is evaluated.
 */
export function brokenRules(validator: RuleValidator, part: Part, budget: Budget = newBudget()): BrokenRule[] {
  const broken: BrokenRule[] = [];
  new Evaluation(budget, broken).check(validator, part);
  return broken;
}

/** Evaluation of all rules of a value. */
class Evaluation {
  constructor(
    readonly budget: Budget,
    readonly broken: BrokenRule[],
  ) {}

  check(validator: RuleValidator, part: Part): void {
    const { value } = part;
    // The API server evaluates no rules for null.
    if (value === null || this.budget.left < 0) return;
    if (validator.rules.length > 0) this.#checkOwn(validator, part);
    if (isJsonArray(value)) this.#checkItems(validator, value, part);
    else if (isJsonObject(value)) this.#checkFields(validator, value, part);
  }

  #checkOwn({ rules, decl }: RuleValidator, { value, old, place = ROOT, correlation, nearest }: Part): void {
    const isUnchanged = (correlation ?? nearest)?.isUnchanged === true;
    const self = fromJson(value, decl);
    const oldSelf = old === undefined || old === null ? undefined : fromJson(old, decl);
    for (const { rule, usesOldSelf, run, message } of rules) {
      if (this.budget.left < 0) break;
      const isOptional = rule.optionalOldSelf === true;
      if (usesOldSelf && oldSelf === undefined && !isOptional) continue;
      const { result, cost } = run(variablesOf(self, oldSelf, isOptional), Math.min(CALL_LIMIT, this.budget.left));
      this.budget.left = result instanceof Cancelled ? -1 : this.budget.left - cost;
      if (result === true) continue;
      const failure = failureOf(result);
      // An update that does not change a value can keep a broken rule, but not one that cannot be evaluated.
      const text = failure.failure === undefined ? this.#message(message(), variablesOf(self, oldSelf, false)) : {};
      if (failure.failure === undefined && !usesOldSelf && isUnchanged) continue;
      this.broken.push({ rule, schema: decl.schema, place, value, ...failure, ...text });
    }
  }

  /** Evaluates a message expression. If its result cannot be used, the API server uses the message. */
  #message(run: Program | undefined, variables: ReadonlyMap<string, Value>): { message?: string } {
    if (!run) return {};
    const { result, cost } = run(variables, Math.min(CALL_LIMIT, this.budget.left));
    if (result instanceof Cancelled) {
      this.budget.left = -1;
      return {};
    }
    this.budget.left -= cost;
    const text = typeof result === "string" ? result.trim() : "";
    const isUsable = text !== "" && Buffer.byteLength(text) <= LONGEST_MESSAGE && !text.includes("\n");
    return isUsable ? { message: text } : {};
  }

  #checkItems({ items, decl }: RuleValidator, value: readonly Json[], part: Part): void {
    if (!items) return;
    const { old, place } = part;
    const oldItemOf = oldItems(decl.schema, old);
    for (const [index, item] of value.entries()) {
      const inner = correlationsOf(part, (around) => around.item(index));
      this.check(items, { value: item, old: oldItemOf(item), place: itemAt(place, index), ...inner });
    }
  }

  #checkFields({ fields, values }: RuleValidator, value: JsonObject, around: Part): void {
    const { old, place } = around;
    const before = isJsonObject(old) ? old : {};
    for (const [name, part] of Object.entries(value)) {
      const field = fields.get(name);
      const validator = field ?? values;
      if (!validator) continue;
      const isType = place === ROOT && (name === "apiVersion" || name === "kind");
      this.check(validator, {
        value: part,
        old: Object.hasOwn(before, name) ? before[name] : undefined,
        place: field ? fieldAt(place, name) : keyAt(place, name),
        ...(isType ? {} : correlationsOf(around, (whole) => whole.field(name))),
      });
    }
  }
}

function variablesOf(self: Value, oldSelf: Value | undefined, isOptional: boolean): ReadonlyMap<string, Value> {
  const old = isOptional ? optionalValue(oldSelf) : oldSelf;
  return new Map([["self", self], ...(old === undefined ? [] : [["oldSelf", old] as const])]);
}

function failureOf(result: Result): { failure?: string } {
  return result instanceof Failure ? { failure: result.message } : {};
}
