/** Changes a doc comment as two printed comments differ. Everything else in it stays as its author wrote it. */
import { type Json, sameJson } from "../../core/model/json.js";
import { descriptionTag, frameComment, printComment, tagLines } from "../comments.js";
import type { Comment, Tag } from "../declarations.js";

/** Returns the text of a doc comment after a change from one printed comment to another; "" if nothing is left. */
export function mergeComment(text: string, base: Comment, next: Comment, indent: string): string {
  const [before, after] = [base, next].map((comment) => printComment(comment, indent).join("\n").trimStart());
  if (before === after) return text;
  if (text === "" || text === before) return after ?? "";
  const { prose, tags } = mergeDescription(blocksOf(linesIn(text)), base, next);
  const lines = withoutEmptyEnds(tags.flatMap((tag) => tag.lines));
  return frameComment(prose, lines, indent).join("\n").trimStart();
}

/** Tag of a comment with all its lines. The key is its name, with its channel if it has one. */
interface Block {
  readonly key: string;
  readonly lines: readonly string[];
}

/** A comment in parts. */
interface Blocks {
  readonly prose: readonly string[];
  readonly tags: readonly Block[];
}

const DESCRIPTION = "description";

/** Merges a comment: its description, which can be its prose or a tag, and its tags. */
function mergeDescription(written: Blocks, base: Comment, next: Comment): Blocks {
  const isSame = sameJson(descriptionsIn(base), descriptionsIn(next));
  if (isSame) return { prose: written.prose, tags: mergeTags(written.tags, base.tags, next.tags) };
  const isStated = written.tags.some(({ key }) => key === DESCRIPTION);
  if (isStated) {
    const tags = mergeTags(written.tags, withDescriptionTag(base), withDescriptionTag(next));
    return { prose: written.prose, tags };
  }
  // Prose with text for one channel contains several descriptions. In their place, there are tags for all but one.
  const isMarked = /\{@(?:standard|experimental)\b/.test(written.prose.join("\n"));
  const own = isMarked ? base.tags.filter(({ name }) => name !== DESCRIPTION) : base.tags;
  const isProseSame = !isMarked && base.description === next.description;
  return { prose: isProseSame ? written.prose : proseOf(next), tags: mergeTags(written.tags, own, next.tags) };
}

/** Returns what describes a comment in each channel. */
function descriptionsIn({ description, tags }: Comment): Json {
  const limited = tags.filter(({ name }) => name === DESCRIPTION).map(({ channel = "", value }) => [channel, ...value]);
  return [description ?? null, ...limited];
}

/** Returns the tags of a comment, of which one states its description. */
function withDescriptionTag({ description, tags }: Comment): Tag[] {
  const stated = description === undefined ? NOT_DESCRIBED : descriptionTag(DESCRIPTION, description);
  return [stated, ...tags];
}

const NOT_DESCRIBED: Tag = { name: DESCRIPTION, value: ["none"] };

/** Returns the lines between the delimiters, without asterisks. */
function linesIn(text: string): string[] {
  return text
    .slice("/**".length, -"*/".length)
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line.replace(/^ /, "") : line.replace(/^[ \t]*(?:\* ?)?/, "")).trimEnd());
}

/** Splits a comment into its prose and its tags. Lines inside a fence are not tags. */
function blocksOf(lines: readonly string[]): Blocks {
  const parts: { key: string; lines: string[] }[] = [{ key: "", lines: [] }];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const [, name, channel] =
      (fence === undefined && /^\s*@([A-Za-z][\w.]*)(?:\s+\((standard|experimental)\))?/.exec(line)) || [];
    if (name !== undefined) parts.push({ key: keyOf(name, channel), lines: [] });
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    parts.at(-1)?.lines.push(line);
  }
  const [prose, ...tags] = parts;
  return { prose: withoutEmptyEnds(prose?.lines ?? []), tags };
}

function keyOf(name: string, channel: string | undefined): string {
  return channel === undefined ? name : `${name} (${channel})`;
}

function keyOfTag({ name, channel }: Tag): string {
  return keyOf(name, channel);
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
    const replacement = waiting.findIndex((other) => keyOfTag(other) === keyOfTag(tag));
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
  const alike = tags.filter((other) => keyOfTag(other) === keyOfTag(tag));
  const candidates = [...blocks.keys()].filter((index) => blocks[index]?.key === keyOfTag(tag));
  return candidates.length === alike.length ? (candidates[alike.indexOf(tag)] ?? -1) : -1;
}

/** Inserts a tag after the tags that an import writes before it. */
function insert(tag: Tag, blocks: Block[], order: readonly Tag[]): void {
  const before = order.slice(0, order.indexOf(tag)).map(keyOfTag);
  blocks.splice(blocks.findLastIndex(({ key }) => before.includes(key)) + 1, 0, blockOf(tag));
}

function blockOf(tag: Tag): Block {
  return { key: keyOfTag(tag), lines: tagLines(tag) };
}

function textOf({ lines }: Block): string {
  return lines.join(" ").replace(/\s+/g, " ").trim();
}
