/** Edits of sources. Two types can share a property or a comment; their edits of it must be the same. */
import type { Location, SourceText } from "../../core/model/location.js";
import { type Outline, type OutlinedProperty, outlineOf, type TextRange } from "../../language/read/outline.js";

interface Edit extends TextRange {
  readonly text: string;
}

/** Source that changes. */
export class EditedSource {
  readonly outline: Outline;
  readonly properties: ReadonlyMap<number, OutlinedProperty>;
  readonly #edits = new Map<number, Edit>();
  readonly #insertions = new Map<number, string[]>();
  readonly #additions = new Map<number, string>();

  constructor(readonly source: SourceText) {
    this.outline = outlineOf(source.text);
    const properties = this.outline.objects.flatMap((object) => object.properties);
    this.properties = new Map(properties.map((property) => [property.at, property]));
  }

  textOf({ start, end }: TextRange): string {
    return this.source.text.slice(start, end);
  }

  /** Returns the white space at the start of the line of an offset. */
  indentAt(offset: number): string {
    const line = this.source.text.lastIndexOf("\n", offset - 1) + 1;
    return /^[ \t]*/.exec(this.source.text.slice(line, offset))?.[0] ?? "";
  }

  /** Replaces the code of the part whose name is at an offset. Returns false if another type needs another form of it. */
  replace(at: number, { start, end }: TextRange, text: string): boolean {
    const earlier = this.#edits.get(at);
    this.#edits.set(at, earlier ?? { start, end, text });
    return earlier === undefined || sameEdit(earlier, { start, end, text });
  }

  /**
   * Inserts properties into the object at an offset, each at the offset of its own. Types that share the object must
   * have the same new properties, which are inserted once.
   */
  addProperties(object: number, properties: readonly Insertion[]): "inserted" | "repeated" | "different" {
    const added = JSON.stringify(properties);
    const earlier = this.#additions.get(object);
    if (earlier !== undefined) return earlier === added ? "repeated" : "different";
    this.#additions.set(object, added);
    for (const { at, text } of properties) this.insert(at, text);
    return "inserted";
  }

  /** Inserts text at an offset, after all that was inserted there before. */
  insert(at: number, text: string): void {
    this.#insertions.set(at, [...(this.#insertions.get(at) ?? []), text]);
  }

  /** Inserts lines after those of a range, which can be removed at the same time. */
  insertAfter(range: TextRange, text: string): void {
    const { end } = this.linesOf(range);
    if (this.source.text[end - 1] === "\n") this.insert(end, `${text}\n`);
    else this.insert(range.end, `\n${text}`);
  }

  /** Returns a range with the rest of its lines, and with the blank line after it. */
  linesOf({ start, end }: TextRange): TextRange {
    const { text } = this.source;
    const first = start - this.indentAt(start).length;
    const line = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0];
    if (line === undefined || (first > 0 && text[first - 1] !== "\n")) return { start, end };
    return { start: first, end: end + line.length };
  }

  /** Returns the text with all edits, except those inside a range that another edit replaces. */
  get result(): string {
    const insertions = [...this.#insertions].map(([start, texts]) => ({ start, end: start, text: texts.join("") }));
    const edits = [...this.#edits.values()].filter((edit) => this.textOf(edit) !== edit.text);
    const all = [...edits, ...insertions];
    const outermost = all.filter((edit) => !edits.some((other) => isInside(edit, other)));
    let [text, at] = ["", 0];
    for (const edit of outermost.sort((a, b) => a.start - b.start || a.end - b.end)) {
      if (edit.start < at) throw new Error(`edits of ${this.source.path} overlap at ${edit.start}`);
      text += this.source.text.slice(at, edit.start) + this.#withLineEnds(edit.text);
      at = edit.end;
    }
    return text + this.source.text.slice(at);
  }

  /** Returns a text with the line ends of the source. */
  #withLineEnds(text: string): string {
    return this.source.text.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
  }
}

/** Text of a property, and where to insert it. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

function sameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Reports whether an edit is inside another one. One that only touches it is not. */
function isInside(edit: Edit, other: Edit): boolean {
  if (edit === other) return false;
  return edit.start === edit.end
    ? other.start < edit.start && edit.end < other.end
    : other.start <= edit.start && edit.end <= other.end;
}

/** The sources of a project. */
export class EditedSources {
  readonly #files: ReadonlyMap<string, EditedSource>;

  constructor(sources: readonly SourceText[]) {
    this.#files = new Map(sources.map((source) => [source.path, new EditedSource(source)]));
  }

  get all(): EditedSource[] {
    return [...this.#files.values()];
  }

  at({ file }: Pick<Location, "file">): EditedSource | undefined {
    return this.#files.get(file);
  }

  property({ file, start }: Location) {
    const source = this.#files.get(file);
    const property = source?.properties.get(start);
    return source && property && { source, property };
  }

  declaration({ file, start }: Location) {
    const source = this.#files.get(file);
    const declaration = source?.outline.declarations.find(({ at }) => at === start);
    return source && declaration && { source, declaration };
  }

  object({ file, start }: Location) {
    const source = this.#files.get(file);
    const object = source?.outline.objects.find(({ at }) => at === start);
    return source && object && { source, object };
  }
}
