/** `SHA256SUMS`, as `sha256sum` of GNU coreutils writes and checks it: a sum, two spaces, a name. */
import { diagnose } from "../../diagnostics/diagnose.js";
import { compareText, type Diagnostic, inSourceOrder } from "../../model/diagnostic.js";
import { sha256 } from "../../model/digest.js";
import type { Asset } from "../../model/output.js";

export const CHECKSUMS = "SHA256SUMS";

/** A name leads into no other folder, and is the same on every system. */
const LINE = /^(?<sum>[0-9a-f]{64}) {2}(?<name>[A-Za-z0-9][A-Za-z0-9._+-]*)$/;

export interface ReadChecksums {
  /** By name of the asset. */
  readonly sums: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The sums of assets, ordered by name. */
export function printChecksums(assets: readonly Asset[]): string {
  const sorted = [...assets].sort((a, b) => compareText(a.name, b.name));
  return sorted.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`).join("");
}

/** Reads sums from wherever they come. What is not a sum and a name is a diagnostic. */
export function readChecksums(text: string): ReadChecksums {
  const sums = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const lines = text.replace(/\n$/, "").split("\n");
  for (const [index, line] of text === "" ? [] : lines.entries()) {
    const { sum, name } = LINE.exec(line)?.groups ?? {};
    if (sum === undefined || name === undefined) diagnostics.push(diagnose("asset-sums-line", { line: index + 1 }));
    else if (sums.has(name)) diagnostics.push(diagnose("asset-sums-twice", { name }));
    else sums.set(name, sum);
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
