/** Prints converted objects: as a stream for `kubectl apply -f -`, or as a list for people. */
import type { ConvertedFile, ConvertedManifest } from "../core/model/converted-manifest.js";
import { printable, printableLine } from "./printable.js";

/** Returns all documents as one stream. JSON after YAML starts with a line `---`, without which kubectl ignores it. */
export function convertedStream(files: readonly ConvertedFile[]): string {
  const texts = files.map(({ text }) => (text === "" || text.endsWith("\n") ? text : `${text}\n`));
  if (texts.every(isJson)) return texts.join("");
  return texts
    .map((text, index) => ((index > 0 && !startsDocument(text)) || isJson(text) ? `---\n${text}` : text))
    .join("");
}

function isJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Reports whether the first line of a text that is not a comment or blank starts a document. */
function startsDocument(text: string): boolean {
  return /^(?:[ \t]*(?:#[^\n]*)?\n)*---(?:\s|$)/.test(text);
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
  return `converted ${changed === 1 ? "1 object" : `${changed} objects`} in ${place}\n`;
}
