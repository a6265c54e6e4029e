/** The values of a YAML document with their places in the text, and with the comments that belong to them. */
import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { isJsonArray, isJsonObject, type Json } from "../../model/json.js";
import { lineStart, nextLine } from "../lines.js";

/** Value in the text. The parts of an `opaque` collection cannot be edited, for example because of merge keys. */
export interface SourceNode {
  readonly style: "mapping" | "sequence" | "flow" | "scalar" | "opaque";
  readonly value: Json;
  /** Offsets of the value with its anchor and tag, without comments after it. They are equal if the value is empty. */
  readonly start: number;
  readonly end: number;
  /** Offset of the line after the value, or the end of the text. */
  readonly tail: number;
  /** Column at which the value starts. For a block mapping or sequence, the column of its parts. */
  readonly column: number;
  /** Parts of a block mapping or sequence, in the order of the text. Other values have none. */
  readonly parts: readonly SourcePart[];
}

/** Entry of a block mapping, or item of a block sequence. */
export interface SourcePart {
  /** Name of the entry. */
  readonly key?: string;
  /** Offset of the key or of the dash. */
  readonly head: number;
  /** Offset after the colon or the dash. */
  readonly headEnd: number;
  /** Offset of the comments directly above the part, with the same indentation. Without comments, that of its line. */
  readonly lead: number;
  readonly node: SourceNode;
}

/** Returns the value that an event starts, which must be a collection. */
export function sourceNode(
  text: string,
  events: readonly Event[],
  { index, value }: { readonly index: number; readonly value: Json },
): SourceNode {
  const event = events[index];
  const offset = event && "start" in event ? event.start : 0;
  return new NodeReader(text, events, index).read(offset, value);
}

/** Returns the offset of the line after the one with an offset. An offset where a line starts is returned unchanged. */
function lineEnd(text: string, offset: number): number {
  return offset > 0 && text[offset - 1] === "\n" ? offset : nextLine(text, offset);
}

/** Reports whether something else precedes a place on its line, such as the dash of a list around it. */
export function isInline(text: string, offset: number): boolean {
  let at = offset;
  while (at > 0 && text.charCodeAt(at - 1) === SPACE) at--;
  const isFirst = at === 0 || text.charCodeAt(at - 1) === LINE_FEED;
  return !isFirst && /\S/.test(text.slice(lineStart(text, at), at));
}

/** Reads values in the order of the text. The events contain no places of dashes, colons and closing brackets. */
class NodeReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  #index: number;

  constructor(text: string, events: readonly Event[], index: number) {
    this.#text = text;
    this.#events = events;
    this.#index = index;
  }

  /** Reads the next value, which follows an offset. */
  read(offset: number, value: Json | undefined): SourceNode {
    const event = this.#events[this.#index++];
    const start = isEmpty(event) ? offset : nextToken(this.#text, offset);
    const column = start - lineStart(this.#text, start);
    const node = (style: SourceNode["style"], end: number, parts: readonly SourcePart[] = []): SourceNode => {
      return { style, value: value ?? null, start, end, tail: lineEnd(this.#text, end), column, parts };
    };
    if (event?.type === EVENT_ID.SCALAR) return node("scalar", scalarEnd(event, start));
    if (event?.type === EVENT_ID.ALIAS) return node("opaque", event.anchorEnd);
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) return node("opaque", start);
    if (event.style === COLLECTION_STYLE.FLOW) return node("flow", this.#flowEnd(event.start + 1));
    const isMapping = event.type === EVENT_ID.MAPPING;
    const parts = isMapping ? this.#entries(offset, column, value) : this.#items(offset, column, value);
    this.#index++;
    const end = parts.at(-1)?.node.end ?? start;
    const isWhole = isJsonCollection(value) && parts.length === Object.keys(value).length && parts.every(isClear);
    const hasProperties = event.anchorStart >= 0 || event.tagStart >= 0;
    if (!isWhole || hasProperties) return node("opaque", end);
    return node(isMapping ? "mapping" : "sequence", end, parts);
  }

  #entries(start: number, column: number, around: Json | undefined): ReadPart[] {
    const parts: ReadPart[] = [];
    let offset = start;
    while (this.#hasMore()) {
      const event = this.#events[this.#index];
      const name = this.read(offset, null);
      const colon = nextToken(this.#text, name.end);
      const key = event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : "";
      const value = isJsonObject(around) && Object.hasOwn(around, key) ? around[key] : undefined;
      const isSimple = this.#text[colon] === ":" && name.style === "scalar" && key !== "<<";
      const lead = leadOf(this.#text, name.start, column, offset);
      const headEnd = isSimple ? colon + 1 : name.end;
      const node = this.read(headEnd, value);
      // kubectl gives a key such as 0x10 another name.
      parts.push({ key, head: name.start, headEnd, lead, node, isClear: isSimple && value !== undefined });
      offset = node.end;
    }
    return parts;
  }

  #items(start: number, column: number, around: Json | undefined): ReadPart[] {
    const parts: ReadPart[] = [];
    let offset = start;
    while (this.#hasMore()) {
      const head = nextToken(this.#text, offset);
      const value = isJsonArray(around) ? around[parts.length] : undefined;
      const lead = leadOf(this.#text, head, column, offset);
      const node = this.read(head + 1, value);
      parts.push({ head, headEnd: head + 1, lead, node, isClear: this.#text[head] === "-" && value !== undefined });
      offset = node.end;
    }
    return parts;
  }

  #hasMore(): boolean {
    return this.#index < this.#events.length && this.#events[this.#index]?.type !== EVENT_ID.POP;
  }

  /** Returns the end of a flow collection whose content begins at an offset. */
  #flowEnd(start: number): number {
    let end = start;
    // A list can contain a mapping without brackets, as in `[a: b]`.
    const hasBracket = [true];
    while (hasBracket.length > 0) {
      const event = this.#events[this.#index++];
      if (event === undefined) return end;
      if (event.type === EVENT_ID.POP) end = hasBracket.pop() ? nextToken(this.#text, end, ",:?") + 1 : end;
      else if (event.type === EVENT_ID.SCALAR) end = Math.max(end, scalarEnd(event, end));
      else if (event.type === EVENT_ID.ALIAS) end = event.anchorEnd;
      else if (event.type !== EVENT_ID.DOCUMENT) {
        const isBracket = "[{".includes(this.#text.charAt(event.start));
        hasBracket.push(isBracket);
        if (isBracket) end = event.start + 1;
      }
    }
    return end;
  }
}

interface ReadPart extends SourcePart {
  /** True if the key or the dash was found, and the part is one of the value. */
  readonly isClear: boolean;
}

function isClear(part: ReadPart): boolean {
  return part.isClear;
}

function isJsonCollection(value: Json | undefined): value is Json & object {
  return typeof value === "object" && value !== null;
}

function isEmpty(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.anchorStart < 0 && event.tagStart < 0;
}

function scalarEnd(event: ScalarEvent, otherwise: number): number {
  const { style, valueStart, valueEnd, anchorEnd, tagEnd } = event;
  if (valueStart < 0) return Math.max(otherwise, anchorEnd, tagEnd);
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  return isQuoted ? valueEnd + 1 : valueEnd;
}

/** Returns the offset of the next character that is not white space, in a comment, or one of the given separators. */
function nextToken(text: string, offset: number, separators = ""): number {
  let at = offset;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === HASH) at = lineEnd(text, at + 1);
    else if (code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN) at++;
    else if (separators !== "" && separators.includes(text.charAt(at))) at++;
    else break;
  }
  return at;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;

/** Returns the offset of the comments above a part. A blank line separates them from comments above it. */
function leadOf(text: string, head: number, column: number, previous: number): number {
  let lead = lineStart(text, head);
  if (isInline(text, head)) return head;
  while (lead > previous) {
    const above = lineStart(text, lead - 1);
    if (above < previous || text[above + column] !== "#" || text.slice(above, lead).search(/\S/) !== column) break;
    lead = above;
  }
  return lead;
}
