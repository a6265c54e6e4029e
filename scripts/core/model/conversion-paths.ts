/** Paths of definitions, split into what two places have in common and what differs. */
import { type FieldPath, type Step, stepsIn } from "./field-path.js";

/** Returns the steps of a path. Paths of definitions are checked when they are read. */
export function stepsOf(path: FieldPath): readonly Step[] {
  const steps = stepsIn(path);
  if (!steps) throw new RangeError(`${path} is not a path of a definition`);
  return steps;
}

/** Two places, from the last object or item that contains both. */
export interface SharedPath {
  readonly around: readonly Step[];
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Returns the common part of two paths, or undefined if a list or a map is only in one of them. */
export function sharedPath(from: readonly Step[], to: readonly Step[]): SharedPath | undefined {
  let length = 0;
  while (length < Math.min(from.length, to.length) && isSame(from[length], to[length])) length++;
  const [old, fresh] = [namesOf(from.slice(length)), namesOf(to.slice(length))];
  return old && fresh && { around: from.slice(0, length), from: old, to: fresh };
}

function isSame(a: Step | undefined, b: Step | undefined): boolean {
  if (a?.kind === "field" && b?.kind === "field") return a.name === b.name;
  return a?.kind === b?.kind;
}

/** Returns the names of steps that are all fields. */
export function namesOf(steps: readonly Step[]): string[] | undefined {
  const names = steps.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  return names.length === steps.length ? names : undefined;
}
