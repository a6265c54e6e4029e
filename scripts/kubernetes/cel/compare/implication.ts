/** Proves that a rule is true for every value of a schema for which other rules are true. */
import type { StructuralSchema } from "../../../core/model/schema.js";
import { check } from "../check/check.js";
import type { Checked } from "../check/checked.js";
import { anyEnvironment } from "../environment/environment.js";
import { ACCUMULATOR, allParts, type Core } from "../syntax/core.js";
import { type Kind, optionalOf } from "../types/type.js";
import { Effort, Exhausted, type Types } from "../worlds/effort.js";
import { Evaluator } from "../worlds/evaluator.js";
import { Scope } from "../worlds/scope.js";
import { NONE, present, type Value } from "../worlds/value.js";
import { worlds } from "../worlds/world.js";
import { typeOfSchema } from "./type-of-schema.js";

/** Most parts of rules that are evaluated for one proof, in all worlds together. Without a result by then, there is none. */
const MOST_STEPS = 50_000;
/** The same for a proof with at most one premise, and the most premises that are tried one at a time. */
const FEW_STEPS = 10_000;
const MOST_SINGLE = 4;

/** Most steps of all proofs about the rules of one value. Without a result by then, there is none. */
export const MOST_STEPS_OF_ALL = 1_000_000;

/** The steps that are left for several proofs. */
export interface Budget {
  steps: number;
}

/** The use of `oldSelf` decides when the API server evaluates a condition: `required` means only on updates. */
export type OldSelf = "unused" | "required" | "optional";

/** Condition of a rule, with the types of its parts. */
export interface Statement {
  readonly checked: Checked;
  readonly oldSelf: OldSelf;
  /** Names of the fields that the condition reads, wherever they are. */
  readonly fields: ReadonlySet<string>;
}

/** Returns a statement about the values of a schema, or undefined if its types are wrong. */
export function statementOf(core: Core, oldSelf: OldSelf, schema: StructuralSchema): Statement | undefined {
  const self = typeOfSchema(schema)?.type;
  if (!self) return undefined;
  const variables = new Map([
    ["self", self],
    ["oldSelf", oldSelf === "optional" ? optionalOf(self) : self],
  ]);
  const { checked } = check(core, variables, anyEnvironment());
  if (checked?.type.kind !== "bool") return undefined;
  const fields = [...allParts(core)].flatMap((part) => (part.kind === "select" ? [part.field] : []));
  return { checked, oldSelf, fields: new Set(fields) };
}

/** Types of values that have fields or elements, or of which nothing is known. */
const COMPOSED: ReadonlySet<Kind> = new Set(["dyn", "list", "map", "object", "opaque"]);

/** Returns the names of all fields that can matter to a statement, or undefined if it reads whole objects, lists or maps. */
export function fieldsRead({ checked, fields }: Statement): ReadonlySet<string> | undefined {
  const parts = [...allParts(checked.root)];
  const opened = new Set(parts.flatMap(openedBy));
  const isWhole = (part: Core) => isRead(part) && !opened.has(part) && COMPOSED.has(checked.typeOf(part).kind);
  return parts.some(isWhole) ? undefined : fields;
}

/** Reports whether a part is a value of the object, or an element of such a value. */
export function isRead(core: Core): boolean {
  if (core.kind === "ident") return core.name !== ACCUMULATOR;
  return core.kind === "select" ? !core.isTest : core.kind === "call" && core.name === "_[_]";
}

/** Returns the parts whose fields or elements an expression reads, or which it counts. */
function openedBy(core: Core): Core[] {
  if (core.kind === "select") return [core.operand];
  if (core.kind === "comprehension") return [core.range];
  if (core.kind !== "call" || (core.name !== "size" && core.name !== "_[_]")) return [];
  return [core.target ?? (core.args[0] as Core)];
}

/**
 * Reports whether it is proven that a conclusion is true for every value of a schema for which the premises are true, in
 * every request for which the API server evaluates it. Parts that are not understood can have any result, but the same
 * one wherever they occur.
 */
export function follows(
  conclusion: Statement,
  premises: readonly Statement[],
  schema: StructuralSchema,
  budget: Budget = { steps: MOST_STEPS_OF_ALL },
): boolean {
  return requestsOf(conclusion, premises).every((request) => {
    const evaluated = premises.filter(({ oldSelf }) => request === "update" || oldSelf !== "required");
    const related = relatedTo(conclusion, evaluated);
    // One premise is often enough, and takes far less time than all of them.
    return (
      proves([], { conclusion, request, schema, budget }, FEW_STEPS) ||
      closestTo(conclusion, related).some((premise) =>
        proves([premise], { conclusion, request, schema, budget }, FEW_STEPS),
      ) ||
      (related.length > 1 && proves(related, { conclusion, request, schema, budget }, MOST_STEPS))
    );
  });
}

type Request = "creation" | "update";

/**
 * Returns the requests for which the API server evaluates a statement and needs a proof of its own. A proof for
 * creations holds for updates as well, unless a premise depends on the kind of the request.
 */
function requestsOf({ oldSelf }: Statement, premises: readonly Statement[]): Request[] {
  if (oldSelf === "required") return ["update"];
  const isOptional = oldSelf === "optional" || premises.some((premise) => premise.oldSelf === "optional");
  return isOptional ? ["creation", "update"] : ["creation"];
}

/** Returns the premises that share most fields with a conclusion. */
function closestTo({ fields }: Statement, premises: readonly Statement[]): readonly Statement[] {
  const shared = (premise: Statement) => [...premise.fields].filter((name) => fields.has(name)).length;
  return [...premises].sort((a, b) => shared(b) - shared(a)).slice(0, MOST_SINGLE);
}

/**
 * Returns the premises that can matter: those that read a field that the conclusion reads, or that another one of them
 * reads. All others would only take time.
 */
function relatedTo({ fields }: Statement, premises: readonly Statement[]): readonly Statement[] {
  if (fields.size === 0) return premises;
  const readers = readersOf(premises);
  const read = new Set(fields);
  const followed = new Set<Statement>();
  for (const name of read) {
    for (const premise of readers.get(name) ?? []) {
      if (followed.has(premise)) continue;
      followed.add(premise);
      for (const other of premise.fields) read.add(other);
    }
  }
  return premises.filter((premise) => premise.fields.size === 0 || [...premise.fields].some((name) => read.has(name)));
}

/** Returns the statements that read each field. */
function readersOf(statements: readonly Statement[]): ReadonlyMap<string, readonly Statement[]> {
  const readers = new Map<string, Statement[]>();
  for (const statement of statements) {
    for (const name of statement.fields) {
      const known = readers.get(name) ?? [];
      known.push(statement);
      readers.set(name, known);
    }
  }
  return readers;
}

interface Question {
  readonly conclusion: Statement;
  readonly request: Request;
  readonly schema: StructuralSchema;
  readonly budget: Budget;
}

function proves(premises: readonly Statement[], question: Question, most: number): boolean {
  const { conclusion, request, schema, budget } = question;
  const statements = [...premises, conclusion];
  const steps = Math.min(most, budget.steps);
  const effort = new Effort(typesOf(statements), anyEnvironment().minor, steps);
  const isTrue = (evaluator: Evaluator, { checked, oldSelf }: Statement) =>
    evaluator.truth(checked.root, variablesOf(request, oldSelf, schema)) === true;
  try {
    for (const world of worlds(Number.POSITIVE_INFINITY)) {
      const evaluator = new Evaluator(effort, world);
      const isPossible = premises.every((premise) => isTrue(evaluator, premise));
      if (isPossible && !isTrue(evaluator, conclusion)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Exhausted) return false;
    throw error;
  } finally {
    budget.steps -= steps - effort.left;
  }
}

/** Nothing is known about `oldSelf`, which can be older than the schema. */
function variablesOf(request: Request, oldSelf: OldSelf, schema: StructuralSchema): Scope {
  const decl = typeOfSchema(schema);
  const kind = decl?.type.kind ?? "dyn";
  const old: Value = { name: "oldSelf", kind };
  const optional = request === "creation" ? NONE : present(old);
  return new Scope("oldSelf", oldSelf === "optional" ? optional : old).with("self", { name: "self", kind, decl });
}

/** Combines the types of several expressions, which have no parts in common. */
function typesOf(statements: readonly Statement[]): Types {
  const owners = new Map(
    statements.flatMap(({ checked }) => [...allParts(checked.root)].map((part) => [part, checked])),
  );
  return {
    typeOf: (part) => (owners.get(part) as Checked).typeOf(part),
    names: new Map(statements.flatMap(({ checked }) => [...checked.names])),
    qualified: new Map(statements.flatMap(({ checked }) => [...checked.qualified])),
  };
}
