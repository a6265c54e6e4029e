/** Prints the comparison of imported CRDs with the CRDs to which their types build. */
import { CHANNELS, type Channel } from "../core/model/channel.js";
import {
  IMPORT_RESULTS,
  type ImportDifference,
  type ImportedCrd,
  type ImportResult,
  type KeptDescription,
  type MergedProject,
} from "../core/model/imported-crd.js";
import { counted } from "../core/words/counted.js";
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
  const lines = inOneLine(crds).flatMap((crd) => [
    `${style.bold(printableLine(crd.name))}${channelsOf(crd)}  ${RESULT_WORDS[crd.result]}${normalized(crd)}`,
    ...firstOf(crd.differences.map(difference)).map(indented),
    ...firstOf(crd.problems).map(indented),
  ]);
  const levels = advice.length === 0 ? [] : [`Levels that apis/bundle.yaml sets to off: ${advice.join(", ")}`];
  return [...lines, ...summaries(crds), ...levels].map((line) => `${line}\n`).join("");
}

/** CRD with the channels in which it has the same result. */
interface CrdLine extends Omit<ImportedCrd, "channel" | "file"> {
  readonly channels: readonly Channel[];
}

/** Joins the results of a CRD in both channels if they are equal, apart from values in another form. */
function inOneLine(crds: readonly ImportedCrd[]): CrdLine[] {
  const lines: CrdLine[] = [];
  for (const { channel, file: _, ...crd } of crds) {
    const twin = lines.findIndex((line) => isSameResult(line, crd));
    const { channels = [], normalized = [] } = lines[twin] ?? {};
    const line: CrdLine = {
      ...crd,
      channels: channel ? [...channels, channel] : [],
      normalized: [...new Set([...normalized, ...crd.normalized])],
    };
    if (twin < 0) lines.push(line);
    else lines[twin] = line;
  }
  return lines;
}

function isSameResult(a: ComparedCrd, b: ComparedCrd): boolean {
  const factsOf = ({ name, result, differences, problems }: ComparedCrd) =>
    JSON.stringify([name, result, differences, problems]);
  return factsOf(a) === factsOf(b);
}

type ComparedCrd = Pick<ImportedCrd, "name" | "result" | "differences" | "problems">;

function channelsOf({ channels }: CrdLine): string {
  return channels.length === 0 ? "" : ` (${channels.join(", ")})`;
}

/** Returns a difference with its place, unless it is the whole CRD. */
function difference({ pointer, reason }: ImportDifference): string {
  return pointer === "" ? reason : `${pointer}: ${reason}`;
}

/** Returns the places of values in another form. Metadata that a cluster adds is less important than the spec. */
function normalized({ normalized }: Pick<ImportedCrd, "normalized">): string {
  const isOfSpec = (pointer: string) => Number(pointer.startsWith("/spec/"));
  const shown = firstOf(normalized.toSorted((a, b) => isOfSpec(b) - isOfSpec(a)));
  return shown.length === 0 ? "" : `: ${printableLine(shown.join(", "))}`;
}

function firstOf(items: readonly string[]): string[] {
  const left = items.length - SHOWN;
  return left > 0 ? [...items.slice(0, SHOWN), `and ${left} more`] : [...items];
}

function indented(text: string): string {
  return `  ${printableLine(text)}`;
}

/** Returns the number of CRDs with each result, in each channel. */
function summaries(crds: readonly ImportedCrd[]): string[] {
  const channels = CHANNELS.filter((channel) => crds.some((crd) => crd.channel === channel));
  if (channels.length === 0) return [summary(crds, "")];
  return channels.map((channel) =>
    summary(
      crds.filter((crd) => crd.channel === channel),
      ` in ${channel}`,
    ),
  );
}

function summary(crds: readonly ImportedCrd[], where: string): string {
  const counts = IMPORT_RESULTS.map((result) => ({
    words: RESULT_WORDS[result],
    count: crds.filter((crd) => crd.result === result).length,
  }));
  const parts = counts.filter(({ count }) => count > 0).map(({ words, count }) => `${count} ${words}`);
  return `${counted(crds.length, "CRD")}${where}: ${parts.join(", ")}`;
}

/** Returns the files that a merge changes, and the descriptions that it keeps. */
export function printMerged({ created, changed, removed, descriptions, advice }: MergedProject): string {
  const parts = [
    ...part("Created:", created),
    ...part("Changed:", changed),
    ...part("Removed:", removed),
    ...(created.length + changed.length + removed.length === 0 ? ["No file changes."] : []),
    ...part(
      "Descriptions that stay, although the new CRDs have others:",
      firstOf([...new Set(descriptions.map(keptDescription))]),
    ),
    ...(advice.length === 0
      ? []
      : [`The build reports ${advice.join(", ")}. To turn advice off, set its level in apis/bundle.yaml.`]),
  ];
  return parts.map((line) => `${line}\n`).join("");
}

/** Returns the place of a description, which is often the same in both channels. */
function keptDescription({ crd, pointer, isConflict }: KeptDescription): string {
  return `${crd} ${pointer}${isConflict ? " (both changed)" : ""}`;
}

function part(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map(indented)];
}
