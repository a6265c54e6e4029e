/** Focus of drawn objects on what a definition changes: its fields, and values on both sides of each condition. */
import { type Conversion, type ConversionStep, pathAfter, pathBefore } from "../../../scripts/core/model/conversion.js";
import {
  type FieldPath,
  fieldIn,
  parentOf,
  parseFieldPath,
  relativePath,
  stepsIn,
} from "../../../scripts/core/model/field-path.js";
import { isJsonObject, type Json } from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import type { GroupKind } from "../../../scripts/kubernetes/conversion/references.js";
import { type Focus, newFocus } from "../../support/drawn-objects.js";

/** Strings that match some patterns and violate others. */
const TEXTS = [
  "*",
  "",
  "a b",
  "a  b",
  " a",
  "a/b",
  "ü",
  "-a",
  "a".repeat(63),
  "a".repeat(64),
  "10.0.0.1",
  "::1",
  "https://a.example.com",
  "http://*.example.com:80",
  "http://a_b.example.com",
  "ftp://example.com",
  "ftp://example.com/path?query#fragment",
  "https://example.com/path",
  "GET",
  "X-Header",
];

/** Returns the focus for objects in one form: on all steps, or on one of them. */
export function focusOf(conversion: Conversion, form: Form, chosen?: ConversionStep): Focus {
  const focus = newFocus();
  conversion.steps.forEach((step, index) => {
    if (chosen !== undefined && chosen !== step) return;
    for (const { path, forms, plant } of targetsOf(step)) {
      if (!forms.includes(form)) continue;
      for (const place of placesIn(path, index, conversion, form)) plant(focusAt(focus, place));
    }
  });
  return focus;
}

/** Fields that a rule requires next to others. */
const COMPANIONS = new Map([
  ["backendRefs", "port"],
  ["tls", "certificateRefs"],
]);

/** Makes a focus draw small objects, of which many follow the validation rules of Gateway API. */
export function leanFocus(focus: Focus, name = ""): Focus {
  focus.isLean = true;
  const companion = COMPANIONS.get(name);
  if (companion !== undefined && focus.inner === undefined && !focus.fields.has(companion)) {
    focus.fields.set(companion, newFocus());
  }
  for (const [field, child] of focus.fields) leanFocus(child, field);
  if (focus.inner) leanFocus(focus.inner, name);
  return focus;
}

/** Returns the focus for objects that refer to kinds. */
export function focusOnReferences(paths: readonly FieldPath[], kinds: readonly GroupKind[]): Focus {
  const focus = newFocus();
  for (const path of paths) {
    focusAt(focus, fieldIn(path, "group")).values.push(...kinds.map(({ group }) => group));
    focusAt(focus, fieldIn(path, "kind")).values.push(...kinds.map(({ kind }) => kind));
  }
  return focus;
}

/**
 * Returns the places that a path of a step has in a form. A value inside a grouped one has two places in the new form:
 * in the list, and in the shared value.
 */
export function placesIn(path: FieldPath, index: number, { steps }: Conversion, form: Form): FieldPath[] {
  if (form === "old") return [pathBefore(path, steps.slice(0, index))].filter((place) => place !== undefined);
  const later = steps.slice(index + 1);
  const shared = later.flatMap((step) => {
    const inside = step.kind === "group" ? relativePath(step.from, path) : undefined;
    return step.kind === "group" && inside !== undefined && step.from !== path
      ? [parseFieldPath(step.shared + inside)]
      : [];
  });
  return [pathAfter(path, later), ...shared].filter((place) => place !== undefined);
}

interface Target {
  readonly path: FieldPath;
  /** The forms in which objects can have the path. */
  readonly forms: readonly Form[];
  readonly plant: (focus: Focus) => void;
}

const OLD: readonly Form[] = ["old"];
const NEW: readonly Form[] = ["new"];
const BOTH: readonly Form[] = ["old", "new"];

function targetsOf(step: ConversionStep): Target[] {
  switch (step.kind) {
    case "move":
      return [
        { path: step.from, forms: OLD, plant: () => undefined },
        { path: step.to, forms: NEW, plant: () => undefined },
      ];
    case "wrap":
      return [
        { path: step.from, forms: OLD, plant: () => undefined },
        { path: step.to, forms: NEW, plant: plantSizes },
      ];
    case "unwrap":
      return [
        { path: step.from, forms: OLD, plant: plantSizes },
        { path: step.to, forms: NEW, plant: () => undefined },
      ];
    case "map":
      return [
        { path: step.path, forms: OLD, plant: ({ values }) => values.push(...step.values.map(({ from }) => from)) },
        { path: step.path, forms: NEW, plant: ({ values }) => values.push(...step.values.map(({ to }) => to)) },
      ];
    case "remove":
      return [{ path: step.path, forms: OLD, plant: ({ values }) => values.push(...given(step.restore)) }];
    case "add":
      return [{ path: step.path, forms: NEW, plant: ({ values }) => values.push(...given(step.value)) }];
    case "narrow":
    case "widen":
    case "require":
      return [{ path: step.path, forms: BOTH, plant: (focus) => plantSchema(focus, step.schema ?? {}) }];
    case "unique":
      return [{ path: step.path, forms: BOTH, plant: makeAlikeList }];
    case "split":
      return [{ path: step.path, forms: BOTH, plant: plantSizes }];
    case "group": {
      const { from, by, to, key, shared } = step;
      const plantKeys: Target["plant"] = ({ values }) => values.push(80, 443);
      return [
        { path: from, forms: OLD, plant: makeAlike },
        { path: inItem(from, by), forms: BOTH, plant: plantKeys },
        { path: to, forms: NEW, plant: makeAlike },
        { path: inItem(to, key), forms: NEW, plant: plantKeys },
        { path: shared, forms: NEW, plant: makeAlike },
        // The items around the field, of which the new form keeps only the rest.
        { path: parentOf(from), forms: NEW, plant: () => undefined },
      ];
    }
  }
}

function given(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value];
}

function plantSizes(focus: Focus): void {
  focus.sizes.push(0, 1, 2, 3);
  focus.inner ??= newFocus();
}

function makeAlike(focus: Focus): void {
  focus.isAlike = true;
}

function makeAlikeList(focus: Focus): void {
  makeAlike(focus);
  focus.inner ??= newFocus();
}

/** Returns the path of a field of the items of the list that a path leads through. */
export function inItem(path: FieldPath, field: FieldPath): FieldPath {
  return parseFieldPath(`${path.slice(0, path.indexOf("[]"))}[]${field}`);
}

export function focusAt(focus: Focus, path: FieldPath): Focus {
  let found = focus;
  for (const step of stepsIn(path) ?? []) {
    if (step.kind === "field") {
      const next = found.fields.get(step.name) ?? newFocus();
      found.fields.set(step.name, next);
      found = next;
    } else {
      found.inner ??= newFocus();
      found = found.inner;
    }
  }
  return found;
}

/** Plants values on both sides of each keyword. */
function plantSchema(focus: Focus, schema: StructuralSchema): void {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [], not, ...keywords } = schema;
  for (const [name, field] of Object.entries(properties)) plantSchema(fieldOf(focus, name), field);
  for (const inner of [items, additionalProperties]) {
    if (!isJsonObject(inner)) continue;
    focus.inner ??= newFocus();
    plantSchema(focus.inner, inner);
  }
  for (const branch of [...anyOf, ...oneOf, ...allOf, ...(not ? [not] : [])]) plantSchema(focus, branch);
  const { minItems, maxItems, minLength, maxLength, minimum, maximum, pattern, format } = keywords;
  for (const size of [minItems, maxItems]) {
    if (size === undefined) continue;
    focus.sizes.push(Math.max(0, size - 1), size, size + 1);
    focus.inner ??= newFocus();
  }
  for (const length of [minLength, maxLength]) {
    if (length === undefined) continue;
    focus.values.push(...[length - 1, length, length + 1].map((each) => "a".repeat(Math.max(0, each))));
  }
  for (const limit of [minimum, maximum]) if (limit !== undefined) focus.values.push(limit - 1, limit, limit + 1);
  if (pattern !== undefined || format !== undefined) focus.values.push(...TEXTS);
  focus.values.push(...(keywords.enum ?? []));
}

function fieldOf(focus: Focus, name: string): Focus {
  const found = focus.fields.get(name) ?? newFocus();
  focus.fields.set(name, found);
  return found;
}
