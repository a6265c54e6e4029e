/** Reads the items of lists as rows of tokens. */
import { type Block, type MarkdownNode, plainText, type Span, spanOf } from "./read.js";

/** A single word, or a whole code span. */
export interface NoteToken extends Span {
  readonly text: string;
  readonly isCode: boolean;
}

export interface Item {
  /** The heading of the third level above the item, if there is one. */
  readonly heading?: string;
  /** Tokens of the items around this one, which provide its context. */
  readonly around: readonly NoteToken[];
  readonly tokens: readonly NoteToken[];
}

/** Returns every item of the lists in some blocks, the outer ones first. */
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
