/** The version in package.json and in the lockfiles beside it, changed in place: everything else stays byte for byte. */
import { isJsonObject, type Json, type JsonObject, parseJson, sameJson } from "../core/model/json.js";

/** Files whose version is that of the project. */
export const VERSIONED_FILES = ["package.json", "package-lock.json", "npm-shrinkwrap.json"] as const;

/**
 * The text with another version: at the top, and for npm's lockfiles also at the root package (`packages[""]`). A file
 * that names no version, or is no JSON, comes back as it is.
 */
export function withVersion(text: string, version: string): string {
  return [["version"], ["packages", "", "version"]].reduce((result, path) => replaceAt(result, path, version), text);
}

/** Each place that looks like it is tried; the right one changes that value and nothing else. */
function replaceAt(text: string, path: readonly string[], version: string): string {
  const document = parseJson(text);
  const wanted = document && withValue(document, path, version);
  if (!wanted) return text;
  for (const { 1: head = "", 2: old = "", index } of text.matchAll(/("version"\s*:\s*)("(?:[^"\\]|\\.)*")/g)) {
    const start = index + head.length;
    const result = text.slice(0, start) + JSON.stringify(version) + text.slice(start + old.length);
    if (sameJson(parseJson(result) ?? null, wanted)) return result;
  }
  return text;
}

/** The document with another value at a path that leads to a text; undefined where it does not. */
function withValue(document: Json, [key = "", ...rest]: readonly string[], value: string): JsonObject | undefined {
  if (!isJsonObject(document) || !Object.hasOwn(document, key)) return undefined;
  const child = document[key] as Json;
  const changed = rest.length === 0 ? (typeof child === "string" ? value : undefined) : withValue(child, rest, value);
  return changed === undefined ? undefined : { ...document, [key]: changed };
}
