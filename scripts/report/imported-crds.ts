/** Prints the comparison of imported CRDs with the CRDs to which their types build. */
import { IMPORT_RESULTS, type ImportedCrd, type ImportResult, type MergedProject } from "../core/model/imported-crd.js";
import { printableLine } from "./printable.js";
import type { Style } from "./style.js";

const RESULT_WORDS: Readonly<Record<ImportResult, string>> = {
  exact: "exact",
  "normal-form": "same meaning",
  different: "different",
  "not-imported": "not imported",
};

/** Number of pointers and of differences that a line or a list shows. */
const SHOWN = 3;

/** Returns a line for each CRD, with its differences below it, then a summary, and the advice that is turned off. */
export function printImportedCrds(crds: readonly ImportedCrd[], advice: readonly string[], style: Style): string {
  const lines = crds.flatMap((crd) => [
    `${style.bold(printableLine(crd.name))}  ${RESULT_WORDS[crd.result]}${normalized(crd)}`,
    ...firstOf(crd.differences.map(({ pointer, reason }) => `${pointer}: ${reason}`)).map(indented),
    ...firstOf(crd.problems).map(indented),
  ]);
  const levels = advice.length === 0 ? [] : [`Levels that apis/bundle.yaml sets to off: ${advice.join(", ")}`];
  return [...lines, summary(crds), ...levels].map((line) => `${line}\n`).join("");
}

function normalized({ normalized }: ImportedCrd): string {
  return normalized.length === 0 ? "" : `: ${printableLine(firstOf(normalized).join(", "))}`;
}

function firstOf(items: readonly string[]): string[] {
  const left = items.length - SHOWN;
  return left > 0 ? [...items.slice(0, SHOWN), `and ${left} more`] : [...items];
}

function indented(text: string): string {
  return `  ${printableLine(text)}`;
}

function summary(crds: readonly ImportedCrd[]): string {
  const counts = IMPORT_RESULTS.map((result) => ({
    words: RESULT_WORDS[result],
    count: crds.filter((crd) => crd.result === result).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ words, count }) => `${count} ${words}`);
  return `${crds.length === 1 ? "1 CRD" : `${crds.length} CRDs`}: ${parts.join(", ")}`;
}

/** Returns the files that a merge changes, and the descriptions that it keeps. */
export function printMerged({ created, changed, removed, descriptions }: MergedProject): string {
  const parts = [
    ...part("Created:", created),
    ...part("Changed:", changed),
    ...part("Removed:", removed),
    ...(created.length + changed.length + removed.length === 0 ? ["No file changes."] : []),
    ...part(
      "Descriptions that stay, although the new CRDs have others:",
      firstOf(
        descriptions.map(({ crd, pointer, isConflict }) => `${crd} ${pointer}${isConflict ? " (both changed)" : ""}`),
      ),
    ),
  ];
  return parts.map((line) => `${line}\n`).join("");
}

function part(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map(indented)];
}
