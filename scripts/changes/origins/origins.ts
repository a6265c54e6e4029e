/** Finds the origin of each change in a schema, by which reports list equal changes in several places once. */
import type { BundleState } from "../../core/model/bundle-state.js";
import type { Change, Origin } from "../../core/model/change.js";
import type { CrdVersion } from "../../core/model/crd.js";
import { pathAfterStep, ROOT_PATH, type Step } from "../../core/model/field-path.js";
import { type Json, sameJson } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { omit, WORDING } from "../diff/keywords.js";
import { childAt, schemaAlong, stepsTo } from "../diff/schema-at.js";
import type { KubernetesType, KubernetesTypes } from "./kubernetes-types.js";
import { SchemaNumbers } from "./schema-numbers.js";

/** Two forms of one schema. */
interface Pair {
  readonly before: StructuralSchema;
  readonly after: StructuralSchema;
}

/** Returns changes with their origins, and marks those in API versions that are not served. */
export function withOrigins(
  changes: readonly Change[],
  before: BundleState,
  after: BundleState,
  types: KubernetesTypes,
): Change[] {
  const tools = { types, numbers: new SchemaNumbers() };
  return changes.map((change) => {
    const [old, now] = [before, after].map((state) => versionsOf(change, state));
    const origin = originOf(change, old?.[0], now?.[0], tools);
    const isUnserved = now !== undefined && now.length > 0 && now.every(({ served }) => !served);
    return { ...change, ...(origin && { origin }), ...(isUnserved && { isUnserved }) };
  });
}

interface Tools {
  readonly types: KubernetesTypes;
  readonly numbers: SchemaNumbers;
}

/** Returns the API versions of a change as they are in a state. */
function versionsOf({ channel, crd, versions }: Change, state: BundleState): CrdVersion[] {
  const all = state.channels.get(channel)?.get(crd)?.spec.versions ?? [];
  return all.filter(({ name }) => versions.includes(name));
}

function originOf(
  change: Change,
  old: CrdVersion | undefined,
  now: CrdVersion | undefined,
  { types, numbers }: Tools,
): Origin | undefined {
  const { path } = change;
  if (path === undefined || !old || !now) return undefined;
  const roots = { before: old.schema.openAPIV3Schema, after: now.schema.openAPIV3Schema };
  const steps = stepsTo(roots.after, path) ?? stepsTo(roots.before, path);
  if (!steps) return undefined;
  const pairs = pairsAlong(roots, steps);
  const changed = pairs.at(-1) ?? roots;
  const embedded = embeddedType(change, steps, pairs, types);
  const pair = `${numbers.numberOf(changed.before)} ${numbers.numberOf(changed.after)}`;
  return { pair, ...(embedded && { embedded }) };
}

/**
 * Returns the schemas along a path that both states have, the root first. The last one is the changed schema or, if a
 * field was added or removed, the object around it.
 */
function pairsAlong(roots: Pair, steps: readonly Step[]): Pair[] {
  const pairs = [roots];
  for (const step of steps) {
    const around = pairs.at(-1) ?? roots;
    const [before, after] = [childAt(around.before, step), childAt(around.after, step)];
    if (!before || !after) break;
    pairs.push({ before, after });
  }
  return pairs;
}

/** Returns the outermost type of Kubernetes around a change, if the change comes from it. */
function embeddedType(
  change: Change,
  steps: readonly Step[],
  pairs: readonly Pair[],
  types: KubernetesTypes,
): Origin["embedded"] {
  for (const [depth, pair] of pairs.entries()) {
    const type = types.typeOf(pair.before, pair.after, nameAt(steps, depth));
    if (!type) continue;
    const inside = steps.slice(depth);
    const ends = { before: schemaAlong(pair.before, inside), after: schemaAlong(pair.after, inside) };
    return comesFrom(type, inside, change, ends)
      ? { type: type.name, path: steps.slice(0, depth).reduce(pathAfterStep, ROOT_PATH) }
      : undefined;
  }
  return undefined;
}

/** Returns the name of the field that contains the value after a number of steps. */
function nameAt(steps: readonly Step[], depth: number): string {
  const field = steps.slice(0, depth).findLast((step) => step.kind === "field");
  return field?.name ?? "";
}

/**
 * Reports whether a change comes from a type of Kubernetes. Everything that the change adds must be in a known form of
 * the type, and everything that it removes in one form and not in another. A change that only the authors of the API can
 * have made, such as a new bound or the removal of a field that Kubernetes still has, therefore never counts.
 */
function comesFrom(
  { schemas }: KubernetesType,
  steps: readonly Step[],
  change: Change,
  { before, after }: { readonly before?: StructuralSchema | undefined; readonly after?: StructuralSchema | undefined },
): boolean {
  const at = schemas.map((schema) => schemaAlong(schema, steps));
  const forms = at.filter((form) => form !== undefined);
  switch (change.subject) {
    case "field-added":
      return forms.length > 0;
    case "field-removed":
      return forms.length > 0 && forms.length < at.length;
    case "required": {
      const demands = schemas.map((schema) => demandsField(schema, steps)).filter((demand) => demand !== undefined);
      const [isDemanded, isOptional] = [demands.includes(true), demands.includes(false)];
      const isGone = change.effect === "optional" || change.effect === "unlisted";
      return isGone ? isDemanded && isOptional : isDemanded;
    }
    case "wording":
      return change.aspect === "keyword" && forms.length > 0;
    case "type":
    case "values":
    case "default":
    case "list-type":
    case "map-type":
    case "unknown-fields":
      // The default of a field with the type, and its bounds, belong to the API. Only the fields inside are Kubernetes'.
      if (steps.length === 0 && change.subject !== "map-type") return false;
      return before !== undefined && after !== undefined && becomesLike(forms, before, after);
    default:
      return false;
  }
}

/** Reports whether a schema requires the field at the end of steps. Returns undefined if there is no such field. */
function demandsField(schema: StructuralSchema, steps: readonly Step[]): boolean | undefined {
  const step = steps.at(-1);
  const around = schemaAlong(schema, steps.slice(0, -1));
  if (step?.kind !== "field" || !around || !childAt(around, step)) return undefined;
  return around.required?.includes(step.name) === true;
}

/** Keywords that do not belong to a value itself: they are about its parts, or without effect. */
const OF_OTHERS = [...WORDING, "properties", "items", "additionalProperties", "required"];

/** Reports whether the keywords that changed are now as in one form, and those that are gone were as in another one. */
function becomesLike(forms: readonly StructuralSchema[], before: StructuralSchema, after: StructuralSchema): boolean {
  const [old, now] = [omit(before, OF_OTHERS), omit(after, OF_OTHERS)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !isSame(old, now, key));
  const gone = changed.filter((key) => now[key] === undefined);
  return (
    forms.some((form) => changed.every((key) => isSame(form, now, key))) &&
    (gone.length === 0 || forms.some((form) => gone.every((key) => isSame(form, old, key))))
  );
}

function isSame(one: StructuralSchema, other: StructuralSchema, key: string): boolean {
  const [a, b]: (Json | undefined)[] = [one[key], other[key]];
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}
