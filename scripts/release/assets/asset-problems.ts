/** Compares the assets of a release with those that its sources produce. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Asset } from "../../core/model/output.js";

/** Compares assets byte for byte with the rebuilt ones. */
export function assetProblems(expected: readonly Asset[], actual: readonly Asset[]): Diagnostic[] {
  const found = new Map(actual.map(({ name, bytes }) => [name, bytes]));
  const known = new Set(expected.map(({ name }) => name));
  const problems = expected.flatMap(({ name, bytes }) => {
    const other = found.get(name);
    if (other === undefined) return [diagnose("asset-missing", { name })];
    return Buffer.from(bytes).equals(other) ? [] : [diagnose("asset-unlike", { name })];
  });
  const surplus = [...found.keys()].filter((name) => !known.has(name));
  return [...problems, ...surplus.map((name) => diagnose("asset-surplus", { name }))];
}
