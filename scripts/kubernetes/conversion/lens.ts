/**
 * Changes of an object that have a way back. The idea is that of the bidirectional lenses of Cambria (Ink & Switch, 2020):
 * one definition gives both directions. `convert-once.ts` goes back to find the parts that a direction drops.
 */
import type { Json, JsonObject } from "../../core/model/json.js";
import type { ValuePath } from "../validation/place.js";

/** Why an object cannot be converted. Its author must change it first. */
export type Obstacle =
  /** A value is in its old place and in its new one, and neither may be overwritten. */
  | { readonly kind: "both"; readonly path: ValuePath; readonly other: ValuePath }
  /** A value is missing, or the new form does not accept it. `problem` is the condition that it does not meet. */
  | { readonly kind: "required"; readonly path: ValuePath; readonly problem?: string }
  /** Items with the same key have different values, but the new form has only one place for them. */
  | { readonly kind: "differ"; readonly path: ValuePath; readonly other: ValuePath; readonly key: Json }
  /** The parts that have no place are too large for an annotation. */
  | { readonly kind: "too-large"; readonly path: ValuePath };

/** Changes an object, or reports what it cannot change. */
export type Direction = (object: JsonObject, obstacles: Obstacle[]) => JsonObject;

export interface Lens {
  readonly forward: Direction;
  readonly backward: Direction;
}

/** Returns a lens whose directions are exchanged. */
export function inverse({ forward, backward }: Lens): Lens {
  return { forward: backward, backward: forward };
}

/** Returns the lens that applies several lenses in order, and undoes them in the reverse order. */
export function inOrder(lenses: readonly Lens[]): Lens {
  return {
    forward: (object, obstacles) => lenses.reduce((value, lens) => lens.forward(value, obstacles), object),
    backward: (object, obstacles) => lenses.reduceRight((value, lens) => lens.backward(value, obstacles), object),
  };
}
