/** Changes a doc comment as two printed comments differ. Everything else in it stays as its author wrote it. */
import type { Channel } from "../../core/model/channel.js";
import { type Json, sameJson } from "../../core/model/json.js";
import { TAG_NAMES } from "../../language/tags/index.js";
import { scanComment } from "../../language/tags/scan.js";
import { descriptionTag, frameComment, printComment, tagLines } from "../comments.js";
import type { Comment, Tag } from "../declarations.js";

interface CommentPlace {
  readonly indent: string;
  /** The channel of a project with one. Tags for this channel are as those without a channel. */
  readonly only?: Channel | undefined;
}

/** Returns the text of a doc comment after a change from one printed comment to another; "" if nothing is left. */
export function mergeComment(text: string, base: Comment, next: Comment, { indent, only }: CommentPlace): string {
  const [before, after] = [base, next].map((comment) => printComment(comment, indent).join("\n").trimStart());
  if (before === after) return text;
  if (text === "" || text === before) return after ?? "";
  const { prose, tags } = mergeDescription(blocksOf(linesIn(text), only), base, next);
  const lines = withoutEmptyEnds(tags.flatMap((tag) => tag.lines));
  return frameComment(prose, lines, indent).join("\n").trimStart();
}

/** Tag of a comment with all its lines. The key is its name, with its channel if it has one. */
interface Block {
  readonly name: string;
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
  const isMarked = hasMarks(written.prose);
  const own = isMarked ? base.tags.filter(({ name }) => name !== DESCRIPTION) : base.tags;
  const isProseSame = !isMarked && base.description === next.description;
  return { prose: isProseSame ? written.prose : proseOf(next), tags: mergeTags(written.tags, own, next.tags) };
}

function hasMarks(prose: readonly string[]): boolean {
  const comment = frameComment(prose, [], "").join("\n");
  return scanComment(comment, 0, "", TAG_NAMES, "as-written", []).prose.some(({ channel }) => channel !== undefined);
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
function blocksOf(lines: readonly string[], only: Channel | undefined): Blocks {
  const parts: (Block & { lines: string[] })[] = [{ name: "", key: "", lines: [] }];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const [, name, channel] =
      (fence === undefined && /^\s*@([A-Za-z][\w.]*)(?:\s+\((standard|experimental)\))?/.exec(line)) || [];
    if (name !== undefined) parts.push({ name, key: keyOf(name, channel === only ? undefined : channel), lines: [] });
    if (fence === undefined) fence = mark;
    else if (line.trim() === fence) fence = undefined;
    parts.at(-1)?.lines.push(line);
  }
  const [prose, ...tags] = parts;
  const last = tags.pop();
  const closed = last ? [...tags, { ...last, lines: withoutEmptyEnds(last.lines) }] : tags;
  return { prose: withoutEmptyEnds(prose?.lines ?? []), tags: closed };
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
  const names = [...new Set([...base, ...next].map(({ name }) => name))];
  return names.reduce<readonly Block[]>((blocks, name) => mergeTagsNamed(name, blocks, base, next), written) as Block[];
}

/** Merges the tags of one name. Those that are repeated, such as `@validation`, have the order of the new ones. */
function mergeTagsNamed(name: string, written: readonly Block[], base: readonly Tag[], next: readonly Tag[]): Block[] {
  const [before, after] = [base, next].map((tags) => tags.filter((tag) => tag.name === name)) as [Tag[], Tag[]];
  if (sameJson(before as never, after as never)) return [...written];
  const places = before.map((tag) => placeOf(tag, written, base));
  const blockIn = (tag: Tag) => {
    const index = before.findIndex((other) => sameJson(other as never, tag as never));
    return written[places[index] ?? -1] ?? blockOf(tag);
  };
  const merged = after.map(blockIn);
  const free = places.filter((place) => place >= 0).sort((a, b) => a - b);
  const last = free.at(-1);
  const blocks = written.flatMap((block, index) => {
    const at = free.indexOf(index);
    if (at < 0) return [block];
    return index === last ? merged.slice(at) : merged.slice(at, at + 1);
  });
  if (last !== undefined) return blocks;
  const position = written.findLastIndex((block) => isBefore(block, name, next)) + 1;
  return [...written.slice(0, position), ...merged, ...written.slice(position)];
}

/** Reports whether an import writes a tag before the tags of a name. */
function isBefore({ name: other }: Block, name: string, order: readonly Tag[]): boolean {
  const first = order.findIndex((tag) => tag.name === name);
  return order.slice(0, first).some((tag) => tag.name === other);
}

/** Returns the index of the block of a tag: the one with the same text, otherwise the one in the same position. */
function placeOf(tag: Tag, blocks: readonly Block[], tags: readonly Tag[]): number {
  const same = blocks.findIndex((block) => textOf(block) === textOf(blockOf(tag)));
  if (same >= 0) return same;
  const alike = tags.filter((other) => keyOfTag(other) === keyOfTag(tag));
  const candidates = [...blocks.keys()].filter((index) => blocks[index]?.key === keyOfTag(tag));
  return candidates.length === alike.length ? (candidates[alike.indexOf(tag)] ?? -1) : -1;
}

function blockOf(tag: Tag): Block {
  return { name: tag.name, key: keyOfTag(tag), lines: tagLines(tag) };
}

function textOf({ lines }: Block): string {
  return lines.join(" ").replace(/\s+/g, " ").trim();
}
