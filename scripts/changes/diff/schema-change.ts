import type { ChangeClass, Fact, SchemaChange } from "../../core/model/change.js";
import type { Json } from "../../core/model/json.js";

/** Makes changes of one path. */
export type ChangeMaker = (changeClass: ChangeClass, fact: Fact, example?: Json) => SchemaChange;

/** The values of what changed, as a fact has them. */
export function between(before: Json | undefined, after: Json | undefined) {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
