/** Texts, exactly as far as their patterns can be read and their formats are patterns. */
import { textFormat } from "../../../kubernetes/validation/formats.js";
import type { Search } from "./answer.js";
import type { Effort } from "./effort.js";
import { fits, type Node, withBranches } from "./node.js";
import { atomsOf, type Language, languageOf, without } from "./text/language.js";
import { type Ending, endingsOf } from "./text/search.js";

/** What one search may cost. */
const SEARCH_LIMIT = 80_000;
/** A longer text is of no use to anyone as an example. */
const LENGTH_LIMIT = 1 << 20;
/** Lengths that are drawn whether or not something changes there. */
const DRAWN_LENGTHS = [2, 5, 9];
/** A longer one is not drawn, unless there is no shorter one. */
const DRAWN_LENGTH_LIMIT = 300;
/** How many texts are tried where it hangs on a format whether they fit. */
const TRIED_TEXTS = 12;

/** A text that fits one node and not the other; without another, one that fits the node. */
export function findText(node: Node, other: Node | undefined, effort: Effort): Search {
  const language = other === undefined ? languageOf(node) : without(languageOf(node), languageOf(other));
  const isFound = (text: string) => fits(node, text) && (other === undefined || !fits(other, text));
  let tried = 0;
  const { endings, isComplete, cost } = endingsOf(language, SEARCH_LIMIT, ({ verdict }) => {
    tried++;
    return verdict !== "yes" && tried < TRIED_TEXTS;
  });
  effort.spend(cost);
  const candidates = endings.filter(({ length }) => length <= LENGTH_LIMIT).flatMap(someTexts);
  const found = [...candidates, ...formatExamples(language)].find(isFound);
  if (found !== undefined) return { found };
  return isComplete && endings.length === 0 ? "none" : "open";
}

function someTexts({ text, verdict }: Ending): string[] {
  return verdict === "yes" ? [text(0)] : [0, 1, 2, 3].map(text);
}

function formatExamples(language: Language): string[] {
  return atomsOf(language, "format").flatMap(({ name }) => [...(textFormat(name)?.examples ?? [])]);
}

/** Texts worth trying: short ones, and those as short and as long as a node allows. All of them fit. */
export function interestingTexts(node: Node, count: number, effort: Effort): string[] {
  const language = languageOf(node);
  const known = [...listedTexts(node), ...formatExamples(language)];
  const { endings, cost } = endingsOf(language, SEARCH_LIMIT, () => true, DRAWN_LENGTHS);
  effort.spend(cost);
  const limit = Math.min(Math.max(DRAWN_LENGTH_LIMIT, endings[0]?.length ?? 0), LENGTH_LIMIT);
  const byLength = spread(
    endings.filter(({ length }) => length <= limit),
    count,
  );
  const texts = new Set(known);
  for (let variant = 0; texts.size < count + known.length && variant < count; variant++) {
    for (const { text } of byLength) texts.add(text(variant));
  }
  return [...texts].filter((text) => fits(node, text)).slice(0, count);
}

/** The first few, and the last ones. */
function spread(endings: readonly Ending[], count: number): Ending[] {
  return endings.length <= count ? [...endings] : [...endings.slice(0, count - 2), ...endings.slice(-2)];
}

function listedTexts(node: Node): string[] {
  const schemas = node.parts.flatMap(({ schema }) => withBranches(schema));
  return schemas.flatMap(({ enum: values = [] }) => values.filter((value) => typeof value === "string"));
}
