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
  return follow(schema, ROOT_PATH, path)?.schema;
}

/** The steps that lead along a path, or undefined if it leads nowhere. */
export function stepsTo(schema: StructuralSchema, path: FieldPath): readonly Step[] | undefined {
  return follow(schema, ROOT_PATH, path)?.steps;
}

/** The end of a path, and the way there. */
interface End {
  readonly schema: StructuralSchema;
  readonly steps: readonly Step[];
}

/** Names may have dots in them, so the schema decides where a step ends. */
function follow(schema: StructuralSchema, at: FieldPath, path: FieldPath): End | undefined {
  if (at === path) return { schema, steps: [] };
  for (const child of childrenOf(schema, at)) {
    const isOnTheWay = child.path === path || isBelow(path, child.path);
    const end = isOnTheWay ? follow(child.schema, child.path, path) : undefined;
    if (end) return { schema: end.schema, steps: [child.step, ...end.steps] };
  }
  return undefined;
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
