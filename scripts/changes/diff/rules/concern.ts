/** Decides which changes a rule may be about. */
import type { SchemaChange } from "../../../core/model/change.js";
import { type FieldPath, ROOT_PATH, relativePath, stepsIn } from "../../../core/model/field-path.js";
import { fieldsRead } from "../../../kubernetes/cel/compare/implication.js";
import { isNamed } from "../../../kubernetes/cel/types/names.js";
import { type Condition, statementOfCondition } from "./conditions.js";

/**
 * Reports whether a condition of the value at `path` may read what a change is about. Returns true if it is uncertain.
 * A field is read only if the condition contains its name, or reads a whole value that contains it.
 */
export function mayConcern(condition: Condition, change: SchemaChange, path: FieldPath): boolean {
  const steps = stepsIn(relativePath(path, change.path ?? ROOT_PATH) ?? ROOT_PATH);
  const field = steps?.findLast((step) => step.kind === "field");
  return !field || mayRead(condition, [field.name]);
}

/** Reports whether a condition may read one of the fields, wherever they are, or a whole value that can contain them. */
export function mayRead(condition: Condition, fields: readonly string[]): boolean {
  const statement = statementOfCondition(condition);
  const names = statement && fieldsRead(statement);
  return !names || fields.some((field) => [...names].some((name) => isNamed(field, name)));
}
