/** Prints converted objects: as a stream for `kubectl apply -f -`, or as a list for people. */
import type { ConvertedFile, ConvertedManifest } from "../core/model/converted-manifest.js";
import { parseJson } from "../core/model/json.js";
import { counted } from "../core/words/counted.js";
import { isJson } from "../core/yaml/go-syntax.js";
import { jsonObjectsIn } from "../core/yaml/json-stream.js";
import { nextLine } from "../core/yaml/lines.js";
import { printable, printableLine } from "./printable.js";

/** Returns all documents as one stream. In a stream with YAML, each document must start with a line `---`. */
export function convertedStream(files: readonly ConvertedFile[]): string {
  const texts = files.map(({ text }) => (text === "" || text.endsWith("\n") ? text : `${text}\n`));
  if (texts.length === 1) return texts.join("");
  const objects = texts.map(jsonIn);
  if (objects.every((each) => each !== undefined)) return texts.join("");
  const documents = texts.flatMap((text, index) => objects[index] ?? [text]);
  return documents.map((text, index) => (index > 0 && !startsDocument(text) ? `---\n${text}` : text)).join("");
}

/** Returns the objects of a JSON text, or undefined for YAML. In a stream with YAML, JSON is read as YAML. */
function jsonIn(text: string): string[] | undefined {
  if (!isJson(text)) return undefined;
  const objects = jsonObjectsIn(text).map(({ start, end }) => text.slice(start, end));
  if (objects.some((object) => parseJson(object) === undefined)) return undefined;
  return objects.map((object) => `---\n${object.trim()}\n`);
}

/** Reports whether the first line of a text that is not a comment or blank starts a document. */
function startsDocument(text: string): boolean {
  for (let at = 0; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at)).trim();
    if (line !== "" && !line.startsWith("#")) return /^---(?:\s|$)/.test(text.slice(at, at + 4));
  }
  return false;
}

/** Returns the objects that change, one in each line. */
export function printChangedObjects(objects: readonly ConvertedManifest[]): string {
  const lines = objects
    .filter(({ isChanged }) => isChanged)
    .map(({ file, kind, name, namespace, applied }) => {
      const named = `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
      return `${file}: ${named}${applied.length > 0 ? ` (${applied.join(", ")})` : ""}`;
    });
  return lines.map((line) => `${printableLine(line)}\n`).join("");
}

/** Returns the number of written objects and files in one line, or an empty string if nothing was written. */
export function printWrittenFiles(files: readonly ConvertedFile[], objects: readonly ConvertedManifest[]): string {
  const written = new Set(files.filter(({ isWritten }) => isWritten).map(({ path }) => path));
  const changed = objects.filter(({ file, isChanged }) => isChanged && written.has(file)).length;
  if (changed === 0) return "";
  const place = written.size === 1 ? printable([...written].join()) : `${written.size} files`;
  return `converted ${counted(changed, "object")} in ${place}\n`;
}
