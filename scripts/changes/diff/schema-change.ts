import type { ChangeClass, Fact, SchemaChange } from "../../core/model/change.js";
import type { Json } from "../../core/model/json.js";

/** Function that makes changes at one path. */
export type ChangeMaker = (changeClass: ChangeClass, fact: Fact, example?: Json) => SchemaChange;

/** Returns the values before and after a change, without those that are undefined. */
export function between(before: Json | undefined, after: Json | undefined) {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
