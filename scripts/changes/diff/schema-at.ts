/** Schemas by their paths. */
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

/** The schema that a path leads to, or undefined if it leads nowhere. */
export function schemaAt(schema: StructuralSchema, path: FieldPath): StructuralSchema | undefined {
  return waysTo(schema, path)[0]?.schema;
}

/** The steps that lead along a path, or undefined if it leads nowhere. */
export function stepsTo(schema: StructuralSchema, path: FieldPath): readonly Step[] | undefined {
  return waysTo(schema, path)[0]?.steps;
}

/** All ways along a path: `.a.b` is the field `b` of `a`, and a field that is named `a.b`. */
export function waysTo(schema: StructuralSchema, path: FieldPath): End[] {
  return follow(schema, ROOT_PATH, path);
}

/** The schema to which steps lead, which may be those of a path in another schema. */
export function schemaAlong(schema: StructuralSchema, steps: readonly Step[]): StructuralSchema | undefined {
  return steps.reduce<StructuralSchema | undefined>((at, step) => at && childAt(at, step), schema);
}

function childAt(schema: StructuralSchema, step: Step): StructuralSchema | undefined {
  const { items, additionalProperties: values } = schema;
  if (step.kind === "field") return fieldsOf(schema).get(step.name);
  if (step.kind === "items") return items;
  return isJsonObject(values) ? values : undefined;
}

/** The end of a path, and the way there. */
export interface End {
  readonly schema: StructuralSchema;
  readonly steps: readonly Step[];
}

/** Names may have dots in them, so the schema decides where a step ends. */
function follow(schema: StructuralSchema, at: FieldPath, path: FieldPath): End[] {
  if (at === path) return [{ schema, steps: [] }];
  return childrenOf(schema, at)
    .filter((child) => child.path === path || isBelow(path, child.path))
    .flatMap((child) =>
      follow(child.schema, child.path, path).map((end) => ({ schema: end.schema, steps: [child.step, ...end.steps] })),
    );
}

/** A part of a schema, with its path and the last step of it. */
interface Child {
  readonly path: FieldPath;
  readonly step: Step;
  readonly schema: StructuralSchema;
}

/** The fields, items and values of the schema at a path. */
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
