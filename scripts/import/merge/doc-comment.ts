/** Changes a doc comment as two printed comments differ. Everything else in it stays as its author wrote it. */
import { sameJson } from "../../core/model/json.js";
import { frameComment, printComment, tagLines } from "../comments.js";
import type { Comment, Tag } from "../declarations.js";

/** Returns the text of a doc comment after a change from one printed comment to another; "" if nothing is left. */
export function mergeComment(text: string, base: Comment, next: Comment, indent: string): string {
  const [before, after] = [base, next].map((comment) => printComment(comment, indent).join("\n").trimStart());
  if (before === after) return text;
  if (text === "" || text === before) return after ?? "";
  const written = blocksOf(linesIn(text));
  const tags = mergeTags(written.tags, base.tags, next.tags);
  const prose = base.description === next.description ? written.prose : proseOf(next);
  const lines = withoutEmptyEnds(tags.flatMap((tag) => tag.lines));
  return frameComment(prose, lines, indent).join("\n").trimStart();
}

/** Tag of a comment with all its lines. */
interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Returns the lines between the delimiters, without asterisks. */
function linesIn(text: string): string[] {
  return text
    .slice("/**".length, -"*/".length)
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line.replace(/^ /, "") : line.replace(/^[ \t]*(?:\* ?)?/, "")).trimEnd());
}

/** Splits a comment into its prose and its tags. Lines inside a fence are not tags. */
function blocksOf(lines: readonly string[]): { readonly prose: string[]; readonly tags: Block[] } {
  const parts: { name: string; lines: string[] }[] = [{ name: "", lines: [] }];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const name = fence === undefined ? /^\s*@([A-Za-z][\w.]*)/.exec(line)?.[1] : undefined;
    if (name !== undefined) parts.push({ name, lines: [] });
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    parts.at(-1)?.lines.push(line);
  }
  const [prose, ...tags] = parts;
  return { prose: withoutEmptyEnds(prose?.lines ?? []), tags };
}

function withoutEmptyEnds(lines: readonly string[]): string[] {
  const isText = (line: string) => line.trim() !== "";
  return lines.slice(
    lines.findIndex(isText) < 0 ? lines.length : lines.findIndex(isText),
    lines.findLastIndex(isText) + 1,
  );
}

/** Returns the lines with which an import prints a description. One that it cannot print as prose is a tag. */
function proseOf({ description }: Comment): string[] {
  const printed = printComment({ ...(description !== undefined && { description }), tags: [] }, "");
  return withoutEmptyEnds(linesIn(printed.join("\n")));
}

function mergeTags(written: readonly Block[], base: readonly Tag[], next: readonly Tag[]): Block[] {
  const isIn = (tags: readonly Tag[]) => (tag: Tag) => tags.some((other) => sameJson(other as never, tag as never));
  const removed = base.filter((tag) => !isIn(next)(tag));
  const added = next.filter((tag) => !isIn(base)(tag));
  const blocks: Block[] = [...written];
  const waiting = [...added];
  for (const tag of removed) {
    const at = placeOf(tag, blocks, base);
    const replacement = waiting.findIndex(({ name }) => name === tag.name);
    const [use] = replacement < 0 ? [] : waiting.splice(replacement, 1);
    if (at >= 0) blocks.splice(at, 1, ...(use ? [blockOf(use)] : []));
    else if (use) insert(use, blocks, next);
  }
  for (const tag of waiting) insert(tag, blocks, next);
  return blocks;
}

/** Returns the index of the block of a tag: the one with the same text, otherwise the one in the same position. */
function placeOf(tag: Tag, blocks: readonly Block[], tags: readonly Tag[]): number {
  const same = blocks.findIndex((block) => textOf(block) === textOf(blockOf(tag)));
  if (same >= 0) return same;
  const position = tags.filter(({ name }) => name === tag.name).indexOf(tag);
  const candidates = [...blocks.keys()].filter((index) => blocks[index]?.name === tag.name);
  return candidates.length === tags.filter(({ name }) => name === tag.name).length ? (candidates[position] ?? -1) : -1;
}

/** Inserts a tag after the tags that an import writes before it. */
function insert(tag: Tag, blocks: Block[], order: readonly Tag[]): void {
  const before = order.slice(0, order.indexOf(tag)).map(({ name }) => name);
  blocks.splice(blocks.findLastIndex(({ name }) => before.includes(name)) + 1, 0, blockOf(tag));
}

function blockOf(tag: Tag): Block {
  return { name: tag.name, lines: tagLines(tag) };
}

function textOf({ lines }: Block): string {
  return lines.join(" ").replace(/\s+/g, " ").trim();
}
