/**
 * Verifies examples of rejected values. An example is real if a whole object that contains it is valid under the older
 * schema and invalid under the newer one. Validation rules, pruning, nulls and defaults are taken into account.
 */

import type { SchemaChange } from "../../core/model/change.js";
import { type FieldPath, ROOT_PATH, relativePath, type Step } from "../../core/model/field-path.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { admits, withKeptFields } from "../../kubernetes/validation/admits.js";
import { stepsTo } from "./schema-at.js";
import { drawWithin } from "./values/draw.js";

/** Number of objects that are tried around an example. */
const OBJECTS = 8;

/**
 * Returns a change with its example only if the example is verified. An unknown change with a verified example becomes
 * a tightening.
 */
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
  return change.class === "unknown" ? proven(change) : change;
}

/** Returns an unknown change as the tightening that its example proves. */
function proven(change: SchemaChange): SchemaChange {
  const tightening = { ...change, class: "tightening" } as const;
  if (tightening.subject !== "rule") return tightening;
  if (tightening.effect === "replaced") return { ...tightening, relation: "narrower" };
  return tightening.effect === "added-beside" ? { ...tightening, effect: "added" } : tightening;
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
  for (const way of ways) {
    for (const object of drawWithin(schema, way, OBJECTS)) {
      const sent = placed(object, steps, example);
      if (sent !== undefined && admits(before, sent) === true && admits(after, sent) === false) return true;
    }
  }
  return false;
}

/**
 * Returns a branch that requires a value at the end of the steps, and at least one entry in each list and map on the
 * way.
 */
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

/**
 * Returns the value with the example at every place to which the steps lead, or undefined if there is none, as in an
 * empty list.
 */
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
