/** Finds fields in some of several schemas. */
import { type FieldPath, fieldIn, parentOf, pathsAround, ROOT_PATH } from "../../core/model/field-path.js";
import type { Json } from "../../core/model/json.js";
import { fieldsOf, hasDefault, isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { nearest } from "../../core/nearest.js";
import { admits } from "../../kubernetes/validation/admits.js";
import { childrenOf, schemaAt } from "../diff/schema-at.js";

type Schemas = readonly StructuralSchema[];

/** Reports whether a path leads to a field. A free-form value may contain any field. */
export function leadsToField(schema: StructuralSchema, path: FieldPath): boolean {
  if (schemaAt(schema, path)) return true;
  return pathsAround(path).some((place) => {
    const around = schemaAt(schema, place);
    return around !== undefined && isFreeForm(around);
  });
}

function isFreeForm(schema: StructuralSchema): boolean {
  const isObject = schema.type === undefined || schema.type === "object";
  return isObject && childrenOf(schema, ROOT_PATH).length === 0;
}

/** Returns the path in the schemas that is most similar to one that does not exist, if there is one. */
export function nearestPath(schemas: Schemas, path: FieldPath): string | undefined {
  return nearest(path, new Set(schemas.flatMap((schema) => pathsBelow(schema, ROOT_PATH))));
}

function pathsBelow(schema: StructuralSchema, path: FieldPath): FieldPath[] {
  return childrenOf(schema, path).flatMap((child) => [child.path, ...pathsBelow(child.schema, child.path)]);
}

function schemasAt(schemas: Schemas, path: FieldPath): StructuralSchema[] {
  return schemas.map((schema) => schemaAt(schema, path)).filter((schema) => schema !== undefined);
}

/** Reports whether all schemas declare a field. */
export function allHave(schemas: Schemas, path: FieldPath): boolean {
  return schemas.every((schema) => schemaAt(schema, path));
}

/** Reports whether all schemas that have the object around a field require the field of clients. */
export function allRequire(schemas: Schemas, path: FieldPath): boolean {
  const around = schemasAt(schemas, parentOf(path));
  return around.length > 0 && around.every((schema) => requires(schema, path));
}

function requires(schema: StructuralSchema, path: FieldPath): boolean {
  const isNamed = (name: string) => fieldIn(parentOf(path), name) === path;
  return (schema.required ?? []).some((name) => isNamed(name) && !hasDefault(fieldsOf(schema).get(name) ?? {}));
}

/** Returns the JSON types that the values of a field can have. The list is empty if they can have any type. */
export function typesAt(schemas: Schemas, path: FieldPath): string[] {
  const types = schemasAt(schemas, path).map(typesOf);
  return types.some((each) => each.length === 0) ? [] : [...new Set(types.flat())];
}

function typesOf(schema: StructuralSchema): readonly string[] {
  if (isIntOrString(schema)) return ["number", "string"];
  if (schema.type === "integer") return ["number"];
  return schema.type === undefined ? [] : [schema.type];
}

/** Reports whether a field can have a value. If no schema declares the field, any value is possible. */
export function accepts(schemas: Schemas, path: FieldPath, value: Json): boolean {
  const found = schemasAt(schemas, path);
  return found.length === 0 || found.some((schema) => admits(schema, value) !== false);
}
