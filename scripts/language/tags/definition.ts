import type { Json } from "../../core/model/json.js";
import type { ValueForm } from "./forms.js";

/** What a tag can stand on. A kind is an interface that is a resource; a member is one of a union or an enum. */
export type Target = "kind" | "type" | "property" | "member";

/** The types a schema can have; `any` is a schema that declares none. */
export type SchemaType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "object"
  | "map"
  | "array"
  | "int-or-string"
  | "any";

/** One tag of the language: all there is to know about it. The reference in the docs is made from this. */
export interface TagDefinition<Value = unknown> {
  readonly name: string;
  /** One sentence for the reference. */
  readonly summary: string;
  /** The whole tag as one would write it. */
  readonly example: string;
  readonly targets: readonly Target[];
  readonly form: ValueForm<Value>;
  /** Whether one comment may hold it several times. */
  readonly repeats?: true;
  /** Set for a tag that constrains a value: it may be bound to a channel and be aimed at elements (`@items.…`). */
  readonly constraint?: ConstraintEffect<Value>;
}

/** What a constraint tag does to a schema. */
interface ConstraintEffect<Value> {
  /** The schema types that the keyword means something for. */
  readonly appliesTo: readonly SchemaType[];
  /** The keywords it sets, with their values. */
  keywords(value: Value): Readonly<Record<string, Json>>;
  /** Set where several tags hold side by side (rules), instead of the outermost winning. */
  readonly adds?: true;
}

/** Gives a definition its type; the same value comes back. */
export function defineTag<Value>(definition: TagDefinition<Value>): TagDefinition<Value> {
  return definition;
}

/** For constraints that mean something for every schema. */
export const EVERY_TYPE: readonly SchemaType[] = [
  "string",
  "integer",
  "number",
  "boolean",
  "object",
  "map",
  "array",
  "int-or-string",
  "any",
];
