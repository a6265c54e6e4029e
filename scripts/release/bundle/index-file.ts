/** `bundle.json`: what the bundle says of itself. */
import { BUNDLE_INDEX } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/model/json.js";
import type { OutputFile } from "../../core/model/output.js";

interface Listed {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Where the index and the files disagree. */
export function indexProblems(
  files: readonly OutputFile[],
  { version, channels }: { readonly version: string; readonly channels: readonly Channel[] },
): Diagnostic[] {
  const file = files.find(({ path }) => path === BUNDLE_INDEX);
  if (!file) return [diagnose("bundle-file-missing", { path: BUNDLE_INDEX })];
  const index = parseJson(file.text);
  if (!isJsonObject(index))
    return [diagnose("bundle-unreadable", { path: BUNDLE_INDEX, problem: "it is no JSON object" })];
  return [...headProblems(index, version, channels), ...listProblems(listedIn(index), files)];
}

function headProblems(index: JsonObject, version: string, channels: readonly Channel[]): Diagnostic[] {
  const listed = isJsonObject(index.channels) ? Object.keys(index.channels).sort() : [];
  const found = { version: index.version === undefined ? "none" : String(index.version), channels: listed.join(", ") };
  const expected = { version, channels: [...channels].sort().join(", ") };
  return (["version", "channels"] as const).flatMap((key) => {
    if (found[key] === expected[key]) return [];
    return [diagnose("bundle-index-head", { key, found: found[key], expected: expected[key] })];
  });
}

/** Whatever has a path, a size and a sum, wherever it stands: the index may come to list more than it does today. */
function listedIn(index: JsonObject): Listed[] {
  const listed: Listed[] = [];
  const waiting: Json[] = [index];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isListed(value)) listed.push(value);
    if (typeof value === "object" && value !== null) for (const child of Object.values(value)) waiting.push(child);
  }
  return listed;
}

function isListed(value: Json): value is Json & Listed {
  if (!isJsonObject(value)) return false;
  return typeof value.path === "string" && typeof value.size === "number" && typeof value.sha256 === "string";
}

function listProblems(listed: readonly Listed[], files: readonly OutputFile[]): Diagnostic[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const paths = new Set([BUNDLE_INDEX, ...listed.map(({ path }) => path)]);
  const unlisted = files.filter(({ path }) => !paths.has(path));
  return [
    ...unlisted.map(({ path }) => diagnose("bundle-index-missing", { path })),
    ...listed.flatMap(({ path, size, sha256: sum }) => {
      const text = texts.get(path);
      if (text === undefined) return [diagnose("bundle-index-surplus", { path })];
      const agrees = size === Buffer.byteLength(text) && sum === sha256(text);
      return agrees ? [] : [diagnose("bundle-index-digest", { path })];
    }),
  ];
}
