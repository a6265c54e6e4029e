import type { Json } from "../../core/model/json.js";
import type { ValueForm } from "./forms.js";

/** A declaration that a tag can belong to: a kind is a resource interface, a member belongs to a union or an enum. */
export type Target = "kind" | "type" | "property" | "member";

/** The types of a schema; `any` is a schema without a type. */
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

/** The complete definition of a tag. The reference in the docs is generated from it. */
export interface TagDefinition<Value = unknown> {
  readonly name: string;
  /** One or two sentences for the reference. */
  readonly summary: string;
  /** The complete tag, as a user would write it. */
  readonly example: string;
  readonly targets: readonly Target[];
  readonly form: ValueForm<Value>;
  /** Set if one comment can contain the tag several times. */
  readonly repeats?: true;
  /** Set for a tag that constrains a value. It can be limited to a channel and apply to elements (`@items.…`). */
  readonly constraint?: ConstraintEffect<Value>;
  /** Set for a tag that is not a constraint, but can be limited to a channel and apply to elements as well. */
  readonly aims?: true;
}

/** Reports whether a tag can be limited to a channel and apply to elements (`@items.…`). */
export function canAim({ constraint, aims }: TagDefinition): boolean {
  return constraint !== undefined || aims === true;
}

/** The effect of a constraint tag on a schema. */
interface ConstraintEffect<Value> {
  /** The schema types for which the keyword has a meaning. */
  readonly appliesTo: readonly SchemaType[];
  /** Returns the keywords that the tag sets, with their values. */
  keywords(value: Value): Readonly<Record<string, Json>>;
  /** Set if all tags apply (rules). Otherwise the outermost one wins. */
  readonly adds?: true;
}

/** Returns the definition unchanged. The call lets TypeScript infer its type. */
export function defineTag<Value>(definition: TagDefinition<Value>): TagDefinition<Value> {
  return definition;
}

/** For constraints that apply to every schema. */
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
