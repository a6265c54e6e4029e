/** Lenses of values that stay in their place, appear or disappear. */
import type { Replacement } from "../../core/model/conversion.js";
import { stepsOf } from "../../core/model/conversion-paths.js";
import type { FieldPath } from "../../core/model/field-path.js";
import { isJsonArray, type Json, sameJson } from "../../core/model/json.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import { stepsTo, type ValuePath } from "../validation/place.js";
import { keywordViolations } from "../validation/validate.js";
import type { Violation } from "../validation/violation.js";
import type { Direction, Lens, Obstacle } from "./lens.js";
import { asObject } from "./moves.js";
import { type Change, changeAt } from "./tree.js";

/** Values are replaced by others. `back` comes first on the way back, because several values can have the same new one. */
export function mapValues(
  path: FieldPath,
  { values, back }: { readonly values: readonly Replacement[]; readonly back: readonly Replacement[] },
): Lens {
  const backwards = [...back, ...values.map(({ from, to }) => ({ from: to, to: from }))];
  return { forward: changing(path, replacing(values)), backward: changing(path, replacing(backwards)) };
}

function replacing(replacements: readonly Replacement[]): Change {
  return (value) => {
    if (value === undefined) return value;
    const found = replacements.find(({ from }) => sameJson(from, value));
    return found ? found.to : value;
  };
}

/** A field disappears. On the way back, `restore` becomes the value of a field that is missing. */
export function removeField(path: FieldPath, restore: Json | undefined): Lens {
  return {
    forward: changing(path, () => undefined),
    backward: restore === undefined ? unchanged : changing(path, (value) => value ?? restore),
  };
}

/** Values that do not match a schema disappear. */
export function narrow(path: FieldPath, schema: StructuralSchema): Lens {
  return {
    forward: changing(path, (value) =>
      value === undefined || violationsOf(schema, value).length > 0 ? undefined : value,
    ),
    backward: unchanged,
  };
}

/** Repeated items of a list disappear. */
export function unique(path: FieldPath): Lens {
  return {
    forward: changing(path, (value) => (isJsonArray(value) ? withoutRepetition(value) : value)),
    backward: unchanged,
  };
}

function withoutRepetition(items: readonly Json[]): readonly Json[] {
  const found = items.filter((item, index) => items.findIndex((other) => sameJson(other, item)) === index);
  return found.length === items.length ? items : found;
}

/** A value must be set and match a schema. */
export function requireValue(path: FieldPath, schema: StructuralSchema | undefined): Lens {
  const steps = stepsOf(path);
  return {
    forward: (object, obstacles) => {
      changeAt(object, steps, (value, at) => {
        if (value === undefined || value === null) obstacles.push({ kind: "required", path: [...at] });
        else obstacles.push(...violationsOf(schema, value).map((each) => obstacleOf(each, at)));
        return value;
      });
      return object;
    },
    backward: unchanged,
  };
}

function changing(path: FieldPath, change: Change): Direction {
  const steps = stepsOf(path);
  return (object) => asObject(object, changeAt(object, steps, change));
}

const unchanged: Direction = (object) => object;

function violationsOf(schema: StructuralSchema | undefined, value: Json): readonly Violation[] {
  return schema ? keywordViolations(schema, value) : [];
}

/** Returns the obstacle for a violation in the value at a path. */
function obstacleOf({ type, place, problem }: Violation, at: ValuePath): Obstacle {
  const path = [...at, ...stepsTo(place)];
  return type === "FieldValueRequired" ? { kind: "required", path } : { kind: "required", path, problem };
}
