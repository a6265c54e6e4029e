/** Result of a search for a value: a value that was found, proof that there is none (`none`), or neither (`open`). */
import type { Json } from "../../../core/model/json.js";

export type Search = { readonly found: Json } | "none" | "open";
