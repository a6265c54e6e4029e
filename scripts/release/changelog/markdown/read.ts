/** The one place that knows the Markdown parser: what stands where in a text, by offsets. */
import { fromMarkdown } from "mdast-util-from-markdown";

type Root = ReturnType<typeof fromMarkdown>;

/** A heading, a list, a paragraph, a comment, as CommonMark has them. */
export type Block = Root["children"][number];
export type HeadingBlock = Extract<Block, { readonly type: "heading" }>;
export type DefinitionBlock = Extract<Block, { readonly type: "definition" }>;

/** Anything in a text, small or large. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly offset?: number | undefined;
}

/** A stretch of a text: offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The blocks of a text, in order. What stands in a list or a quotation is below its block. */
export function blocksOf(text: string): readonly Block[] {
  // The parser leaves a byte order mark out when it counts; a space is counted and means as little.
  return fromMarkdown(shallow(text.replace(/^\ufeff/, " "))).children;
}

/**
 * The text without lists and quotations that are nested deeper than any reader shows: they would exhaust the parser. The
 * marks in their place are letters, so offsets stay.
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

/** The words of a node without their marks. */
export function plainText({ value, children }: MarkdownNode): string {
  return value ?? (children ?? []).map(plainText).join("");
}

/** Whether a reader sees nothing of it but headings and lines: comments, addresses and empty items are not seen. */
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
