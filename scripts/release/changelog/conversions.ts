/** Describes where the values of a removed field move. */
import { type Conversion, crdAfter, dropsIn, isRenamed, movesIn } from "../../core/model/conversion.js";
import { type FieldPath, isBelow } from "../../core/model/field-path.js";
import { code } from "./markdown/write.js";

/**
 * Returns a description of the conversions of a field and everything below it, or an empty string if there are none.
 */
export function whereValuesGo(crd: string, path: FieldPath, conversions: readonly Conversion[]): string {
  const own = conversions.filter((conversion) => conversion.crd === crd);
  const moves = own.flatMap((conversion) => [...movesIn(conversion)]);
  const drops = own.flatMap(dropsIn);
  const target = moves.find(([from]) => from === path)?.[1];
  return [
    ...(target === undefined ? [] : [`its value moves to ${code(target)}`]),
    ...(drops.includes(path) ? ["its value is dropped"] : []),
    ...moves
      .filter(([from]) => isBelow(from, path))
      .map(([from, to]) => `the value of ${code(from)} moves to ${code(to)}`),
    ...drops.filter((place) => isBelow(place, path)).map((place) => `the value of ${code(place)} is dropped`),
  ].join(", ");
}

/** Returns the CRD that replaces a renamed kind, if there is one. */
export function successorOf(crd: string, conversions: readonly Conversion[]): string | undefined {
  const found = conversions.find((conversion) => conversion.crd === crd && isRenamed(conversion));
  return found && crdAfter(found);
}
