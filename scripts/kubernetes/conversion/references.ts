/** The lens of a reference to a kind that gets another name. */

import { stepsOf } from "../../core/model/conversion-paths.js";
import type { FieldPath } from "../../core/model/field-path.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import type { Direction, Lens } from "./lens.js";
import { asObject } from "./moves.js";
import { changeAt } from "./tree.js";

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A reference has the fields `group` and `kind`. One that lacks a field does not name the kind. */
export function reference(path: FieldPath, from: GroupKind, to: GroupKind): Lens {
  return { forward: renaming(path, from, to), backward: renaming(path, to, from) };
}

function renaming(path: FieldPath, from: GroupKind, to: GroupKind): Direction {
  const steps = stepsOf(path);
  const renamed = (value: Json | undefined) => {
    const isFound = isJsonObject(value) && value.group === from.group && value.kind === from.kind;
    return isFound ? { ...value, group: to.group, kind: to.kind } : value;
  };
  return (object) => asObject(object, changeAt(object, steps, renamed));
}
