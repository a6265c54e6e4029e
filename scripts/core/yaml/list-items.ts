/**
 * Splits long lists, such as the output of `kubectl get -o yaml`, into their items. As a whole, a list of 50 MB would need
 * several gigabytes.
 */
import { isJson } from "./go-syntax.js";
import { type Slice, stringEnd } from "./json-stream.js";
import { nextLine } from "./lines.js";

/** Document whose items are parts of their own. */
export interface ListItems {
  /** The items, in order. A YAML item starts with the line of its dash, and a JSON item after a bracket or a comma. */
  readonly items: readonly Slice[];
  /** Offset of the dash in the line of a YAML item. */
  readonly dash?: number;
  /** The document with an empty list. */
  readonly frame: string;
}

/** Returns the items of a list in the usual form, or undefined for another document. */
export function listItems(text: string): ListItems | undefined {
  return isJson(text) ? jsonItems(text) : yamlItems(text);
}

/**
 * The items are on lines with the same indentation, between the key `items` and the next key. Multi-line values in an item
 * are indented more than its dash, so none of their lines can look like an item. Source: YAML 1.2.2, 7.3 and 8.2.
 */
function yamlItems(text: string): ListItems | undefined {
  const key = /^items:[ \t]*(?:#[^\r\n]*)?\r?\n/m.exec(text);
  if (!key) return undefined;
  const start = contentLine(text, key.index + key[0].length);
  const dash = indentationAt(text, start);
  if (text[start + dash] !== "-") return undefined;
  const starts: number[] = [];
  let end = text.length;
  for (let at = start; at < text.length; at = nextLine(text, at)) {
    const column = indentationAt(text, at);
    const character = text[at + column];
    if (column > dash || character === undefined || "\r\n#".includes(character)) continue;
    const isItem = column === dash && character === "-" && " \r\n".includes(text[at + column + 1] ?? "\n");
    if (!isItem) {
      end = at;
      break;
    }
    starts.push(at);
  }
  const items = starts.map((each, index) => ({ start: each, end: starts[index + 1] ?? end }));
  return { items, dash, frame: `${text.slice(0, key.index)}items: []\n${text.slice(end)}` };
}

/** Returns the offset of the next line that is neither blank nor a comment. */
function contentLine(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && "\r\n#".includes(text.charAt(at + indentationAt(text, at)))) at = nextLine(text, at);
  return at;
}

function indentationAt(text: string, lineStart: number): number {
  let column = 0;
  while (text[lineStart + column] === " ") column++;
  return column;
}

/** The list is the value of the key `items` of the outermost object. */
function jsonItems(text: string): ListItems | undefined {
  const start = jsonListStart(text);
  if (start === undefined) return undefined;
  const items: Slice[] = [];
  let itemStart = start;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    const isEnd = depth === 0 && (character === "," || character === "]");
    if (isEnd) {
      items.push({ start: itemStart, end: at });
      itemStart = at + 1;
    }
    if (isEnd && character === "]") return { items, frame: text.slice(0, start) + text.slice(at) };
    if (character === '"') at = stringEnd(text, at);
    else depth += nesting(character);
  }
  return undefined;
}

function jsonListStart(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character !== '"') {
      depth += nesting(character);
      continue;
    }
    ITEMS_KEY.lastIndex = at;
    if (depth === 1 && ITEMS_KEY.test(text)) return ITEMS_KEY.lastIndex;
    at = stringEnd(text, at);
  }
  return undefined;
}

const ITEMS_KEY = /"items"\s*:\s*\[/y;

function nesting(character: string): number {
  if (character === "{" || character === "[") return 1;
  return character === "}" || character === "]" ? -1 : 0;
}
