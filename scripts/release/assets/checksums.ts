/** `SHA256SUMS`: what it lists, and whether assets are that. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHECKSUMS, checksumLines } from "../../core/model/checksums.js";
import { compareStrings, type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import type { Asset } from "../../core/model/output.js";

export interface ReadChecksums {
  /** By name of the asset. */
  readonly sums: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The sums of assets, ordered by name. */
export function printChecksums(assets: readonly Asset[]): string {
  const sorted = [...assets].sort((a, b) => compareStrings(a.name, b.name));
  return sorted.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join("");
}

/** Reads sums from wherever they come. What is not a sum and a name is a diagnostic. */
export function readChecksums(text: string): ReadChecksums {
  const sums = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, listed] of checksumLines(text).entries()) {
    if (listed === undefined) diagnostics.push(diagnose("asset-sums-line", { line: index + 1 }));
    else if (sums.has(listed.name)) diagnostics.push(diagnose("asset-sums-twice", { name: listed.name }));
    else sums.set(listed.name, listed.sum);
  }
  return { sums, diagnostics };
}

/** What keeps assets from being those that the text of a `SHA256SUMS` lists. Such a file among them is passed over. */
export function checksumProblems(text: string, assets: readonly Asset[]): Diagnostic[] {
  const { sums, diagnostics } = readChecksums(text);
  const actual = new Map(assets.map(({ name, bytes }) => [name, sha256(bytes)]));
  actual.delete(CHECKSUMS);
  const missing = [...sums.keys()].filter((name) => !actual.has(name));
  const problems = [...actual].flatMap(([name, sum]) => {
    const listed = sums.get(name);
    if (listed === undefined) return [diagnose("asset-surplus", { name })];
    return listed === sum ? [] : [diagnose("asset-sum", { name, listed, actual: sum })];
  });
  return inSourceOrder([...diagnostics, ...missing.map((name) => diagnose("asset-missing", { name })), ...problems]);
}
