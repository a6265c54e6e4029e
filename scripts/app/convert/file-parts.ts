/** Splits the text of a file into the parts that are read one after the other. */
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { documentSlices } from "../../core/yaml/document-slices.js";
import type { Slice } from "../../core/yaml/json-stream.js";
import { type ListItems, listItems } from "../../core/yaml/list-items.js";
import { loadManifests } from "../../core/yaml/yaml.js";
import { unreadableManifest } from "../unreadable-manifest.js";

/** Part with an object: a document, or an item of a long list. */
export interface FilePart {
  readonly slice: Slice;
  /** The list without its items. */
  readonly list?: JsonObject;
  /** Offset of the dash of an item of a YAML list. */
  readonly dash?: number | undefined;
}

/** Part of a file that stays as it is, or that cannot be read. */
export interface OtherPart {
  readonly text?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** In characters. Shorter lists are read as a whole, which keeps the comments between their items. */
const LONG_LIST = 2 ** 20;
/** In characters. A document takes about sixty times as much memory. */
const DOCUMENT_LIMIT = 16 * 2 ** 20;

/** Returns the parts of a file, in order. */
export function fileParts(file: SourceText): (FilePart | OtherPart)[] {
  return documentSlices(file.text).flatMap((slice) => {
    const length = slice.end - slice.start;
    const items = length > LONG_LIST ? itemParts(file, slice) : undefined;
    return items ?? [length > DOCUMENT_LIMIT ? tooLong(file, slice) : { slice }];
  });
}

/** Part of the annotation of each object that was split from another one, in JSON, also with escaped characters. */
const SPLIT = /splits|\\u/;

function tooLong({ path: file }: SourceText, { start }: Slice): OtherPart {
  const problem = "a document must not be longer than 16 MiB";
  return { diagnostics: [unreadableManifest(problem, { file, start, end: start + 1 })] };
}

function itemParts(file: SourceText, { start, end }: Slice): (FilePart | OtherPart)[] | undefined {
  const text = file.text.slice(start, end);
  const found = listItems(text);
  const list = found && listFrame(found);
  if (!found || !list) return undefined;
  // An item of a JSON list that is joined with another one would leave its comma.
  if (found.dash === undefined && SPLIT.test(text)) return undefined;
  const { items, dash } = found;
  const parts: (FilePart | OtherPart)[] = [];
  let offset = start;
  for (const item of items) {
    const slice = { start: start + item.start, end: start + item.end };
    parts.push({ text: file.text.slice(offset, slice.start) }, { slice, list, dash });
    offset = slice.end;
  }
  return [...parts, { text: file.text.slice(offset, end) }];
}

/** Returns the list without its items, if nothing else is wrong with it. */
function listFrame({ frame }: ListItems): JsonObject | undefined {
  const loaded = loadManifests(frame);
  const [list, ...others] = "problem" in loaded ? [] : loaded.value.documents.filter((each) => each !== null);
  return isJsonObject(list) && others.length === 0 && Array.isArray(list.items) ? list : undefined;
}

/** Returns the text of a part. An item has no dash, so it can be read and changed like a document. */
export function partText({ text }: SourceText, { slice, dash }: FilePart): string {
  const whole = text.slice(slice.start, slice.end);
  return dash === undefined ? whole : replaceAt(whole, dash, " ");
}

/** Returns the text of the objects that a part became. */
export function joinedTexts(texts: readonly string[], { list, dash }: FilePart): string {
  if (!list) return texts.join("");
  if (dash === undefined) return texts.join(",");
  const items = texts.map((text) => replaceAt(text, dash, "-"));
  return items.map((item) => (item.endsWith("\n") ? item : `${item}\n`)).join("");
}

function replaceAt(text: string, offset: number, character: string): string {
  return text.slice(0, offset) + character + text.slice(offset + 1);
}
