/**
 * Evaluates the validation rules of a schema for a value and all its parts. Source: apiextensions-apiserver,
 * pkg/apiserver/schema/cel/validation.go.
 */
import { isJsonArray, isJsonObject, type Json } from "../../core/model/json.js";
import { isEmbeddedResource, rulesOf, type StructuralSchema, type ValidationRule } from "../../core/model/schema.js";
import { compile } from "../cel/compile/compile.js";
import { environmentOf } from "../cel/environment/environment.js";
import { Cancelled } from "../cel/evaluate/limits.js";
import { type Program, programOf, type Result } from "../cel/evaluate/program.js";
import { type DeclType, declTypeOf } from "../cel/types/decl-type.js";
import { celName } from "../cel/types/names.js";
import { fromJson } from "../cel/values/from-json.js";
import { Failure, optionalValue, type Value } from "../cel/values/value.js";

/** Most that one rule can cost, and most that all rules of an object can cost. Source: k8s.io/apiserver, pkg/apis/cel/config.go. */
const CALL_LIMIT = 1_000_000;
const OBJECT_LIMIT = 10_000_000;

/** A rule that a value does not follow. */
export interface BrokenRule {
  readonly rule: ValidationRule;
  /** Path of the part with the rule, such as `.ports[0]`. Empty for the value itself. */
  readonly path: string;
  /** Why the rule could not be evaluated. Omitted if it is false. */
  readonly failure?: string;
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
  return found ? [{ rule, usesOldSelf: found.usesOldSelf, run: programOf(found.checked) }] : [];
}

/** Cost that the rules of an object may still have. It is negative after an evaluation that was too expensive. */
export interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: OBJECT_LIMIT };
}

/**
 * Returns the rules that a value does not follow. `old` is the value before an update. A rule that reads `oldSelf` is
 * evaluated only if there is an old value, or if it is optional. After a rule that costs too much, no other one is
 * evaluated.
 */
export function brokenRules(
  validator: RuleValidator,
  value: Json,
  old: Json | undefined = undefined,
  budget: Budget = newBudget(),
  path = "",
): BrokenRule[] {
  // The API server evaluates no rules for null.
  if (value === null || budget.left < 0) return [];
  const broken = ownRules(validator, value, old ?? undefined, path, budget);
  for (const { part, inner, before, step } of partsOf(validator, value, old)) {
    for (const found of brokenRules(part, inner, before, budget, `${path}${step}`)) broken.push(found);
  }
  return broken;
}

function ownRules(
  { rules, decl }: RuleValidator,
  value: Json,
  old: Json | undefined,
  path: string,
  budget: Budget,
): BrokenRule[] {
  if (rules.length === 0) return [];
  const self = fromJson(value, decl);
  const oldSelf = old === undefined ? undefined : fromJson(old, decl);
  const broken: BrokenRule[] = [];
  for (const { rule, usesOldSelf, run } of rules) {
    if (budget.left < 0) break;
    const isOptional = rule.optionalOldSelf === true;
    if (usesOldSelf && oldSelf === undefined && !isOptional) continue;
    const { result, cost } = run(variablesOf(self, oldSelf, isOptional), Math.min(CALL_LIMIT, budget.left));
    budget.left = result instanceof Cancelled ? -1 : budget.left - cost;
    if (result !== true) broken.push({ rule, path, ...failureOf(result) });
  }
  return broken;
}

function variablesOf(self: Value, oldSelf: Value | undefined, isOptional: boolean): ReadonlyMap<string, Value> {
  const old = isOptional ? optionalValue(oldSelf) : oldSelf;
  return new Map([["self", self], ...(old === undefined ? [] : [["oldSelf", old] as const])]);
}

function failureOf(result: Result): { failure?: string } {
  return result instanceof Failure ? { failure: result.message } : {};
}

interface Part {
  readonly part: RuleValidator;
  readonly inner: Json;
  readonly before: Json | undefined;
  readonly step: string;
}

/** Returns the parts of a value that have rules, with their old values. Only the items of lists of type `map` have one. */
function partsOf({ items, values, fields, decl }: RuleValidator, value: Json, old: Json | undefined): Part[] {
  if (isJsonArray(value)) {
    if (!items) return [];
    const oldItemOf = oldItems(decl.schema, old);
    return value.map((inner, index) => ({ part: items, inner, before: oldItemOf(inner), step: `[${index}]` }));
  }
  if (!isJsonObject(value)) return [];
  const before = isJsonObject(old) ? old : {};
  return Object.entries(value).flatMap(([name, inner]) => {
    const part = fields.get(name) ?? values;
    return part
      ? [{ part, inner, before: Object.hasOwn(before, name) ? before[name] : undefined, step: `.${name}` }]
      : [];
  });
}

/**
 * Returns the function that finds the first old item with the same keys. An item that lacks a key has no old item.
 * Source: k8s.io/apiserver, pkg/cel/common/maplist.go.
 */
function oldItems(schema: StructuralSchema, old: Json | undefined): (item: Json) => Json | undefined {
  const { "x-kubernetes-list-type": type, "x-kubernetes-list-map-keys": keys = [] } = schema;
  if (type !== "map" || !isJsonArray(old)) return () => undefined;
  const byKeys = new Map<string, Json>();
  for (const item of old) {
    const identity = identityOf(item, keys);
    if (identity !== undefined && !byKeys.has(identity)) byKeys.set(identity, item);
  }
  return (item) => byKeys.get(identityOf(item, keys) ?? "");
}

function identityOf(item: Json, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const values = keys.map((key) => (Object.hasOwn(item, key) ? item[key] : undefined));
  return values.some((value) => value === undefined || typeof value === "object") ? undefined : JSON.stringify(values);
}
