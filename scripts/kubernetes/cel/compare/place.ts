/** Finds the fields that a rule reads, in the values of one schema. */
import { mayHaveUndeclared, type StructuralSchema } from "../../../core/model/schema.js";
import { anyEnvironment } from "../environment/environment.js";
import type { Comprehension, Core } from "../syntax/core.js";
import type { DeclType } from "../types/decl-type.js";
import { fieldOf } from "../types/member.js";
import { fieldName } from "../types/names.js";
import { typeOfSchema } from "./type-of-schema.js";

/** Variable, or a field of another place. */
export interface Place {
  /** The variable and the fields, such as `self.tls.mode`. No other place has the same one. */
  readonly path: string;
  /** `absent` if no value of the schema has it, or undefined if it is unknown. */
  readonly type: DeclType | "absent" | undefined;
  /** The object that has it as a field, and its name there. Unset for a variable. */
  readonly field?: { readonly owner: Place; readonly name: string };
}

/** Variables that an expression can read. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Place>;
  /** Number of loops around the expression. */
  readonly depth: number;
}

/** Returns variables that all contain a value of a schema. No variable of a macro can hide the name after a dot. */
export function scopeOf(schema: StructuralSchema, ...names: readonly string[]): Scope {
  const type = typeOfSchema(schema);
  const variables = names.flatMap((name): [string, Place][] => {
    const place = { path: name, type };
    return [
      [name, place],
      [`.${name}`, place],
    ];
  });
  return { variables: new Map(variables), depth: 0 };
}

/** Returns the variables inside of a loop: its own, and those around it. */
export function insideLoop(core: Comprehension, scope: Scope): Scope {
  const own = loopScope(core, scope);
  return { ...own, variables: new Map([...scope.variables, ...own.variables]) };
}

/**
 * Returns the variables of a loop. Only the elements of lists, and of maps with a second variable, have a type. `scope`
 * contains the variables around the loop.
 */
export function loopScope({ range, variables, accumulator }: Comprehension, scope: Scope): Scope {
  const { depth } = scope;
  const element = elementOf(placeOf(range, scope)?.type, variables.length);
  const place = (name: string, type?: DeclType): [string, Place] => [name, { path: `#${depth} ${name}`, type }];
  const own = variables.map((name, at) => place(name, at === variables.length - 1 ? element : undefined));
  return { variables: new Map([place(accumulator), ...own]), depth: depth + 1 };
}

/** Returns the variables that are the same inside of a loop. */
export function aroundLoop({ variables, accumulator }: Comprehension, { variables: outer, depth }: Scope): Scope {
  const hidden = [...variables, accumulator];
  return { variables: new Map([...outer].filter(([name]) => !hidden.includes(name))), depth };
}

/** Null has no fields to read, so nothing is known about elements that can be null. */
function elementOf(range: Place["type"], variables: number): DeclType | undefined {
  if (!isDeclared(range) || (range.type.kind !== "list" && variables < 2)) return undefined;
  return range.element?.schema.nullable === true ? undefined : range.element;
}

/** Returns the place that an expression reads, or undefined if it is something else. */
export function placeOf(core: Core, scope: Scope): Place | undefined {
  if (core.kind === "ident") return scope.variables.get(core.name);
  return core.kind === "select" && !core.isTest ? fieldPlace(core, scope) : undefined;
}

/** Returns the place that an expression tests with `has()`, or undefined if it is something else. */
export function testedPlace(core: Core, scope: Scope): Place | undefined {
  return core.kind === "select" && core.isTest ? fieldPlace(core, scope) : undefined;
}

function fieldPlace({ operand, field }: Extract<Core, { kind: "select" }>, scope: Scope): Place | undefined {
  const owner = placeOf(operand, scope);
  if (!owner) return undefined;
  const name = fieldName(field);
  return { path: `${owner.path}.${field}`, type: typeOfField(owner.type, field, name), field: { owner, name } };
}

function typeOfField(owner: Place["type"], inCel: string, name: string): Place["type"] {
  if (!isDeclared(owner)) return owner;
  const { schema, fields } = owner;
  const type = fields && fieldOf(fields, inCel, anyEnvironment().minor);
  if (type) return type;
  const isOpen = !fields || Object.hasOwn(schema.properties ?? {}, name) || mayHaveUndeclared(schema, name);
  return isOpen ? undefined : "absent";
}

export function isDeclared(type: Place["type"]): type is DeclType {
  return typeof type === "object";
}
