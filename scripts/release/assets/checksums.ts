/** Reads, writes and verifies `SHA256SUMS`. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHECKSUMS, checksumLines } from "../../core/model/checksums.js";
import { compareStrings, type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import type { Asset } from "../../core/model/output.js";

export interface ReadChecksums {
  /** Checksums by asset name. */
  readonly sums: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the checksums of assets, ordered by name. */
export function printChecksums(assets: readonly Asset[]): string {
  const sorted = [...assets].sort((a, b) => compareStrings(a.name, b.name));
  return sorted.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join("");
}

/** Reads checksums from any source. A line that does not consist of a checksum and a name results in a diagnostic. */
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

/**
 * Compares assets with the checksums that the text of a `SHA256SUMS` file lists. Such a file among the assets is
 * ignored.
 */
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
