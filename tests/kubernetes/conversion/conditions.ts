/**
 * Conditions that a definition declares: for parts that have no place in the other form, and for objects that cannot be
 * converted. They are read from the steps without the engine, and tests compare both.
 */
import { schemaAt } from "../../../scripts/changes/diff/schema-at.js";
import { allRequire } from "../../../scripts/changes/policy/field-lookup.js";
import type { Conversion, ConversionStep, GroupStep } from "../../../scripts/core/model/conversion.js";
import { type FieldPath, itemsOf, parentOf, type Step, stepsIn } from "../../../scripts/core/model/field-path.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import type { ValuePath } from "../../../scripts/kubernetes/validation/place.js";
import { isValidInBranch } from "../../../scripts/kubernetes/validation/validate.js";
import { placesIn } from "./focus.js";

/** Condition on objects in one form. */
export interface Condition {
  /** For example "remove .spec.a", or "unwrap .spec.list: more than one item". */
  readonly name: string;
  readonly form: Form;
  readonly effect: "lost" | "blocked";
  /** Reports whether objects that are valid under a schema of this form can meet the condition. */
  readonly isPossible: (schema: StructuralSchema) => boolean;
  /** Returns the paths of the values that meet the condition. */
  readonly pathsIn: (object: JsonObject) => readonly ValuePath[];
}

/** Returns all conditions of a definition. */
export function conditionsOf(conversion: Conversion): Condition[] {
  return conversion.steps.flatMap((step, index) => conditionsOfStep({ step, index, conversion }));
}

interface Context<S extends ConversionStep = ConversionStep> {
  readonly step: S;
  readonly index: number;
  readonly conversion: Conversion;
}

function conditionsOfStep({ step, ...context }: Context): Condition[] {
  switch (step.kind) {
    case "move":
    case "split":
      return [];
    case "wrap":
      return listConditions(step.to, "new", { step, ...context });
    case "unwrap":
      return listConditions(step.from, "old", { step, ...context });
    case "map":
      return mapConditions({ step, ...context });
    case "remove":
      return [lost("set", "old", step.path, { step, ...context }, differsFrom(step.restore))];
    case "add":
      return [lost("set", "new", step.path, { step, ...context }, differsFrom(step.value))];
    case "narrow":
      return [lost("no match", "old", step.path, { step, ...context }, violates(step.schema))];
    case "widen":
      return [lost("no match", "new", step.path, { step, ...context }, violates(step.schema))];
    case "unique":
      return [lost("repeated", "old", step.path, { step, ...context }, isRepeated)];
    case "require":
      return requireConditions({ step, ...context });
    case "group":
      return groupConditions({ step, ...context });
  }
}

type Test = (value: Json) => boolean;

function lost(what: string, form: Form, path: FieldPath, { step, index, conversion }: Context, test: Test): Condition {
  const places = placesIn(path, index, conversion, form).map((place) => stepsIn(place) ?? []);
  const pathsIn = (object: JsonObject) =>
    places.flatMap((steps) =>
      valuesAt(object, steps).flatMap(({ path: at, value }) =>
        value !== undefined && value !== null && test(value) ? [at] : [],
      ),
    );
  return { name: `${step.kind} ${path}: ${what}`, form, effect: "lost", isPossible: () => true, pathsIn };
}

function differsFrom(known: Json | undefined): Test {
  return (value) => known === undefined || !sameJson(value, known);
}

function violates(schema: StructuralSchema): Test {
  return (value) => !isValidInBranch(schema, value);
}

const isRepeated: Test = (value) =>
  isJsonArray(value) && value.some((item, index) => value.slice(0, index).some((other) => sameJson(item, other)));

function listConditions(path: FieldPath, form: Form, context: Context): Condition[] {
  const { index, conversion } = context;
  const lists = (schema: StructuralSchema) =>
    placesIn(path, index, conversion, form).map((place) => schemaAt(schema, place));
  const several = lost("several items", form, path, context, (value) => isJsonArray(value) && value.length > 1);
  const none = lost("no item", form, path, context, (value) => isJsonArray(value) && value.length === 0);
  return [several, { ...none, isPossible: (schema) => lists(schema).some((list) => !list?.minItems) }];
}

function mapConditions(context: Context<Extract<ConversionStep, { kind: "map" }>>): Condition[] {
  const { path, values, back } = context.step;
  const returned = (value: Json) =>
    [...back, ...values.map(({ from, to }) => ({ from: to, to: from }))].find(({ from }) => sameJson(from, value))?.to;
  const isAmbiguous: Test = (value) => {
    const found = values.find(({ from }) => sameJson(from, value));
    const old = found && returned(found.to);
    return old !== undefined && !sameJson(old, value);
  };
  // Only several old values with the same new value can be lost.
  return back.length === 0 ? [] : [lost("ambiguous", "old", path, context, isAmbiguous)];
}

function requireConditions(context: Context<Extract<ConversionStep, { kind: "require" }>>): Condition[] {
  const { step, index, conversion } = context;
  const { path, schema } = step;
  const fieldPlaces = placesIn(path, index, conversion, "old");
  const places = fieldPlaces.map((place) => stepsIn(place) ?? []);
  const pathsIn = (test: (value: Json | undefined) => boolean) => (object: JsonObject) =>
    places.flatMap((steps) => valuesAt(object, steps).flatMap(({ path: at, value }) => (test(value) ? [at] : [])));
  const isMissing = (value: Json | undefined) => value === undefined || value === null;
  const missing: Condition = {
    name: `require ${path}: missing`,
    form: "old",
    effect: "blocked",
    isPossible: (schema) => places.length > 0 && !allRequire([schema], fieldPlaces[0] ?? path),
    pathsIn: pathsIn(isMissing),
  };
  const wrong: Condition = {
    name: `require ${path}: no match`,
    form: "old",
    effect: "blocked",
    isPossible: () => true,
    pathsIn: pathsIn((value) => value !== undefined && value !== null && !isValidInBranch(schema ?? {}, value)),
  };
  return [...(stepsIn(path)?.at(-1)?.kind === "field" ? [missing] : []), ...(schema ? [wrong] : [])];
}

/** Two items with the same key differ; the new form has values that no item of the list can have. */
function groupConditions({ step, index, conversion }: Context<GroupStep>): Condition[] {
  const earlier = conversion.steps.slice(0, index);
  const list = step.from.slice(0, step.from.indexOf("[]")) as FieldPath;
  const membersOf = (object: JsonObject) =>
    valuesAt(object, stepsIn(itemsOf(list)) ?? []).flatMap(({ path, value: item }) => {
      const field = (step.from.slice(list.length + 2) || ".") as FieldPath;
      const [found] = valuesAt(item, stepsIn(field) ?? []);
      const [key] = valuesAt(item, stepsIn(step.by) ?? []);
      const value = valueAfter(earlier, step.from, found?.value);
      return found && key?.value !== undefined ? [{ path: [...path, ...found.path], key: key.value, value }] : [];
    });
  const differ = (object: JsonObject) => {
    const members = membersOf(object);
    return members.flatMap(({ path, key, value }, index) =>
      members.slice(0, index).some((other) => sameJson(other.key, key) && !isSame(other.value, value)) ? [path] : [],
    );
  };
  const groupsPath = step.to.slice(0, step.to.indexOf("[]") + 2) as FieldPath;
  const groupsOf = (object: JsonObject) => {
    const inner = step.to.slice(groupsPath.length) as FieldPath;
    return valuesAt(object, stepsIn(groupsPath) ?? []).map(({ path, value: item }) => {
      const key = valuesAt(item, stepsIn(step.key) ?? [])[0]?.value;
      return { path, key, item, value: valuesAt(item, stepsIn(inner) ?? [])[0]?.value };
    });
  };
  /** The new form that has the same meaning, and that converting back and forth gives. */
  const isCanonical = (object: JsonObject) => {
    const groups = groupsOf(object);
    const shared = valuesAt(object, stepsIn(step.shared) ?? [])[0]?.value;
    const members = membersOf(object).map(({ key }) => {
      const group = groups.find((each) => each.key !== undefined && sameJson(each.key, key));
      return { key, value: group ? group.value : shared };
    });
    const first = members[0];
    const list = valuesAt(object, stepsIn(groupsPath.slice(0, -2) as FieldPath) ?? [])[0]?.value;
    if (list === undefined && shared === undefined) return true;
    if (isJsonArray(list) && list.length === 0) return false;
    if (!first || members.every(({ value }) => value === undefined)) return false;
    if (members.every(({ value }) => isSame(value, first.value))) return groups.length === 0;
    const keys = members.flatMap(({ key, value }) => (value === undefined ? [] : [JSON.stringify(key)]));
    const wanted = [...new Set(keys)].sort();
    const found = groups.map(({ key }) => JSON.stringify(key)).sort();
    return shared === undefined && sameJson(wanted, found);
  };
  const to = (stepsIn(step.to) ?? []).flatMap((each) => (each.kind === "field" ? [each.name] : []));
  const shared = (stepsIn(step.shared) ?? []).flatMap((each) => (each.kind === "field" ? [each.name] : []));
  const around = to.slice(
    0,
    to.findIndex((name, index) => name !== shared[index]),
  );
  return [
    {
      name: `group ${step.from}: items with the same key differ`,
      form: "old",
      effect: "blocked",
      isPossible: () => true,
      pathsIn: differ,
    },
    {
      name: `group ${step.from}: values that no item has in this way`,
      form: "new",
      effect: "lost",
      isPossible: () => true,
      pathsIn: (object) => (isCanonical(object) ? [] : [around]),
    },
  ];
}

/** Returns a value after steps that drop it, or that add a field to it. */
function valueAfter(steps: readonly ConversionStep[], path: FieldPath, value: Json | undefined): Json | undefined {
  let found = value;
  for (const step of steps) {
    if (step.kind === "narrow" && step.path === path) {
      found = found !== undefined && isValidInBranch(step.schema, found) ? found : undefined;
    }
    if (step.kind === "add" && parentOf(step.path) === path && step.value !== undefined && isJsonObject(found)) {
      found = { [step.path.slice(path.length + 1)]: step.value, ...found };
    }
  }
  return found;
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

interface Value {
  readonly path: ValuePath;
  readonly value: Json | undefined;
}

/** Returns the values at a path, and the places of those that are missing in an object that exists. */
export function valuesAt(root: Json | undefined, steps: readonly Step[], path: ValuePath = []): Value[] {
  const [step, ...rest] = steps;
  if (!step) return [{ path, value: root }];
  if (step.kind === "items") {
    return isJsonArray(root) ? root.flatMap((item, index) => valuesAt(item, rest, [...path, index])) : [];
  }
  if (!isJsonObject(root)) return [];
  const names = step.kind === "field" ? [step.name] : Object.keys(root);
  return names.flatMap((name) => {
    const value = Object.hasOwn(root, name) ? root[name] : undefined;
    return value === undefined && rest.length > 0 ? [] : valuesAt(value, rest, [...path, name]);
  });
}
