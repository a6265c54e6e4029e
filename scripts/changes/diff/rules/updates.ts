/**
 * Names the updates that transition rules reject. A rule is evaluated for each way in which an update can change one
 * field, so the form of the rule does not matter.
 */
import { type RejectedUpdates, UPDATE_KINDS, type UpdateKind } from "../../../core/model/change.js";
import { type FieldPath, fieldIn, isWithin, ROOT_PATH } from "../../../core/model/field-path.js";
import type { StructuralSchema } from "../../../core/model/schema.js";
import { type Place, placeOf, type Scope, scopeOf, testedPlace } from "../../../kubernetes/cel/compare/place.js";
import { NO_ASSUMPTIONS, presenceOf } from "../../../kubernetes/cel/compare/presence.js";
import { allParts, boolOf, type Core } from "../../../kubernetes/cel/syntax/core.js";
import type { Condition } from "./conditions.js";

/**
 * Returns the updates that conditions reject, by field; empty if not all of them can be named. Returns undefined if one of the
 * conditions is evaluated without an update, too.
 */
export function rejectedUpdates(conditions: readonly Condition[]): RejectedUpdates[] | undefined {
  if (conditions.some(({ oldSelf }) => oldSelf !== "required")) return undefined;
  const kinds = new Map<FieldPath, Set<UpdateKind>>();
  for (const { expr, schema } of conditions) {
    const found = expr && rejectedBy(expr, schema);
    if (!found) return [];
    kinds.set(found.path, new Set([...(kinds.get(found.path) ?? []), ...found.kinds]));
  }
  return [...kinds].map(([path, found]) => ({ path, kinds: UPDATE_KINDS.filter((kind) => found.has(kind)) }));
}

/** A field of both values, and whether all values have it. */
interface Field {
  readonly path: FieldPath;
  readonly isAlways: boolean;
}

function rejectedBy(expr: Core, schema: StructuralSchema): RejectedUpdates | undefined {
  const scope = scopeOf(schema, "self", "oldSelf");
  const field = fieldOf(expr, scope);
  if (!field) return undefined;
  const rule = { scope, field };
  if (resultOf(expr, rule, WITHOUT_CHANGE) !== true) return undefined;
  const possible = UPDATE_KINDS.filter((kind) => isPossible(UPDATES[kind], field));
  const results = possible.map((kind) => ({ kind, result: resultOf(expr, rule, UPDATES[kind]) }));
  if (results.some(({ result }) => result === undefined)) return undefined;
  const kinds = results.filter(({ result }) => result !== true).map(({ kind }) => kind);
  return kinds.length > 0 ? { path: field.path, kinds } : undefined;
}

/** Returns the only field that an expression reads, apart from tests for the objects around it. */
function fieldOf(expr: Core, scope: Scope): Field | undefined {
  const places = [...allParts(expr)].flatMap((core) => placeOf(core, scope) ?? testedPlace(core, scope) ?? []);
  const fields = places.map((place) => ({ place, path: pathOf(place) }));
  const [longest] = fields.toSorted((a, b) => b.path.length - a.path.length);
  if (!longest || fields.some(({ path }) => !isWithin(longest.path, path))) return undefined;
  const { place, path } = longest;
  return { path, isAlways: presenceOf(place, NO_ASSUMPTIONS) === true };
}

function pathOf({ field }: Place): FieldPath {
  return field ? fieldIn(pathOf(field.owner), field.name) : ROOT_PATH;
}

/** An update of a field. The order is that of the new value after the old one, if both objects have the field. */
interface Update {
  readonly had: boolean;
  readonly has: boolean;
  readonly order: -1 | 0 | 1;
}

const UPDATES: Readonly<Record<UpdateKind, Update>> = {
  added: { had: false, has: true, order: 1 },
  increased: { had: true, has: true, order: 1 },
  decreased: { had: true, has: true, order: -1 },
  removed: { had: true, has: false, order: -1 },
};

/** Update of something else. A rule that rejects it is not about changes of the field. */
const WITHOUT_CHANGE: Update = { had: true, has: true, order: 0 };

function isPossible({ had, has }: Update, { isAlways }: Field): boolean {
  return !isAlways || (had && has);
}

interface Rule {
  readonly scope: Scope;
  readonly field: Field;
}

/** Result of an expression, or undefined if it depends on more than the update. */
type Outcome = boolean | "error" | undefined;

function resultOf(core: Core, rule: Rule, update: Update): Outcome {
  const of = (part: Core | undefined) => part && resultOf(part, rule, update);
  const tested = testedPlace(core, rule.scope);
  if (tested) return pathOf(tested) === rule.field.path ? hasField(tested, update) : true;
  if (core.kind !== "call") return boolOf(core);
  const [first, second, third] = core.args;
  switch (core.name) {
    case "!_":
      return negated(of(first));
    case "_&&_":
      return negated(either(negated(of(first)), negated(of(second))));
    case "_||_":
      return either(of(first), of(second));
    case "_?_:_": {
      const condition = of(first);
      return typeof condition === "boolean" ? of(condition ? second : third) : condition;
    }
    default:
      return first && second
        ? (orderIn(core.name, first, second, rule, update) ?? sameResult(core.name, of(first), of(second)))
        : undefined;
  }
}

function negated(result: Outcome): Outcome {
  return typeof result === "boolean" ? !result : result;
}

/** Returns the result of `||`, whose order does not matter, even if an operand is an error. */
function either(one: Outcome, other: Outcome): Outcome {
  if (one === true || other === true) return true;
  return one === false ? other : other === false ? one : one === undefined || other === undefined ? undefined : "error";
}

function hasField(place: Place, { had, has }: Update): boolean {
  return rootOf(place) === "oldSelf" ? had : has;
}

function rootOf({ path, field }: Place): string {
  return field ? rootOf(field.owner) : path;
}

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  "_==_": (order) => order === 0,
  "_!=_": (order) => order !== 0,
  "_<_": (order) => order < 0,
  "_<=_": (order) => order <= 0,
  "_>_": (order) => order > 0,
  "_>=_": (order) => order >= 0,
};

/** Returns the result of comparing the new value of the field with the old one. */
function orderIn(operator: string, first: Core, second: Core, { scope, field }: Rule, update: Update): Outcome {
  const [one, other] = [placeOf(first, scope), placeOf(second, scope)];
  const holds = HOLDS[operator];
  if (!one || !other || !holds || rootOf(one) === rootOf(other)) return undefined;
  if ([one, other].some((place) => pathOf(place) !== field.path)) return undefined;
  if (!update.had || !update.has) return "error";
  return holds(rootOf(one) === "self" ? update.order : -update.order);
}

function sameResult(operator: string, one: Outcome, other: Outcome): Outcome {
  if (operator !== "_==_" && operator !== "_!=_") return undefined;
  if (typeof one !== "boolean" || typeof other !== "boolean") return one === undefined ? one : other;
  return (one === other) === (operator === "_==_");
}
