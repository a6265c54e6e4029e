/** Writes and reads the parts of Markdown that the docs use. */

/** Returns the text with the characters escaped that Markdown or HTML would interpret outside of code spans. */
export function escapeText(text: string): string {
  return mapOutsideSpans(text, (words) => words.replace(/[<>*_`[\]]/g, "\\$&"));
}

/** Returns a cell of a table. An unescaped bar would end it, even in a code span. */
function cell(text: string): string {
  return text.replace(/(?<!\\)\|/g, "\\|");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Returns a paragraph of at most `width` columns. Code spans are not broken. */
export function wrap(text: string, prefix = "", width = 120): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/(?:(`+)(?!`).*?(?<!`)\1(?!`)|\S)+/g) ?? []) {
    if (line !== "" && prefix.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].map((each) => `${prefix}${each}`).join("\n");
}

export interface Fence {
  /** The word after the opening mark: `ts`, `console`. */
  readonly language: string;
  readonly body: readonly string[];
  /** The index of the first line of the body. */
  readonly start: number;
}

/** Returns the fences of a document, in order. */
export function fencesOf(text: string): Fence[] {
  const lines = text.split("\n");
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index++) {
    const open = /^(`{3,})(\w*)/.exec(lines[index] ?? "");
    if (!open) continue;
    const close = lines.indexOf(open[1] ?? "", index + 1);
    fences.push({ language: open[2] ?? "", body: lines.slice(index + 1, close), start: index + 1 });
    index = close;
  }
  return fences;
}

/** Returns the document with empty lines in place of the content of its fences. */
export function withoutFences(text: string): string {
  const lines = text.split("\n");
  for (const { body, start } of fencesOf(text)) lines.fill("", start, start + body.length);
  return lines.join("\n");
}

/** Returns the targets of all links and images. */
export function linksOf(text: string): string[] {
  const words = mapOutsideSpans(
    withoutFences(text),
    (part) => part,
    () => "code",
  );
  return [...words.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
}

/** Returns the anchors that GitHub creates for the headings of a document. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = (heading ?? "")
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function mapOutsideSpans(text: string, words: (text: string) => string, span = (text: string) => text): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g)) {
    result += words(text.slice(end, match.index)) + span(match[0]);
    end = match.index + match[0].length;
  }
  return result + words(text.slice(end));
}
