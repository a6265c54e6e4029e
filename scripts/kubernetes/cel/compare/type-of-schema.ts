import { isEmbeddedResource, type StructuralSchema } from "../../../core/model/schema.js";
import { anyEnvironment } from "../environment/environment.js";
import { type DeclType, declTypeOf } from "../types/decl-type.js";

const known = new WeakMap<StructuralSchema, { readonly type: DeclType | undefined }>();

/** Returns the type of a schema for comparisons that need no version of Kubernetes. The result is cached. */
export function typeOfSchema(schema: StructuralSchema): DeclType | undefined {
  const before = known.get(schema);
  if (before) return before.type;
  const type = declTypeOf(schema, isEmbeddedResource(schema), anyEnvironment().server);
  known.set(schema, { type });
  return type;
}
