/** Where the values of a removed field go, in words. */
import { type FieldPath, isBelow } from "../../core/model/field-path.js";
import type { Conversion } from "../../core/model/policy.js";
import { code } from "./markdown/write.js";

/** What conversions say of a field and all below it; empty where they say nothing. */
export function whereValuesGo(crd: string, path: FieldPath, conversions: readonly Conversion[]): string {
  const own = conversions.filter((conversion) => conversion.crd === crd);
  const moves = own.flatMap(({ moves }) => [...moves]);
  const drops = own.flatMap(({ drops }) => drops);
  const target = moves.find(([from]) => from === path)?.[1];
  return [
    ...(target === undefined ? [] : [`its value goes to ${code(target)}`]),
    ...(drops.includes(path) ? ["its value has no place any more"] : []),
    ...moves
      .filter(([from]) => isBelow(from, path))
      .map(([from, to]) => `what ${code(from)} holds goes to ${code(to)}`),
    ...drops.filter((place) => isBelow(place, path)).map((place) => `what ${code(place)} holds has no place any more`),
  ].join(", ");
}

/** The CRD under which a kind goes on, if it does. */
export function successorOf(crd: string, conversions: readonly Conversion[]): string | undefined {
  return conversions.find((conversion) => conversion.crd === crd && conversion.to !== undefined)?.to;
}
