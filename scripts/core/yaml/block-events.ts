/**
 * Reads the events of YAML in the form that most manifests have, several times as fast as js-yaml, which remains the reader
 * of everything else. This form is a strict subset of YAML 1.2:
 *
 * - block mappings and block sequences, which can start on the line of a dash, or in the column of their key
 * - plain and quoted scalars of one line, without escape sequences in double quotes
 * - literal and folded block scalars without an indentation indicator
 * - empty scalars, and empty flow collections (`{}` and `[]`)
 * - comments, and lines `---`
 *
 * Each document is a collection or empty. Anchors, tags, tabs, and carriage returns, for example, are outside of the
 * subset.
 */
import {
  CHOMPING_MODE,
  type ChompingMode,
  COLLECTION_STYLE,
  type CollectionStyle,
  EVENT_ID,
  type Event,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarStyle,
} from "js-yaml";

/**
 * Returns the events that `parseEvents` of js-yaml returns for a stream. Returns undefined if the stream is not in the
 * subset, like every stream that js-yaml rejects.
 */
export function blockEvents(text: string): Event[] | undefined {
  const isUnusual = UNUSUAL.test(text) || text.startsWith("...") || text.includes("\n...");
  return isUnusual ? undefined : new BlockReader(text).read();
}

/** Tabs, carriage returns, byte order marks, halves of surrogate pairs, and what is not printable. */
const UNUSUAL = /[^\n\x20-\x7E\xA0-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD]/;

/** Maximum nesting of collections, far below that at which js-yaml rejects a document. */
const MOST_LEVELS = 64;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const LITERAL = 0x7c;
const FOLDED = 0x3e;

/** Characters with which a plain scalar in the subset does not start. A dash before a space is another one. */
const INDICATORS: ReadonlySet<number> = new Set(Array.from("?:,[]{}#&*!|>'\"%@`", (each) => each.charCodeAt(0)));

const POP: Event = { type: EVENT_ID.POP };

/**
 * Reads one stream. Each method that reads something returns false or undefined if it is not in the subset. Otherwise, it
 * leaves the reader at the next line with content, which its caller compares with the column of the collection.
 */
class BlockReader {
  readonly #text: string;
  readonly #length: number;
  readonly #events: Event[] = [];
  /** Offset of the content that is read next, and its column, which is -1 at a line `---` and at the end of the text. */
  #at = 0;
  #column = 0;
  /** Indentation of the first line that is not blank after the last value, even of a comment, or of the end of the text. */
  #indentBelow = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
    this.#length = text.length;
  }

  read(): Event[] | undefined {
    this.#seek(0);
    while (this.#at < this.#length) if (!this.#document()) return undefined;
    return this.#events;
  }

  #document(): boolean {
    const explicitStart = this.#column < 0;
    this.#events.push({ type: EVENT_ID.DOCUMENT, explicitStart, explicitEnd: false, directives: [] });
    if (explicitStart && !this.#endLine(this.#at + 3)) return false;
    if (this.#column < 0) this.#addEmpty();
    else if (!this.#root()) return false;
    this.#events.push(POP);
    // Lines in the column of no open collection, such as the next one of a plain scalar, are left over here.
    return this.#column < 0;
  }

  /** Reads the collection of a document. In front of it, js-yaml reads `---` even after spaces, on the first line. */
  #root(): boolean {
    const first = this.#events.length;
    if (this.#text.startsWith("---", this.#at) || !this.#node(-1)) return false;
    return this.#events[first]?.type !== EVENT_ID.SCALAR;
  }

  /** Reads a value where a block collection can start. `around` is the column of the collection around it. */
  #node(around: number): boolean {
    const start = this.#at;
    if (this.#isDash(start)) return this.#sequence();
    const scalar = this.#flowScalar(start);
    if (!scalar) return this.#inline(start, around);
    const colon = this.#colonAfter(scalar);
    return colon < 0 ? this.#lastOnLine(scalar, around) : this.#mapping(start, scalar, colon);
  }

  #sequence(): boolean {
    const column = this.#column;
    if (++this.#level > MOST_LEVELS) return false;
    this.#open(EVENT_ID.SEQUENCE, this.#at, COLLECTION_STYLE.BLOCK);
    do if (!this.#item(column)) return false;
    while (this.#column === column && this.#isDash(this.#at));
    this.#events.push(POP);
    this.#level--;
    return true;
  }

  #item(column: number): boolean {
    const dash = this.#at;
    const start = this.#afterSpaces(dash + 1);
    if (this.#isContent(start)) {
      this.#at = start;
      this.#column += start - dash;
      return this.#node(column);
    }
    if (!this.#endLine(dash + 1)) return false;
    if (this.#column > column) return this.#node(column);
    this.#addEmpty();
    return true;
  }

  /** Reads a mapping from the colon of its first key on. */
  #mapping(start: number, firstKey: ScalarEvent, firstColon: number): boolean {
    const column = this.#column;
    if (++this.#level > MOST_LEVELS) return false;
    this.#open(EVENT_ID.MAPPING, start, COLLECTION_STYLE.BLOCK);
    let key: ScalarEvent | undefined = firstKey;
    let colon = firstColon;
    for (;;) {
      this.#events.push(key);
      if (!this.#entryValue(colon + 1, column)) return false;
      if (this.#column !== column) break;
      key = this.#flowScalar(this.#at);
      if (!key) return false;
      colon = this.#colonAfter(key);
      if (colon < 0) return false;
    }
    this.#events.push(POP);
    this.#level--;
    return true;
  }

  #entryValue(afterColon: number, column: number): boolean {
    const start = this.#afterSpaces(afterColon);
    if (this.#isContent(start)) return this.#inline(start, column);
    if (!this.#endLine(afterColon)) return false;
    if (this.#column > column || (this.#column === column && this.#isDash(this.#at))) return this.#node(column);
    this.#addEmpty();
    return true;
  }

  /** Reads a value that is not a block collection. */
  #inline(start: number, around: number): boolean {
    const code = this.#text.charCodeAt(start);
    if (code === OPENING_BRACE || code === OPENING_BRACKET) return this.#emptyCollection(start, code);
    if (code === LITERAL || code === FOLDED) return this.#blockScalar(start, around);
    const scalar = this.#flowScalar(start);
    return scalar !== undefined && this.#lastOnLine(scalar, around);
  }

  #emptyCollection(start: number, code: number): boolean {
    const isMapping = code === OPENING_BRACE;
    if (!this.#text.startsWith(isMapping ? "{}" : "[]", start)) return false;
    this.#open(isMapping ? EVENT_ID.MAPPING : EVENT_ID.SEQUENCE, start, COLLECTION_STYLE.FLOW);
    this.#events.push(POP);
    return this.#endLine(start + 2);
  }

  /** Reads the rest of the line of a scalar. A plain scalar would continue on a line with more indentation. */
  #lastOnLine(scalar: ScalarEvent, around: number): boolean {
    this.#events.push(scalar);
    const end = endOf(scalar);
    if (!this.#endLine(end)) return false;
    // Nothing continues it, but js-yaml has looked for that behind the line break.
    const hasLookedBelow = scalar.style === SCALAR_STYLE.PLAIN && this.#indentBelow > around;
    if (hasLookedBelow && this.#text[this.#afterSpaces(end)] !== "#") scalar.fast = false;
    return true;
  }

  /** Reads a plain or quoted scalar of one line. */
  #flowScalar(start: number): ScalarEvent | undefined {
    const code = this.#text.charCodeAt(start);
    if (code === SINGLE_QUOTE) return this.#singleQuoted(start + 1);
    if (code === DOUBLE_QUOTE) return this.#doubleQuoted(start + 1);
    return INDICATORS.has(code) || this.#isDash(start) ? undefined : this.#plain(start);
  }

  #plain(start: number): ScalarEvent {
    const text = this.#text;
    let end = start + 1;
    for (let at = end; at < this.#length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) break;
      if (code === SPACE) continue;
      if (code === COLON && this.#isSpace(at + 1)) break;
      if (code === HASH && end < at) break;
      end = at + 1;
    }
    return scalarEvent(start, end, SCALAR_STYLE.PLAIN, true);
  }

  #singleQuoted(start: number): ScalarEvent | undefined {
    let isFast = true;
    for (let at = start; at < this.#length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === LINE_FEED) break;
      if (code !== SINGLE_QUOTE) continue;
      if (!this.#text.startsWith("'", at + 1)) return scalarEvent(start, at, SCALAR_STYLE.SINGLE_QUOTED, isFast);
      isFast = false;
      at++;
    }
    return undefined;
  }

  #doubleQuoted(start: number): ScalarEvent | undefined {
    for (let at = start; at < this.#length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === LINE_FEED || code === BACKSLASH) break;
      if (code === DOUBLE_QUOTE) return scalarEvent(start, at, SCALAR_STYLE.DOUBLE_QUOTED, true);
    }
    return undefined;
  }

  #blockScalar(start: number, around: number): boolean {
    const text = this.#text;
    const style = text.charCodeAt(start) === LITERAL ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.FOLDED_BLOCK;
    const chomping = this.#chomping(start + 1);
    const headerEnd = this.#lineEnd(chomping === CHOMPING_MODE.CLIP ? start + 1 : start + 2);
    if (headerEnd < 0) return false;
    const valueStart = Math.min(headerEnd + 1, this.#length);
    let valueEnd = valueStart;
    let indent = -1;
    let mostBlank = 0;
    while (valueEnd < this.#length) {
      const first = this.#afterSpaces(valueEnd);
      const column = first - valueEnd;
      if (first === this.#length) {
        if (column > indent) valueEnd = first;
        break;
      }
      if (text.charCodeAt(first) !== LINE_FEED) {
        if (column < indent || column <= around) break;
        // Blank lines before the first line must not be longer than its indentation.
        if (indent < 0 && column < mostBlank) return false;
        if (indent < 0) indent = column;
      } else if (indent < 0) mostBlank = Math.max(mostBlank, column);
      valueEnd = Math.min(this.#lineBreak(first) + 1, this.#length);
    }
    this.#events.push(scalarEvent(valueStart, valueEnd, style, false, chomping, indent));
    this.#seek(valueEnd);
    return true;
  }

  #chomping(at: number): ChompingMode {
    if (this.#text.startsWith("-", at)) return CHOMPING_MODE.STRIP;
    return this.#text.startsWith("+", at) ? CHOMPING_MODE.KEEP : CHOMPING_MODE.CLIP;
  }

  #open(type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE, start: number, style: CollectionStyle): void {
    this.#events.push({ type, start, anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1, style });
  }

  #addEmpty(): void {
    this.#events.push(scalarEvent(-1, -1, SCALAR_STYLE.PLAIN, false));
  }

  /** Returns the offset of the colon after a key, or -1. */
  #colonAfter(key: ScalarEvent): number {
    const at = this.#afterSpaces(endOf(key));
    return at < this.#length && this.#text.charCodeAt(at) === COLON && this.#isSpace(at + 1) ? at : -1;
  }

  /** Moves to the next line with content if the rest of this line is at most a comment. */
  #endLine(at: number): boolean {
    const end = this.#lineEnd(at);
    if (end < 0) return false;
    this.#seek(end + 1);
    return true;
  }

  /** Returns the end of a line if the rest of it is at most a comment, and -1 otherwise. */
  #lineEnd(at: number): number {
    const end = this.#afterSpaces(at);
    if (end >= this.#length || this.#text.charCodeAt(end) === LINE_FEED) return end;
    return end > at && this.#text.charCodeAt(end) === HASH ? this.#lineBreak(end) : -1;
  }

  /** Moves to the next line with content, from the start of a line on. */
  #seek(start: number): void {
    this.#indentBelow = -1;
    for (let line = start; ; line = this.#lineBreak(this.#at) + 1) {
      this.#at = this.#afterSpaces(line);
      this.#column = this.#at - line;
      const code = this.#at < this.#length ? this.#text.charCodeAt(this.#at) : undefined;
      if (code === LINE_FEED) continue;
      if (this.#indentBelow < 0) this.#indentBelow = this.#column;
      if (code === HASH) continue;
      if (code === undefined || this.#isMarker(line)) this.#column = -1;
      return;
    }
  }

  #isMarker(line: number): boolean {
    return this.#text.startsWith("---", line) && this.#isSpace(line + 3);
  }

  #afterSpaces(start: number): number {
    let at = start;
    while (at < this.#length && this.#text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** Returns the offset of the end of a line, without its line break. */
  #lineBreak(at: number): number {
    const end = this.#text.indexOf("\n", at);
    return end < 0 ? this.#length : end;
  }

  /** Reports whether a line continues after spaces with more than a comment. */
  #isContent(at: number): boolean {
    if (at >= this.#length) return false;
    const code = this.#text.charCodeAt(at);
    return code !== LINE_FEED && code !== HASH;
  }

  #isDash(at: number): boolean {
    return this.#text.charCodeAt(at) === DASH && this.#isSpace(at + 1);
  }

  /** Reports whether white space, or the end of the text, is at an offset. */
  #isSpace(at: number): boolean {
    if (at >= this.#length) return true;
    const code = this.#text.charCodeAt(at);
    return code === SPACE || code === LINE_FEED;
  }
}

/** Returns the end of a scalar with its quotes. */
function endOf({ style, valueEnd }: ScalarEvent): number {
  return style === SCALAR_STYLE.PLAIN ? valueEnd : valueEnd + 1;
}

function scalarEvent(
  valueStart: number,
  valueEnd: number,
  style: ScalarStyle,
  fast: boolean,
  chomping: ChompingMode = CHOMPING_MODE.CLIP,
  indent = -1,
): ScalarEvent {
  return {
    type: EVENT_ID.SCALAR,
    valueStart,
    valueEnd,
    anchorStart: -1,
    anchorEnd: -1,
    tagStart: -1,
    tagEnd: -1,
    style,
    chomping,
    indent,
    fast,
  };
}
