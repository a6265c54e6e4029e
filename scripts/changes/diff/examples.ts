/**
 * Whether an example of what is rejected is one: in some whole object that the older schema admits, it makes the newer
 * one reject the object. Rules count, and so do pruning, nulls and defaults.
 */

import type { SchemaChange } from "../../core/model/change.js";
import { type FieldPath, ROOT_PATH, relativePath, type Step } from "../../core/model/field-path.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { admits, withKeptFields } from "../../kubernetes/validation/admits.js";
import { stepsTo } from "./schema-at.js";
import { drawWithin } from "./values/draw.js";

/** So many objects are tried around an example. */
const OBJECTS = 8;

/** A change whose example is proven, or without an example. What is proven to reject something is not unknown. */
export function withRealExample(
  change: SchemaChange,
  before: StructuralSchema,
  after: StructuralSchema,
  root: FieldPath,
): SchemaChange {
  const { example, ...rest } = change;
  if (example === undefined) return change;
  const path = relativePath(root, change.path ?? ROOT_PATH) ?? ROOT_PATH;
  const steps = stepsTo(before, path) ?? stepsTo(after, path);
  if (!steps || !isRealExample(before, after, steps, example)) return rest;
  return change.class === "unknown" ? { ...change, class: "tightening" } : change;
}

function isRealExample(
  before: StructuralSchema,
  after: StructuralSchema,
  steps: readonly Step[],
  example: Json,
): boolean {
  const ways = [steps, steps.slice(0, -1)].map((way) =>
    wayTo(way, way === steps && example !== null ? example : undefined),
  );
  const schema = withKeptFields(before);
  return ways.some((way) =>
    drawWithin(schema, way, OBJECTS).some((object) => {
      const sent = placed(object, steps, example);
      return sent !== undefined && admits(before, sent) === true && admits(after, sent) === false;
    }),
  );
}

/** What leads to a place, and has a value there, as a branch: every item and every value of a map on the way has it. */
function wayTo(steps: readonly Step[], value: Json | undefined): StructuralSchema {
  return steps.reduceRight<StructuralSchema>(
    (inner, step) => {
      if (step.kind === "items") return { minItems: 1, items: inner };
      if (step.kind === "values") return { minProperties: 1 };
      return { required: [step.name], properties: { [step.name]: inner } };
    },
    value === undefined || steps.some(({ kind }) => kind === "values") ? {} : { enum: [value] },
  );
}

/** The value with an example in every such place; undefined if there is none, as in a list without items. */
function placed(value: Json, [step, ...rest]: readonly Step[], example: Json): Json | undefined {
  if (step === undefined) return example;
  if (step.kind === "items") {
    const items = Array.isArray(value) ? value.map((item: Json) => placed(item, rest, example)) : [];
    return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const names = step.kind === "values" ? Object.keys(value) : [step.name];
  const fields = names.map((name) => [name, placed(value[name] ?? {}, rest, example)] as const);
  if (fields.length === 0 || fields.some(([, field]) => field === undefined)) return undefined;
  return { ...value, ...(Object.fromEntries(fields) as StructuralSchema) };
}
