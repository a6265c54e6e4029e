/** Finds schemas by path. */
import { type FieldPath, fieldIn, itemsOf, type Step, stepsIn, valuesOf } from "../../core/model/field-path.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldOf, fieldsOf, type StructuralSchema } from "../../core/model/schema.js";

/** Returns the schema at a path, or undefined if the path does not exist. */
export function schemaAt(schema: StructuralSchema, path: FieldPath): StructuralSchema | undefined {
  const steps = stepsIn(path);
  return steps && schemaAlong(schema, steps);
}

/** Returns the steps along a path, or undefined if the path does not exist. */
export function stepsTo(schema: StructuralSchema, path: FieldPath): readonly Step[] | undefined {
  const steps = stepsIn(path);
  return steps && schemaAlong(schema, steps) && steps;
}

/** Returns the schema to which steps lead. The steps may come from a path in another schema. */
export function schemaAlong(schema: StructuralSchema, steps: readonly Step[]): StructuralSchema | undefined {
  return steps.reduce<StructuralSchema | undefined>((at, step) => at && childAt(at, step), schema);
}

/** Returns the schema of a field, of the items, or of the values of a schema. */
export function childAt(schema: StructuralSchema, step: Step): StructuralSchema | undefined {
  const { items, additionalProperties: values } = schema;
  if (step.kind === "field") return fieldOf(schema, step.name);
  if (step.kind === "items") return items;
  return isJsonObject(values) ? values : undefined;
}

/** Part of a schema, with its path and the last step of the path. */
interface Child {
  readonly path: FieldPath;
  readonly step: Step;
  readonly schema: StructuralSchema;
}

/** Returns the fields, items and values of the schema at a path. */
export function childrenOf(schema: StructuralSchema, path: FieldPath): Child[] {
  const { items, additionalProperties: values } = schema;
  return [
    ...[...fieldsOf(schema)].map(([name, field]): Child => {
      return { path: fieldIn(path, name), step: { kind: "field", name }, schema: field };
    }),
    ...(items ? [{ path: itemsOf(path), step: { kind: "items" }, schema: items } as const] : []),
    ...(isJsonObject(values) ? [{ path: valuesOf(path), step: { kind: "values" }, schema: values } as const] : []),
  ];
}
