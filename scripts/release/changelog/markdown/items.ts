/** The items of lists, as rows of words and code spans. */
import { type Block, type MarkdownNode, plainText, type Span, spanOf } from "./read.js";

/** A word, or a code span as a whole. */
export interface NoteToken extends Span {
  readonly text: string;
  readonly isCode: boolean;
}

export interface Item {
  /** The heading of the third level above it, if there is one. */
  readonly heading?: string;
  /** Those of the items that it stands in come with it: they say what it is about. */
  readonly around: readonly NoteToken[];
  readonly tokens: readonly NoteToken[];
}

/** Every item of the lists among some blocks, the outer ones first. */
export function listItems(blocks: readonly Block[]): Item[] {
  const items: Item[] = [];
  let heading: string | undefined;
  for (const block of blocks) {
    if (block.type === "heading" && block.depth <= 3) heading = plainText(block).trim();
    for (const item of itemsIn(block, [])) items.push({ ...item, ...(heading !== undefined && { heading }) });
  }
  return items;
}

function itemsIn(node: MarkdownNode, around: readonly NoteToken[]): Item[] {
  if (node.type !== "list") return [];
  return (node.children ?? []).flatMap((item) => {
    const parts = item.children ?? [];
    const tokens = parts.filter(({ type }) => type === "paragraph").flatMap(tokensIn);
    return [{ around, tokens }, ...parts.flatMap((part) => itemsIn(part, [...around, ...tokens]))];
  });
}

function tokensIn(node: MarkdownNode): NoteToken[] {
  const { start, end } = spanOf(node);
  if (node.type === "inlineCode") return [{ text: plainText(node), isCode: true, start, end }];
  if (node.children) return node.children.flatMap(tokensIn);
  return (node.type === "text" ? plainText(node) : "").split(/\s+/).flatMap((text) => {
    return text === "" ? [] : [{ text, isCode: false, start, end }];
  });
}
