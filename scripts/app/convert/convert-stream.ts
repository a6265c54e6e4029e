/** Converts the objects in the text of a file, one document after the other. */
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../../core/model/json.js";
import type { Location, SourceText } from "../../core/model/location.js";
import { lacksComments } from "../../core/yaml/edit/comments.js";
import { editDocument } from "../../core/yaml/edit/edit-manifests.js";
import type { StreamPath } from "../../core/yaml/go-places.js";
import { isJson } from "../../core/yaml/go-syntax.js";
import type { Slice } from "../../core/yaml/json-stream.js";
import { printYaml } from "../../core/yaml/print.js";
import { loadManifests, type Manifests } from "../../core/yaml/yaml.js";
import type { ValuePath } from "../../kubernetes/validation/place.js";
import { documentsIn, type Found, notObjectsIn, typedItem } from "../../release/bundle/documents.js";
import { NO_OBJECT, NOT_IN_JSON, unreadableManifest } from "../unreadable-manifest.js";
import { type FilePart, fileParts, joinedTexts, partText } from "./file-parts.js";

/** Object in a file. */
export interface ObjectInFile {
  readonly file: string;
  readonly value: JsonObject;
  /** The object in the file, if others were joined with it. */
  readonly source?: JsonObject;
  /** Number of the object in its file, from 0 on. */
  readonly index: number;
  /** Returns the location of a value or of its key, or of the closest value around a missing one. */
  readonly placeOf: (path: ValuePath, part?: "key") => Location;
}

/** Converts objects one by one. Joins those that were split, when all of them are known. */
export interface Converter {
  /** Returns the objects that an object becomes, or only the object itself if it does not change. */
  readonly convert: (object: ObjectInFile) => readonly JsonObject[];
  /** Takes note of an object that was joined with an earlier one. */
  readonly skip: (object: ObjectInFile) => void;
  /** Reports whether an object can be a part that must be joined with others before it is converted. */
  readonly isPart: (object: JsonObject) => boolean;
  /** Returns a joined object in the place of its first part, and undefined in the places of the others. */
  readonly join: (objects: readonly JsonObject[]) => readonly (JsonObject | undefined)[];
}

/** File with converted objects. */
export interface ConvertedStream {
  /** The new text, or undefined if the file cannot be read. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts the objects of a file. If one of the documents cannot be read, there is no new text. */
export function convertStream(file: SourceText, converter: Converter): ConvertedStream {
  const convert = (object: ObjectInFile | undefined) => (object ? converter.convert(object) : []);
  let count = 0;
  const slices = fileParts(file).map((part): ConvertedSlice => {
    if (!("slice" in part)) return { ...part, diagnostics: part.diagnostics ?? [] };
    const document = readPart(file, part);
    if ("problems" in document) return { diagnostics: document.problems };
    const objects = document.found.map((found) => objectIn(document, found, count++));
    // Only objects that wait for others are kept, because there can be many thousands of objects.
    if (objects.some(({ value }) => converter.isPart(value))) return { part, objects, diagnostics: [] };
    return writeDocument(document, objects.map(convert));
  });
  const isReadable = slices.every(({ text, part }) => text !== undefined || part);
  const joined = joinedParts(slices, converter);
  const written = slices.map((each) => {
    const document = each.part && isReadable ? readPart(file, each.part) : undefined;
    if (!document || "problems" in document || !each.objects) return each;
    return writeDocument(
      document,
      each.objects.map((object) => {
        const whole = joined.get(object);
        if (!whole) converter.skip(object);
        return convert(whole);
      }),
    );
  });
  const diagnostics = written.flatMap((each) => each.diagnostics);
  return isReadable ? { text: written.map(({ text }) => text).join(""), diagnostics } : { diagnostics };
}

/** Part of a file, with its new text unless it depends on other objects. */
interface ConvertedSlice extends ConvertedStream {
  readonly part?: FilePart;
  readonly objects?: readonly ObjectInFile[];
}

/** Returns the objects that waited for others, joined with them. An object that became a part of another is undefined. */
function joinedParts(
  slices: readonly ConvertedSlice[],
  converter: Converter,
): ReadonlyMap<ObjectInFile, ObjectInFile | undefined> {
  const waiting = slices.flatMap(({ objects = [] }) => objects);
  const joined = converter.join(waiting.map(({ value }) => value));
  return new Map(
    waiting.map((object, index) => {
      const value = joined[index];
      const isJoined = value !== undefined && value !== object.value;
      return [object, isJoined ? { ...object, value, source: object.value } : value && object];
    }),
  );
}

/** Document of a file. Only the first document of a slice can contain objects. */
interface ReadDocument extends Manifests, FilePart {
  readonly file: SourceText;
  readonly text: string;
  readonly found: readonly Found[];
}

function readPart(file: SourceText, part: FilePart): ReadDocument | { readonly problems: readonly Diagnostic[] } {
  const { slice, list } = part;
  const text = partText(file, part);
  const located = (place: Slice): Location => {
    return { file: file.path, start: place.start + slice.start, end: place.end + slice.start };
  };
  const loaded = loadManifests(text);
  if ("problem" in loaded) {
    const { problem, offset } = loaded;
    return { problems: [unreadableManifest(problem, located({ start: offset, end: offset + 1 }))] };
  }
  const { documents, inexact, placeOf } = loaded.value;
  const [, second] = documents.flatMap((document, index) => (document === null ? [] : [index]));
  const problems = [
    ...(second === undefined ? [] : [unreadableManifest(NOT_SEPARATE, located(placeOf([second])))]),
    ...notObjectsIn(documents).map((path) => unreadableManifest(NO_OBJECT, located(placeOf(path)))),
    ...inexact
      .filter(({ number }) => typeof number === "number")
      .map(({ path }) => unreadableManifest(NOT_IN_JSON, located(placeOf(path)))),
  ];
  if (problems.length > 0) return { problems };
  const found = documentsIn(documents).map((each) => (list ? { ...each, value: typedItem(each.value, list) } : each));
  return { ...loaded.value, ...part, file, text, found };
}

const NOT_SEPARATE = "kubectl does not read what follows a document without a line ---";

function objectIn({ file, slice, placeOf }: ReadDocument, { value, path: base }: Found, index: number): ObjectInFile {
  return {
    value,
    index,
    file: file.path,
    placeOf: (path, part) => {
      const { start, end } = placeOf([...base, ...path], part);
      return { file: file.path, start: start + slice.start, end: end + slice.start };
    },
  };
}

/** Returns the text of a document in which each object has become other ones. It can become several documents. */
function writeDocument(document: ReadDocument, objects: readonly (readonly JsonObject[])[]): Required<ConvertedStream> {
  const { text, documents, found } = document;
  const number = documents.findIndex((value) => value !== null);
  const replaced = new Map(found.map(({ path }, index) => [path.join(), objects[index] ?? []]));
  const before = documents[number];
  const { list, slice, file } = document;
  const after =
    before === undefined
      ? []
      : replacedIn(before, [number], replaced).map((each) => (list ? untyped(each, before, list) : each));
  const unchanged = file.text.slice(slice.start, slice.end);
  if (before === undefined || (after.length === 1 && sameJson(after[0], before))) {
    return { text: unchanged, diagnostics: [] };
  }
  const edited = after.map((value, index) =>
    index < MOST_EDITED ? editDocument(text, document, number, value) : printed(value, document),
  );
  const whole = edited.filter((each) => each !== undefined);
  const at = (code: "conversion-inexact" | "conversion-comments") => {
    const place = found[0] && document.placeOf(found[0].path, "key");
    const start = slice.start + (place?.start ?? 0);
    return inManifest(diagnose(code, {}, { file: file.path, start, end: start + 1 }));
  };
  if (whole.length < edited.length) return { text: unchanged, diagnostics: [at("conversion-inexact")] };
  const hasLostComments = lacksComments(whole.join("\n"), after.length === 0 ? "" : text);
  const texts = whole.map((each, index) => (index === 0 || list ? each : asNextDocument(each, document)));
  return {
    text: joinedTexts(texts, document),
    diagnostics: hasLostComments ? [at("conversion-comments")] : [],
  };
}

/**
 * Number of objects of a document that keep its comments, because reading the document again for each of thousands would
 * take too long.
 */
const MOST_EDITED = 50;

function printed(value: JsonObject, { text, dash }: ReadDocument): string {
  if (isJson(text)) return `${JSON.stringify(value)}\n`;
  const indent = " ".repeat(dash === undefined ? 0 : dash + 2);
  return printYaml(value).replace(/^(?=[^\n])/gm, indent);
}

/** Returns the text of a document that follows another one. */
function asNextDocument(text: string, { text: before }: ReadDocument): string {
  const lineBreak = before.endsWith("\n") ? "" : "\n";
  return isJson(before) || /(?:^|\n)---/.test(before) ? `${lineBreak}${text}` : `${lineBreak}---\n${text}`;
}

/** Returns the values that a document or an item of a list becomes. */
function replacedIn(
  value: Json,
  path: StreamPath,
  replaced: ReadonlyMap<string, readonly JsonObject[]>,
): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  const objects = replaced.get(path.join());
  if (objects || !isJsonArray(value.items)) return objects ?? [value];
  const items = value.items.flatMap((item, index) =>
    replacedIn(item, [...path, "items", index], replaced).map((object) => untyped(object, item, value)),
  );
  return [{ ...value, items }];
}

/** Removes the type of an item if the list states it, as the item that it replaces does. */
function untyped(object: JsonObject, item: Json, list: JsonObject): JsonObject {
  if (!isJsonObject(item) || "apiVersion" in item || "kind" in item) return object;
  const { apiVersion, kind, ...rest } = object;
  return apiVersion === list.apiVersion && `${String(kind)}List` === list.kind ? rest : object;
}
