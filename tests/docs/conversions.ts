/** Tables about the conversions of Gateway API, generated from its definitions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import compare from "semver/functions/compare.js";
import { readConversions } from "../../scripts/core/config/conversions.js";
import { type Conversion, crdAfter, isRenamed, kindAfter } from "../../scripts/core/model/conversion.js";
import type { Version } from "../../scripts/core/model/release-version.js";
import { conversionWords } from "../../scripts/core/words/conversion.js";
import { ROOT } from "../support/golden.js";
import { escapeText, table } from "./markdown.js";

const PATH = "apis/conversions.yaml";

function definitions(): readonly Conversion[] {
  const read = readConversions({ path: PATH, text: readFileSync(join(ROOT, PATH), "utf8") });
  if (!read.ok) throw new Error(`${PATH} is not valid`);
  return [...read.value].sort((a, b) => compare(a.since, b.since));
}

/** Definitions of one kind, with those of the kinds that became it. */
interface Group {
  readonly kind: string;
  readonly conversions: readonly Conversion[];
}

function groups(all: readonly Conversion[]): Group[] {
  const byCrd = new Map<string, Conversion[]>();
  for (const each of all) {
    const crd = newestCrd(crdAfter(each), all);
    byCrd.set(crd, [...(byCrd.get(crd) ?? []), each]);
  }
  return [...byCrd.values()]
    .map((conversions) => ({ kind: conversions.map(kindAfter).at(-1) ?? "", conversions }))
    .sort((a, b) => a.kind.localeCompare(b.kind));
}

/** Returns the name of a CRD after all changes of its name. Each change is in a later release than the one before. */
function newestCrd(crd: string, all: readonly Conversion[]): string {
  return all.reduce((name, each) => (each.crd === name && isRenamed(each) ? crdAfter(each) : name), crd);
}

/** Returns all definitions by kind and release, with their changes and losses. */
export function conversionTable(): string {
  const rows = groups(definitions()).flatMap(({ conversions }) => conversions.map(rowOf));
  return table(
    ["Definition", "Kind", "Since", "Channel", "Changes", "Requirements", "No new place", "No old place"],
    rows,
  );
}

function rowOf(conversion: Conversion): string[] {
  const { id, kind, since, channel = "both" } = conversion;
  const { changes, requirements, lostForward, lostBackward } = conversionWords(conversion, (text) => `\`${text}\``);
  const sentences = [changes, requirements, lostForward, lostBackward].map((phrases) => escapeText(phrases.join("; ")));
  return [`\`${id}\``, kind, since, channel, ...sentences];
}

/** Returns the effects on each kind by the release that changed it. */
export function conversionMatrix(): string {
  const all = definitions();
  const releases: Version[] = [...new Set(all.map(({ since }) => since))];
  const rows = groups(all).map(({ kind, conversions }) => [
    kind,
    ...releases.map((release) => effectOf(conversions.filter(({ since }) => since === release))),
  ]);
  return table(["Kind", ...releases], rows);
}

function effectOf(conversions: readonly Conversion[]): string {
  if (conversions.length === 0) return "";
  const words = conversions.map((each) => conversionWords(each));
  const has = (key: "lostForward" | "lostBackward" | "requirements") => words.some((each) => each[key].length > 0);
  const losses = `${has("lostForward") ? "→" : ""}${has("lostBackward") ? "←" : ""}`;
  return `${losses === "" ? "=" : losses}${has("requirements") ? " !" : ""}`;
}
