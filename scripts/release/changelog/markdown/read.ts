/** Wraps the Markdown parser: the parts of a text, with their offsets. No other module uses the parser. */
import { fromMarkdown } from "mdast-util-from-markdown";

type Root = ReturnType<typeof fromMarkdown>;

/** Heading, list, paragraph or comment, as in CommonMark. */
export type Block = Root["children"][number];
export type HeadingBlock = Extract<Block, { readonly type: "heading" }>;
export type DefinitionBlock = Extract<Block, { readonly type: "definition" }>;

/** Node of a Markdown document, of any type. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly offset?: number | undefined;
}

/** Range of a text, as offsets in UTF-16 code units. The end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the blocks of a text, in order. The content of a list or a quotation is below its block. */
export function blocksOf(text: string): readonly Block[] {
  // The parser does not count a byte order mark. A space counts and has no meaning either.
  return fromMarkdown(shallow(text.replace(/^\ufeff/, " "))).children;
}

/**
 * Replaces the markers of lists and quotations that are nested deeper than any renderer shows, because they would
 * exhaust the parser. The replacements are letters, so offsets stay the same.
 */
function shallow(text: string): string {
  return text.replace(
    /^([\t >*+.)\d-]{200})([\t >*+.)\d-]+)/gm,
    (_, start: string, rest: string) => start + rest.replace(/[^\t ]/g, "x"),
  );
}

export function spanOf({ position }: MarkdownNode): Span {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** Returns the text of a node without its markup. */
export function plainText({ value, children }: MarkdownNode): string {
  return value ?? (children ?? []).map(plainText).join("");
}

/**
 * Reports whether readers see nothing of a node except headings and lines. Comments, link definitions and empty items
 * are not visible.
 */
export function isInvisible(node: MarkdownNode): boolean {
  switch (node.type) {
    case "heading":
    case "definition":
    case "thematicBreak":
    case "break":
      return true;
    case "html":
      return (
        plainText(node)
          .replace(/<!--[\s\S]*?-->/g, "")
          .trim() === ""
      );
    case "image":
    case "imageReference":
      return false;
    default:
      return node.children ? node.children.every(isInvisible) : plainText(node).trim() === "";
  }
}
