/** Decides which fields the objects of a schema have. */
import { hasDefault } from "../../../core/model/schema.js";
import { isDeclared, type Place } from "./place.js";

/** Assumptions about optional fields by path, such as `self.tls.mode`: true if the field exists. */
export type Assumptions = ReadonlyMap<string, boolean>;

export const NO_ASSUMPTIONS: Assumptions = new Map();

/** Reports whether objects have a field, provided that they have the object that contains it, or undefined if some do. */
export function presenceOf({ path, type, field }: Place, assumed: Assumptions): boolean | undefined {
  if (!field) return true;
  if (type === "absent") return false;
  const { owner, name } = field;
  if (!isDeclared(type) || !isDeclared(owner.type)) return undefined;
  const isRequired = owner.type.schema.required?.includes(name);
  if ((isRequired || hasDefault(type.schema)) && type.schema.nullable !== true) return true;
  return assumed.get(path);
}

/** Reports whether every object has the values that lead to a place, and its value, so reading them is not an error. */
export function isReadable(place: Place, assumed: Assumptions): boolean {
  return presenceOf(place, assumed) === true && (!place.field || isReadable(place.field.owner, assumed));
}

/** Reports whether reading the object that has the field is not an error. */
export function isTestable({ field }: Place, assumed: Assumptions): boolean {
  return field !== undefined && isReadable(field.owner, assumed);
}
