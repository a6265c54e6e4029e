import { isEmbeddedResource, mayHaveUndeclared, type StructuralSchema } from "../../../core/model/schema.js";
import { fieldOf } from "../check/member.js";
import { anyEnvironment } from "../environment/environment.js";
import { type DeclType, declTypeOf } from "./decl-type.js";
import { fieldName } from "./names.js";

const known = new WeakMap<StructuralSchema, { readonly type: DeclType | undefined }>();

/** Returns the type of a schema for comparisons that need no version of Kubernetes. The result is cached. */
export function typeOfSchema(schema: StructuralSchema): DeclType | undefined {
  const before = known.get(schema);
  if (before) return before.type;
  const type = declTypeOf(schema, isEmbeddedResource(schema), anyEnvironment().server);
  known.set(schema, { type });
  return type;
}

/** Field of an object: its name in the schema, and its type, `absent` if no object has it, or undefined if unknown. */
export interface NamedField {
  readonly name: string;
  readonly type: DeclType | "absent" | undefined;
}

/** Returns the field of an object that an expression names. */
export function fieldIn({ schema, fields }: DeclType, inCel: string): NamedField {
  const name = fieldName(inCel);
  const type = fields && fieldOf(fields, inCel, anyEnvironment().minor);
  if (type) return { name, type };
  const isOpen = !fields || Object.hasOwn(schema.properties ?? {}, name) || mayHaveUndeclared(schema, name);
  return { name, type: isOpen ? undefined : "absent" };
}
