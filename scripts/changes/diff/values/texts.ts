/** Searches for strings. The search is exact if all patterns can be compiled and all formats are patterns. */
import { textFormat } from "../../../kubernetes/formats/formats.js";
import type { Search } from "./answer.js";
import type { Effort } from "./effort.js";
import { fits, type Node, withBranches } from "./node.js";
import { atomsOf, type Language, languageOf, without } from "./text/language.js";
import { type Ending, endingsOf } from "./text/search.js";

/** Maximum cost of one search. */
const SEARCH_LIMIT = 80_000;
/** A longer string is useless as an example. */
const LENGTH_LIMIT = 1 << 20;
/** Lengths that are drawn even if no constraint changes there. */
const DRAWN_LENGTHS = [2, 5, 9];
/** A longer string is drawn only if there is no shorter one. */
const DRAWN_LENGTH_LIMIT = 300;
/** Number of strings that are tried if it depends on a format whether they match. */
const TRIED_TEXTS = 12;

/** Searches for a string that matches one node but not the other. If there is no other node, any match is enough. */
export function findText(node: Node, other: Node | undefined, effort: Effort): Search {
  const language = other === undefined ? languageOf(node) : without(languageOf(node), languageOf(other));
  const isFound = (text: string) => fits(node, text) && (other === undefined || !fits(other, text));
  let tried = 0;
  const { endings, isComplete, cost } = endingsOf(language, limitOf(effort), ({ verdict }) => {
    tried++;
    return verdict !== "yes" && tried < TRIED_TEXTS;
  });
  effort.spend(cost);
  const candidates = endings
    .filter(({ length }) => length <= LENGTH_LIMIT)
    .flatMap((ending) => someTexts(ending, effort));
  const found = [...candidates, ...formatExamples(language)].find(isFound);
  if (found !== undefined) return { found };
  return isComplete && endings.length === 0 ? "none" : "open";
}

function limitOf(effort: Effort): number {
  return Math.min(SEARCH_LIMIT, effort.left);
}

/** Number of characters of a string that take about as long as one step of a search. */
const CHARACTERS_PER_STEP = 4;

function textOf({ text, length }: Ending, variant: number, effort: Effort): string {
  effort.spend(Math.floor(length / CHARACTERS_PER_STEP));
  return text(variant);
}

function someTexts(ending: Ending, effort: Effort): string[] {
  return (ending.verdict === "yes" ? [0] : [0, 1, 2, 3]).map((variant) => textOf(ending, variant, effort));
}

function formatExamples(language: Language): string[] {
  return atomsOf(language, "format").flatMap(({ name }) => [...(textFormat(name)?.examples ?? [])]);
}

/**
 * Returns strings worth trying, all of which match the node: short ones, and those of the minimum and the maximum
 * length.
 */
export function interestingTexts(node: Node, count: number, effort: Effort): string[] {
  const language = languageOf(node);
  const known = [...listedTexts(node), ...formatExamples(language)];
  const { endings, cost } = endingsOf(language, limitOf(effort), () => true, DRAWN_LENGTHS);
  effort.spend(cost);
  const limit = Math.min(Math.max(DRAWN_LENGTH_LIMIT, endings[0]?.length ?? 0), LENGTH_LIMIT);
  const byLength = spread(
    endings.filter(({ length }) => length <= limit),
    count,
  );
  const texts = new Set(known);
  for (let variant = 0; texts.size < count + known.length && variant < count; variant++) {
    for (const ending of byLength) texts.add(textOf(ending, variant, effort));
  }
  return [...texts].filter((text) => fits(node, text)).slice(0, count);
}

/** Returns the first few endings and the last ones. */
function spread(endings: readonly Ending[], count: number): Ending[] {
  return endings.length <= count ? [...endings] : [...endings.slice(0, count - 2), ...endings.slice(-2)];
}

function listedTexts(node: Node): string[] {
  const schemas = node.parts.flatMap(({ schema }) => withBranches(schema));
  return schemas.flatMap(({ enum: values = [] }) => values.filter((value) => typeof value === "string"));
}
