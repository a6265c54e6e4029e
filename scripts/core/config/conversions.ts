/** Finds conversions that record nothing or contradict each other. */
import { diagnose } from "../diagnostics/diagnose.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Conversion, Placed } from "../model/policy.js";

/** The effect of an entry on a field or a CRD. */
interface Claim {
  readonly crd: string;
  /** The path of the field, or the name of the CRD. */
  readonly path: string;
  /** For example "moves to .spec.tls". */
  readonly fate: string;
}

/** Returns the problems of all entries, in their order. */
export function conversionProblems(conversions: readonly Placed<Conversion>[]): Diagnostic[] {
  const earlier = new Map<string, string>();
  return conversions.flatMap((conversion) => {
    const { id, location, places } = conversion;
    const claims = claimsOf(conversion);
    if (claims.length === 0) return [diagnose("conversion-empty", { id }, location)];
    return claims.flatMap(({ crd, path, fate }) => {
      const key = `${crd} ${path}`;
      const known = earlier.get(key) ?? fate;
      earlier.set(key, known);
      if (known === fate) return [];
      return [diagnose("conversion-conflict", { crd, path, fate, earlier: known }, places.get(path) ?? location)];
    });
  });
}

function claimsOf({ crd, to, moves, drops }: Conversion): Claim[] {
  return [
    ...(to === undefined ? [] : [{ crd, path: "the name", fate: `changes to ${to}` }]),
    ...[...moves].map(([path, target]) => ({ crd, path, fate: `moves to ${target}` })),
    ...drops.map((path) => ({ crd, path, fate: "is dropped" })),
  ];
}
