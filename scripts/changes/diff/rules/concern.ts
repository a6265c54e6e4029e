/** Decides which changes a rule may be about. */
import type { SchemaChange } from "../../../core/model/change.js";
import { type FieldPath, ROOT_PATH, relativePath, stepsIn } from "../../../core/model/field-path.js";
import type { Checked } from "../../../kubernetes/cel/check/checked.js";
import { fieldsRead, isRead } from "../../../kubernetes/cel/compare/implication.js";
import { allParts, type Core, partsOf } from "../../../kubernetes/cel/syntax/core.js";
import { isNamed } from "../../../kubernetes/cel/types/names.js";
import type { Kind, Type } from "../../../kubernetes/cel/types/type.js";
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

/**
 * Reports whether the result of a condition may change if objects inside a value get further fields. Two objects of one
 * type get the same fields, and the API server does not compile a comparison of objects of different types. So only
 * values that are used as `dyn` can make a difference, as in `dyn(self.a) == dyn(self.b)`.
 */
export function readsAsDyn(condition: Condition): boolean {
  const checked = statementOfCondition(condition)?.checked;
  return checked !== undefined && [...allParts(checked.root)].some((part) => usesAsDyn(part, checked));
}

function usesAsDyn(part: Core, { typeOf }: Checked): boolean {
  const parts = partsOf(part).filter((each) => !isEmpty(each));
  const isWhole = (each: Core) => isRead(each) && CONTAINERS.has(typeOf(each).kind);
  return !isOpening(part) && parts.some(isWhole) && [part, ...parts].some((each) => hasDyn(typeOf(each)));
}

/** Types of values that can contain objects. */
const CONTAINERS: ReadonlySet<Kind> = new Set(["list", "map", "object", "opaque"]);

/** Reports whether an expression only reads a field, an element or the number of elements of a value. */
function isOpening(part: Core): boolean {
  if (part.kind === "call") return part.name === "size" || part.name === "_[_]";
  return part.kind === "select" || part.kind === "comprehension";
}

/** Reports whether a part is an empty list or map, which has no objects whose fields matter. */
function isEmpty(part: Core): boolean {
  return (part.kind === "list" && part.items.length === 0) || (part.kind === "map" && part.entries.length === 0);
}

function hasDyn({ kind, parameters }: Type): boolean {
  return kind === "dyn" || parameters.some(hasDyn);
}
