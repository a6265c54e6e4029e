/** Finds definitions that contradict themselves or each other. Each value is valid on its own. */
import { diagnose } from "../diagnostics/diagnose.js";
import { type Conversion, type ConversionStep, crdAfter, isRenamed } from "../model/conversion.js";
import { sharedPath, stepsOf } from "../model/conversion-paths.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { FieldPath } from "../model/field-path.js";
import { canonicalJson, type Json } from "../model/json.js";
import type { Placed } from "../model/policy.js";
import { PAGE } from "./records.js";
import { keyName } from "./validate.js";

type Path = readonly (string | number)[];

/** Returns the problems of all definitions. */
export function conversionProblems(conversions: readonly Placed<Conversion>[]): Diagnostic[] {
  return [...repeatedIds(conversions), ...conflicts(conversions), ...conversions.flatMap(ownProblems)];
}

function repeatedIds(conversions: readonly Placed<Conversion>[]): Diagnostic[] {
  const first = firstIndexes(conversions.map(({ id }) => id));
  const repeated = conversions.filter(({ id }, index) => first(id) !== index);
  return repeated.map((each) => invalid(each, ["id"], "must differ from the ids of all other conversions"));
}

function ownProblems(conversion: Placed<Conversion>): Diagnostic[] {
  const { id, to, steps, placeOf } = conversion;
  const isEmpty = steps.length === 0 && Object.keys(to).length === 0;
  return [
    ...(isEmpty ? [diagnose("conversion-empty", { id }, placeOf([]))] : []),
    ...targetProblems(conversion),
    ...steps.flatMap((step, index) => stepProblems(step, index, conversion)),
  ];
}

/** Checks the keys that belong together: versions and `to.version`; `to.crd`, `to.kind` and references. */
function targetProblems(conversion: Placed<Conversion>): Diagnostic[] {
  const { crd, to, versions, references } = conversion;
  const problems: Diagnostic[] = [];
  const isNew = (version: string) => version === to.version;
  if (to.version !== undefined && versions.length === 0) problems.push(missing(conversion, "versions", "to"));
  if (to.version === undefined && versions.length > 0) problems.push(missing(conversion, "to.version", "versions"));
  if (to.crd !== undefined && to.kind === undefined) problems.push(missing(conversion, "to.kind", "to"));
  if (to.crd === undefined && to.kind !== undefined) problems.push(missing(conversion, "to.crd", "to"));
  if (to.crd === undefined && references.length > 0) problems.push(missing(conversion, "to.crd", "references"));
  if (to.crd === crd) problems.push(invalid(conversion, ["to", "crd"], `must differ from "crd"`));
  if (versions.some(isNew)) {
    problems.push(invalid(conversion, ["versions", versions.findIndex(isNew)], `must differ from "to.version"`));
  }
  return problems;
}

function stepProblems(step: ConversionStep, index: number, conversion: Placed<Conversion>): Diagnostic[] {
  const at = ["steps", index, step.kind];
  switch (step.kind) {
    case "move":
      return step.from === step.to
        ? [invalid(conversion, [...at, "to"], `must differ from "from"`)]
        : placeProblems(step, at, conversion);
    case "wrap":
    case "unwrap":
      return placeProblems(step, at, conversion);
    case "group": {
      const isAcross = [step.to, step.shared].some((path) => isInStatus(path) !== isInStatus(step.from));
      return isAcross ? [invalid(conversion, [...at, "to"], ACROSS_STATUS)] : [];
    }
    case "map":
      return mapProblems(step, at, conversion);
    case "split": {
      const isLast = index === conversion.steps.length - 1;
      return isLast ? [] : [invalid(conversion, at, "must be the last step, because the others apply before it")];
    }
    default:
      return [];
  }
}

type Step<Kind extends ConversionStep["kind"]> = Extract<ConversionStep, { readonly kind: Kind }>;

/**
 * Checks that a value stays in its item of a list. Otherwise, nothing would tell to which item it belongs. It also stays in
 * or outside of the status: the API server stores the two with different requests, and between them, the value would be in
 * both places or in neither.
 */
function placeProblems({ from, to }: Step<"move" | "wrap" | "unwrap">, at: Path, conversion: Placed<Conversion>) {
  if (isInStatus(from) !== isInStatus(to)) return [invalid(conversion, [...at, "to"], ACROSS_STATUS)];
  if (sharedPath(stepsOf(from), stepsOf(to))) return [];
  return [invalid(conversion, [...at, "to"], `must be inside the same lists and maps as ${from}`)];
}

function isInStatus(path: FieldPath): boolean {
  const [first] = stepsOf(path);
  return first?.kind === "field" && first.name === "status";
}

const ACROSS_STATUS = "must not lead into the status or out of it, because the API server stores the status separately";

/** Checks that each value shows whether it is old or new, and that each new value has one way back. */
function mapProblems(step: Step<"map">, at: Path, conversion: Placed<Conversion>): Diagnostic[] {
  const { path, values, back } = step;
  const old = firstIndexes(values.map(({ from }) => from));
  const fresh = firstIndexes(values.map(({ to }) => to));
  const returned = firstIndexes(back.map(({ from }) => from));
  const reverses = firstIndexes(values.map(({ from, to }) => [to, from]));
  const none = values.length === 0 ? [invalid(conversion, [...at, "values"], "must have at least one item")] : [];
  const wrongValues = values.flatMap(({ from, to }, index) => {
    const place = [...at, "values", index];
    if (old(from) !== index) return [invalid(conversion, [...place, "from"], TWICE)];
    const location = conversion.placeOf([...place, "to"]);
    if (old(to) !== undefined) {
      const reason = `${JSON.stringify(to)} is both an old and a new value`;
      return [diagnose("conversion-undecidable", { path, reason }, location)];
    }
    const first = fresh(to) ?? index;
    if (first === index || returned(to) !== undefined) return [];
    const reason = `${JSON.stringify(to)} replaces both ${JSON.stringify(values[first]?.from)} and ${JSON.stringify(from)}`;
    return [diagnose("conversion-one-way", { path, way: "back", reason }, location)];
  });
  const wrongBacks = back.flatMap(({ from, to }, index) => {
    const place = [...at, "back", index];
    if (returned(from) !== index) return [invalid(conversion, [...place, "from"], TWICE)];
    return reverses([from, to]) === undefined ? [invalid(conversion, place, REVERSE)] : [];
  });
  return [...none, ...wrongValues, ...wrongBacks];
}

const TWICE = "must differ from the other values of the list";
const REVERSE = `must be the reverse of an item of "values"`;

/** Returns a function that returns the index of the first occurrence of a value in a list. */
function firstIndexes(values: readonly Json[]): (value: Json) => number | undefined {
  const indexes = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const key = canonicalJson(value);
    if (!indexes.has(key)) indexes.set(key, index);
  }
  return (value) => indexes.get(canonicalJson(value));
}

/** Effect of a definition on something that only one definition of a release may decide about. */
interface Claim {
  readonly crd: string;
  /** The path of a field, or what else changes, such as "the name". */
  readonly path: string;
  /** For example "moves to .spec.tls". */
  readonly fate: string;
  /** Place of the claim in the definition. */
  readonly at: Path;
  /** Distinguishes what happens to an old field from what happens to a new one with the same path. */
  readonly form: "old" | "new";
}

/** Returns a problem for each claim that contradicts an earlier one of the same release. */
function conflicts(conversions: readonly Placed<Conversion>[]): Diagnostic[] {
  const earlier = new Map<string, string>();
  return conversions.flatMap((conversion) =>
    claimsOf(conversion).flatMap(({ crd, path, fate, at, form }) => {
      const key = JSON.stringify([conversion.since, crd, path, form]);
      const known = earlier.get(key) ?? fate;
      earlier.set(key, known);
      if (known === fate) return [];
      return [diagnose("conversion-conflict", { crd, path, fate, earlier: known }, conversion.placeOf(at))];
    }),
  );
}

function claimsOf(conversion: Conversion): Claim[] {
  const { crd, to, versions, steps } = conversion;
  const after = crdAfter(conversion);
  const name = { path: "the name", at: ["to", "crd"] };
  const names: Claim[] = [
    { ...name, crd, fate: `changes to ${after}`, form: "old" },
    { ...name, crd: after, fate: `replaces ${crd}`, form: "new" },
  ];
  return [
    ...(isRenamed(conversion) ? names : []),
    ...versions.map((version, index): Claim => {
      const fate = `changes to ${to.version}`;
      return { crd, path: `the API version ${version}`, fate, at: ["versions", index], form: "old" };
    }),
    ...steps.flatMap((step, index) =>
      stepClaims(step).map(({ key, ...claim }): Claim => {
        return { ...claim, crd: claim.form === "old" ? crd : after, at: ["steps", index, step.kind, key] };
      }),
    ),
  ];
}

const MOVES = { move: "moves to", wrap: "becomes an item of", unwrap: "becomes the value of", group: "moves to" };

function stepClaims(step: ConversionStep): (Pick<Claim, "path" | "fate" | "form"> & { readonly key: string })[] {
  switch (step.kind) {
    case "move":
    case "wrap":
    case "unwrap":
    case "group": {
      const { from, to } = step;
      if (from === to) return [];
      const fate = `gets the value of ${from}`;
      return [
        { path: from, fate: `${MOVES[step.kind]} ${to}`, form: "old", key: "from" },
        { path: to, fate, form: "new", key: "to" },
        ...(step.kind === "group" ? [{ path: step.shared, fate, form: "new", key: "shared" } as const] : []),
      ];
    }
    case "remove":
      return [{ path: step.path, fate: "is removed", form: "old", key: "path" }];
    case "add":
      return [{ path: step.path, fate: "is added", form: "new", key: "path" }];
    default:
      return [];
  }
}

function invalid({ placeOf }: Placed<object>, at: Path, expected: string): Diagnostic {
  return diagnose("config-value", { key: keyName(at), expected, page: PAGE }, placeOf(at));
}

/** Reports a key that another key requires, at that key. */
function missing({ placeOf }: Placed<object>, key: string, requiredBy: string): Diagnostic {
  return diagnose("config-key-missing", { key, page: PAGE }, placeOf([requiredBy], "key"));
}
