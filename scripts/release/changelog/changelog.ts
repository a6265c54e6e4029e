/**
 * Reads and updates CHANGELOG.md in the format of Keep a Changelog 1.1, with the notes for the next release and the
 * sections of earlier ones. A release inserts its own part and updates the links that compare Git tags. Everything else
 * stays byte for byte.
 */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { nearest } from "../../core/nearest.js";
import {
  type Block,
  blocksOf,
  type DefinitionBlock,
  type HeadingBlock,
  isInvisible,
  type MarkdownNode,
  plainText,
  type Span,
  spanOf,
} from "./markdown/read.js";

/** Parsed changelog. */
export interface Changelog {
  readonly file: SourceText;
  readonly sections: readonly Section[];
  /** Definitions of link addresses. */
  readonly definitions: readonly DefinitionBlock[];
}

/** Content below a heading of the second level. */
export interface Section {
  /** Version without a `v`. Omitted if the heading does not contain one. */
  readonly version?: string;
  /** Date such as `2026-11-20`, if the heading contains one. */
  readonly date?: string;
  readonly isUnreleased: boolean;
  readonly heading: Span;
  /** Range from the heading to the next one, or to the link definitions at the end. */
  readonly body: Span;
  readonly blocks: readonly Block[];
}

/** Notes that maintainers wrote: their text without surrounding blanks, and its start in the file. */
export interface Notes {
  readonly file: string;
  readonly text: string;
  readonly start: number;
  readonly blocks: readonly Block[];
}

export interface NewSection {
  /** Semantic version without a `v`. */
  readonly version: string;
  /** Date, such as `2026-11-20`. */
  readonly date: string;
  /** Generated part below the notes, as Markdown. */
  readonly generated: string;
  readonly tag: string;
  /** Git tag of the release before, if there is one. */
  readonly previousTag?: string;
}

/** Headings that notes may have. Source: keepachangelog.com/en/1.1.0, "Types of changes". */
const NOTE_HEADINGS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
/** Headings of the part that a release generates. */
export const GENERATED_HEADINGS = ["API changes", "Waivers", "Upgrade notes"];

export function readChangelog(file: SourceText): Changelog {
  const blocks = blocksOf(file.text);
  const trailing = blocks.slice(blocks.findLastIndex((block) => block.type !== "definition") + 1);
  const own = blocks.slice(0, blocks.length - trailing.length);
  // After a list, such as those in the generated part, an indented heading would be part of the last item.
  const isIndented = (block: Block) => /[ \t]/.test(file.text.charAt(spanOf(block).start - 1));
  const isSectionHead = (block: Block) => block.type === "heading" && block.depth <= 2 && !isIndented(block);
  const starts = own.flatMap((block, index) => (isSectionHead(block) ? [index] : []));
  const end = trailing[0] ? lineStart(file.text, spanOf(trailing[0]).start) : file.text.length;
  const sections = starts.flatMap((start, index) => {
    const heading = own[start] as HeadingBlock;
    const next = own[starts[index + 1] ?? own.length];
    const body = { start: spanOf(heading).end, end: next ? spanOf(next).start : end };
    return heading.depth === 2 ? [sectionFrom(heading, body, own.slice(start + 1, starts[index + 1]))] : [];
  });
  return { file, sections, definitions: blocks.filter((block) => block.type === "definition") };
}

/** Returns the start of a line. A block starts after the blanks in front of it. */
function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Heading such as `[1.7.0] - 2026-11-20`, with or without brackets, a `v` and a link address. */
const RELEASED = /^\[?v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)(?![\w.+-])\]?(.*)$/s;

function sectionFrom(heading: HeadingBlock, body: Span, blocks: readonly Block[]): Section {
  const title = titleOf(heading);
  const [, version, rest = ""] = RELEASED.exec(title) ?? [];
  const date = /\d{4}-\d{2}-\d{2}/.exec(rest)?.[0];
  return {
    ...(version !== undefined && { version }),
    ...(date !== undefined && { date }),
    isUnreleased: /^(unreleased|\[unreleased\])$/i.test(title),
    heading: spanOf(heading),
    body,
    blocks,
  };
}

function titleOf(heading: MarkdownNode): string {
  return plainText(heading).trim();
}

/**
 * Returns the problems that prevent a release from being added to the changelog, such as a missing, ambiguous or empty
 * section for unreleased changes, or headings that are not allowed in it.
 */
export function changelogProblems(changelog: Changelog | undefined, version: string): Diagnostic[] {
  if (!changelog) return [diagnose("changelog-missing", {})];
  const { file, sections } = changelog;
  const [unreleased, ...more] = sections.filter(({ isUnreleased }) => isUnreleased);
  const top: Location = { file: file.path, start: 0, end: 0 };
  if (!unreleased) return [diagnose("changelog-no-unreleased", {}, top)];
  const at = ({ start, end }: Span): Location => ({ file: file.path, start, end });
  return [
    ...more.map(({ heading }) => diagnose("changelog-unreleased-twice", {}, at(heading))),
    ...sections
      .filter((section) => section.version === version)
      .map(({ heading }) => diagnose("changelog-version-exists", { version }, at(heading))),
    ...(unreleased.blocks.every(isInvisible) ? [diagnose("changelog-empty", {}, at(unreleased.heading))] : []),
    ...headingProblems(unreleased, at),
    ...(isClosed(file.text, unreleased)
      ? []
      : [diagnose("changelog-unclosed", {}, at(spanOf(unreleased.blocks.at(-1) as Block)))]),
  ];
}

function headingProblems({ blocks }: Section, at: (span: Span) => Location): Diagnostic[] {
  return blocks
    .filter((block) => block.type === "heading")
    .flatMap((block) => {
      const heading = titleOf(block);
      const place = at(spanOf(block));
      if (GENERATED_HEADINGS.some((name) => name.toLowerCase() === heading.toLowerCase())) {
        return [diagnose("changelog-heading-reserved", { heading }, place)];
      }
      if (block.depth > 3 || NOTE_HEADINGS.includes(heading)) return [];
      return [diagnose("changelog-heading-unknown", { heading, nearest: nearest(heading, NOTE_HEADINGS) }, place)];
    });
}

/**
 * Reports whether the parser reads the content after the notes separately. An unclosed fence or comment would swallow
 * it.
 */
function isClosed(text: string, { body }: Section): boolean {
  return blocksOf(`${text.slice(body.start, body.end).trim()}\n\n## end`).at(-1)?.type === "heading";
}

/** Returns the notes for the next release, or undefined if the changelog has no section for them. */
export function unreleasedNotes({ file, sections }: Changelog): Notes | undefined {
  const section = sections.find(({ isUnreleased }) => isUnreleased);
  if (!section) return undefined;
  const { body, blocks } = section;
  const text = file.text.slice(body.start, body.end);
  const start = body.start + (text.length - text.trimStart().length);
  return { file: file.path, text: text.trim(), start, blocks };
}

/** Returns the section of a release without its heading: the release notes as they are published. */
export function sectionOf({ file, sections }: Changelog, version: string): string | undefined {
  const section = sections.find((candidate) => candidate.version === version);
  return section && file.text.slice(section.body.start, section.body.end).trim();
}

/**
 * Returns the changelog with a new release. The unreleased notes become its section, and the generated part follows
 * them. Links that compare Git tags are updated, if there are any.
 */
export function withRelease({ file: { text }, sections, definitions }: Changelog, release: NewSection): string {
  const section = sections.find(({ isUnreleased }) => isUnreleased);
  if (!section) throw new Error("the changelog has no section for unreleased changes");
  const { heading, body } = section;
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const notesEnd = endOfLastLine(text, heading.end, body.end);
  const blanks = text.slice(notesEnd, body.end);
  const needsBlank = body.end < text.length && blanks.split("\n").length < 3;
  const generated = release.generated.trim().replace(/\r?\n/g, eol);
  return [
    text.slice(0, heading.end),
    `${eol}${eol}## [${release.version}] - ${release.date}`,
    text.slice(heading.end, notesEnd),
    generated === "" ? "" : `${eol}${eol}${generated}`,
    blanks,
    needsBlank ? eol : "",
    carriedForward(text, body.end, definitions, release, eol),
  ].join("");
}

/** Returns the end of the last line that is not blank, including the blanks at its end. */
function endOfLastLine(text: string, start: number, end: number): number {
  const words = start + text.slice(start, end).trimEnd().length;
  const lineEnd = text.slice(words, end).search(/[\r\n]/);
  return lineEnd === -1 ? end : words + lineEnd;
}

/**
 * Definition such as `[unreleased]: https://example.dev/compare/v1.6.1...HEAD`. The groups are the label, the part
 * before the Git tag, the Git tag, and the rest.
 */
const COMPARISON = /^(\[unreleased\]:\s*<?)(\S*?\/compare\/)(\S+?)(\.\.\.[\s\S]*)$/i;

/** Returns the text from an offset on. The link that compares unreleased changes now starts at the new Git tag. */
function carriedForward(
  text: string,
  from: number,
  definitions: readonly DefinitionBlock[],
  { version, tag, previousTag }: NewSection,
  eol: string,
): string {
  const isKnown = definitions.some(({ label }) => label === version);
  for (const definition of definitions) {
    const { start, end } = spanOf(definition);
    const [, label, base, oldTag, rest] = COMPARISON.exec(text.slice(start, end)) ?? [];
    if (label === undefined || start < from) continue;
    const own = isKnown ? "" : `${eol}[${version}]: ${base}${previousTag ?? oldTag}...${tag}`;
    return `${text.slice(from, start)}${label}${base}${tag}${rest}${own}${text.slice(end)}`;
  }
  return text.slice(from);
}
