/** What a search for a value comes to: one that was found, proof that there is none, or neither. */
import type { Json } from "../../../core/model/json.js";

export type Search = { readonly found: Json } | "none" | "open";
