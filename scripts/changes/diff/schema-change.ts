import type { ChangeClass, Fact, SchemaChange } from "../../core/model/change.js";
import type { FieldPath } from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";

/** Function that makes changes at one path. */
export type ChangeMaker = (changeClass: ChangeClass, fact: Fact, example?: Json) => SchemaChange;

/** Returns a function that makes changes at a path. */
export function changeAt(path: FieldPath): ChangeMaker {
  return (changeClass, fact, example) => ({
    path,
    class: changeClass,
    ...fact,
    ...(example !== undefined && { example }),
  });
}

/** Returns the values before and after a change, without those that are undefined. */
export function between(before: Json | undefined, after: Json | undefined) {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
