import type { Change, ChangeClass, Subject } from "../../core/model/change.js";
import type { Json } from "../../core/model/json.js";

/** A change of one schema: where it is found is added by the caller. */
export type SchemaChange = Pick<
  Change,
  "path" | "subject" | "class" | "says" | "before" | "after" | "digest" | "example" | "mayBeStored"
>;

/** Makes changes of one path. */
export type ChangeMaker = (
  subject: Subject,
  changeClass: ChangeClass,
  says: string,
  before?: Json,
  after?: Json,
  example?: Json,
) => SchemaChange;
