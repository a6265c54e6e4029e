/** Finds schemas by path. */
import {
  type FieldPath,
  fieldIn,
  isBelow,
  itemsOf,
  ROOT_PATH,
  type Step,
  valuesOf,
} from "../../core/model/field-path.js";
import { isJsonObject } from "../../core/model/json.js";
import { fieldsOf, type StructuralSchema } from "../../core/model/schema.js";

/** Returns the schema at a path, or undefined if the path does not exist. */
export function schemaAt(schema: StructuralSchema, path: FieldPath): StructuralSchema | undefined {
  return waysTo(schema, path)[0]?.schema;
}

/** Returns the steps along a path, or undefined if the path does not exist. */
export function stepsTo(schema: StructuralSchema, path: FieldPath): readonly Step[] | undefined {
  return waysTo(schema, path)[0]?.steps;
}

/** Returns all ways along a path. `.a.b` can be the field `b` of `a`, or a field named `a.b`. */
export function waysTo(schema: StructuralSchema, path: FieldPath): End[] {
  return follow(schema, ROOT_PATH, path);
}

/** Returns the schema to which steps lead. The steps may come from a path in another schema. */
export function schemaAlong(schema: StructuralSchema, steps: readonly Step[]): StructuralSchema | undefined {
  return steps.reduce<StructuralSchema | undefined>((at, step) => at && childAt(at, step), schema);
}

/** Returns the schema of a field, of the items, or of the values of a schema. */
export function childAt(schema: StructuralSchema, step: Step): StructuralSchema | undefined {
  const { items, additionalProperties: values } = schema;
  if (step.kind === "field") return fieldsOf(schema).get(step.name);
  if (step.kind === "items") return items;
  return isJsonObject(values) ? values : undefined;
}

/** The schema at the end of a path, and the steps to it. */
export interface End {
  readonly schema: StructuralSchema;
  readonly steps: readonly Step[];
}

/** Follows a path. Field names may contain dots, so the schema decides where a step ends. */
function follow(schema: StructuralSchema, at: FieldPath, path: FieldPath): End[] {
  if (at === path) return [{ schema, steps: [] }];
  return childrenOf(schema, at)
    .filter((child) => child.path === path || isBelow(path, child.path))
    .flatMap((child) =>
      follow(child.schema, child.path, path).map((end) => ({ schema: end.schema, steps: [child.step, ...end.steps] })),
    );
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
