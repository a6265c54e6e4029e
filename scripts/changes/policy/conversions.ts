/**
 * Checks definitions against the schemas of their ends. A problem is reported only if it exists under all schemas of an
 * end. Definitions whose changes are older than the history are not checked.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import {
  type Conversion,
  type ConversionStep,
  isRenamed,
  type MoveStep,
  movesIn,
  pathAfter,
  pathBefore,
  valuePaths,
} from "../../core/model/conversion.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import {
  type FieldPath,
  fieldIn,
  isWithin,
  itemsOf,
  parentOf,
  parseFieldPath,
  pathsAround,
  stepsIn,
} from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import type { Placed } from "../../core/model/policy.js";
import { schemaAt } from "../diff/schema-at.js";
import { type End, type Ends, endsOf, type History, isInHistory } from "./conversion-ends.js";
import { accepts, allHave, allRequire, leadsToField, nearestPath, typesAt } from "./field-lookup.js";

/** Returns the problems of all definitions. */
export function unmatchedConversions(conversions: readonly Placed<Conversion>[], history: History): Diagnostic[] {
  return conversions
    .filter((conversion) => isInHistory(conversion, history))
    .flatMap((conversion) => {
      const ends = endsOf(conversion, history);
      if (!ends.ok) return ends.diagnostics;
      const steps = conversion.steps.map((step, index) => contextOf(step, index, conversion, ends.value));
      return [...steps.flatMap(stepProblems), ...referenceProblems(conversion, history)];
    });
}

/** A step between the ends of its definition. */
interface StepContext<Step = ConversionStep> {
  readonly step: Step;
  readonly conversion: Conversion;
  readonly ends: Ends;
  /** Returns the path in the old form or in the new one of a value that has a path before or after the step. */
  readonly oldPath: (path: FieldPath) => FieldPath | undefined;
  readonly newPath: (path: FieldPath) => FieldPath | undefined;
  readonly placeOf: (...keys: readonly (string | number)[]) => Location;
}

function contextOf(step: ConversionStep, index: number, conversion: Placed<Conversion>, ends: Ends): StepContext {
  const { steps, placeOf } = conversion;
  return {
    step,
    conversion,
    ends,
    oldPath: (path) => pathBefore(path, steps.slice(0, index)),
    newPath: (path) => pathAfter(path, steps.slice(index + 1)),
    placeOf: (...keys) => placeOf(["steps", index, step.kind, ...keys]),
  };
}

function stepProblems(context: StepContext): Diagnostic[] {
  const { step, ends, oldPath, newPath, placeOf } = context;
  const inOld = (path: FieldPath, key = "path") => pathProblem(ends.old, oldPath(path), placeOf(key));
  const inNew = (path: FieldPath, key = "path") => pathProblem(ends.new, newPath(path), placeOf(key));
  switch (step.kind) {
    case "move":
    case "wrap":
    case "unwrap": {
      const [from, to] = valuePaths(step);
      const unknown = [...inOld(from, "from"), ...inNew(to, "to")];
      return unknown.length > 0 ? unknown : moveProblems({ ...context, step });
    }
    case "group": {
      const { from, by, to, key, shared } = step;
      const paths = [...inOld(from, "from"), ...inOld(inItem(from, by), "by"), ...inNew(shared, "shared")];
      const unknown = [...paths, ...inNew(to, "to"), ...inNew(inItem(to, key), "key")];
      return unknown.length > 0 ? unknown : moveProblems({ ...context, step });
    }
    case "map": {
      const unknown = [...inOld(step.path), ...inNew(step.path)];
      return unknown.length > 0 ? unknown : replacementProblems({ ...context, step });
    }
    case "remove":
      return [...inOld(step.path), ...removeProblems({ ...context, step })];
    case "add":
      return [...inNew(step.path), ...addProblems({ ...context, step })];
    case "narrow":
    case "widen":
      return [...inOld(step.path), ...inNew(step.path)];
    case "require":
      return inNew(step.path);
    case "unique":
    case "split": {
      const items = itemsOf(step.path);
      return [...inOld(items), ...inNew(items)];
    }
  }
}

type Step<Kind extends ConversionStep["kind"]> = Extract<ConversionStep, { readonly kind: Kind }>;

/** Returns the path of a field of the items of the list that a path leads through. */
function inItem(path: FieldPath, field: FieldPath): FieldPath {
  const items = pathsAround(path).find((around) => stepsIn(around)?.at(-1)?.kind === "items");
  return parseFieldPath(`${items ?? path}${field}`);
}

/** Reports a path that an end does not have. A value without a path comes from another step, or goes to one. */
function pathProblem({ crd, state, schemas }: End, path: FieldPath | undefined, place: Location): Diagnostic[] {
  if (path === undefined || schemas.some((schema) => leadsToField(schema, path))) return [];
  return [diagnose("conversion-path-unknown", { crd, path, state, nearest: nearestPath(schemas, path) }, place)];
}

function moveProblems(context: StepContext<MoveStep>): Diagnostic[] {
  const undecidable = undecidableMove(context);
  return undecidable.length > 0 ? undecidable : typeProblems(context);
}

/** Reports a value that has the same type in its new place and in its old one, if both exist in one form. */
function undecidableMove(context: StepContext<MoveStep>): Diagnostic[] {
  const { step, conversion, ends, oldPath, newPath, placeOf } = context;
  const { from, to } = step;
  if (isRenamed(conversion)) return [];
  if (from === to) {
    const [end, path] = step.kind === "wrap" ? [ends.old, oldPath(from)] : [ends.new, newPath(to)];
    return typeAlready("array", end, path, placeOf("to"));
  }
  if (isWithin(to, from)) return typeAlready("object", ends.old, oldPath(from), placeOf("from"));
  if (isWithin(from, to)) return typeAlready("object", ends.new, newPath(to), placeOf("to"));
  return [
    ...stillThere(ends.new, newPath(from), placeOf("from")),
    ...stillThere(ends.old, oldPath(to), placeOf("to")),
    ...(step.kind === "group" ? stillThere(ends.old, oldPath(step.shared), placeOf("shared")) : []),
  ];
}

/** Reports a field that belongs to one form, but that the other form has too. */
function stillThere({ state, schemas }: End, path: FieldPath | undefined, place: Location): Diagnostic[] {
  if (path === undefined || !allHave(schemas, path)) return [];
  return [diagnose("conversion-undecidable", { path, reason: `${state} has ${path} too` }, place)];
}

const NOUNS = { array: "a list", object: "an object" };

function typeAlready(
  type: "array" | "object",
  { state, schemas }: End,
  path: FieldPath | undefined,
  place: Location,
): Diagnostic[] {
  const types = path === undefined ? [] : typesAt(schemas, path);
  if (path === undefined || types.length === 0 || types.some((each) => each !== type)) return [];
  return [diagnose("conversion-undecidable", { path, reason: `it is already ${NOUNS[type]} in ${state}` }, place)];
}

/** Reports a value that moves to a place of another type, unless a step replaces it. */
function typeProblems({ step, conversion, ends, oldPath, newPath, placeOf }: StepContext<MoveStep>): Diagnostic[] {
  const [before, after] = valuePaths(step);
  const [from, to] = [oldPath(before), newPath(after)];
  if (from === undefined || to === undefined || isReplaced(to, conversion)) return [];
  const [old, fresh] = [typesAt(ends.old.schemas, from), typesAt(ends.new.schemas, to)];
  if (old.length === 0 || fresh.length === 0 || old.some((type) => fresh.includes(type))) return [];
  const about = {
    from,
    old: old.join(" or "),
    before: ends.old.state,
    to,
    new: fresh.join(" or "),
    after: ends.new.state,
  };
  return [diagnose("conversion-type", about, placeOf("to"))];
}

/** Reports whether a step replaces the values that a new path leads to. */
function isReplaced(path: FieldPath, { steps }: Conversion): boolean {
  return steps.some((step, index) => step.kind === "map" && pathAfter(step.path, steps.slice(index + 1)) === path);
}

function replacementProblems({ step, ends, oldPath, newPath, placeOf }: StepContext<Step<"map">>): Diagnostic[] {
  const [old, fresh] = [oldPath(step.path), newPath(step.path)];
  return step.values.flatMap(({ from, to }, index) => [
    ...valueProblem(ends.old, old, from, placeOf("values", index, "from")),
    ...valueProblem(ends.new, fresh, to, placeOf("values", index, "to")),
  ]);
}

function valueProblem(
  { state, schemas }: End,
  path: FieldPath | undefined,
  value: Json,
  place: Location,
): Diagnostic[] {
  if (path === undefined || accepts(schemas, path, value)) return [];
  return [diagnose("conversion-value", { path, value: JSON.stringify(value), state }, place)];
}

/** Checks that the way back of a field that disappears leads to a valid object. */
function removeProblems(context: StepContext<Step<"remove">>): Diagnostic[] {
  const { step, conversion, ends, oldPath, newPath, placeOf } = context;
  const path = oldPath(step.path);
  if (path === undefined) return [];
  if (step.restore !== undefined) return valueProblem(ends.old, path, step.restore, placeOf("restore"));
  const around = parentOf(path);
  const moved = [...movesIn(conversion).keys()].some((from) => isWithin(from, around));
  const isThere = moved || hasPath(ends.new, pathAfter(around, conversion.steps));
  return [
    ...(isRenamed(conversion) ? [] : stillThere(ends.new, newPath(step.path), placeOf("path"))),
    ...(isThere ? requiredProblem(ends.old, path, "back", placeOf("path")) : []),
  ];
}

/** Checks that a field that appears makes the object valid, and that old objects do not have it. */
function addProblems(context: StepContext<Step<"add">>): Diagnostic[] {
  const { step, conversion, ends, oldPath, newPath, placeOf } = context;
  const path = newPath(step.path);
  if (path === undefined) return [];
  const undecidable = isRenamed(conversion) ? [] : stillThere(ends.old, oldPath(step.path), placeOf("path"));
  if (step.value !== undefined) return [...undecidable, ...valueProblem(ends.new, path, step.value, placeOf("value"))];
  const around = parentOf(path);
  const moved = [...movesIn(conversion).values()].some((to) => isWithin(to, around));
  const isThere = moved || hasPath(ends.old, pathBefore(around, conversion.steps));
  const isDemanded = conversion.steps.some((other) => other.kind === "require" && other.path === step.path);
  return [
    ...undecidable,
    ...(isThere && !isDemanded ? requiredProblem(ends.new, path, "forward", placeOf("path")) : []),
  ];
}

function hasPath({ schemas }: End, path: FieldPath | undefined): boolean {
  return path !== undefined && schemas.some((schema) => schemaAt(schema, path));
}

function requiredProblem({ state, schemas }: End, path: FieldPath, way: "back" | "forward", place: Location) {
  if (!allRequire(schemas, path)) return [];
  return [diagnose("conversion-one-way", { path, way, reason: `${state} requires it` }, place)];
}

/** Checks that other kinds have the references that follow the new name of a kind. */
function referenceProblems(conversion: Placed<Conversion>, history: History): Diagnostic[] {
  return conversion.references.flatMap(({ crd, kind, paths }, index) => {
    const placeOf = (path: readonly (string | number)[]) => conversion.placeOf(["references", index, ...path]);
    const ends = endsOf({ ...conversion, crd, kind, versions: [], to: {}, placeOf }, history);
    if (!ends.ok) return ends.diagnostics;
    return paths.flatMap((path, number) => {
      const kindPath = fieldIn(path, "kind");
      if (hasPath(ends.value.new, kindPath)) return [];
      return pathProblem(ends.value.old, kindPath, placeOf(["paths", number]));
    });
  });
}
