import type { JsonObject } from "../../../../scripts/core/model/json.js";

/** A name, a document, and the codes of its problems, with ` (accepted)` if the API server accepts them. */
export type NewCase = readonly [name: string, document: JsonObject, ...codes: string[]];

/** A name, the old document and the new one, and the codes of the problems. */
export type UpdateCase = readonly [name: string, old: JsonObject, document: JsonObject, ...codes: string[]];
