/** Checks `bundle.json`, the index of the bundle. */
import { type IndexClaims, type ListedFile, readIndexClaims } from "../../core/bundle-index.js";
import { BUNDLE_INDEX } from "../../core/bundle-layout.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { sha256 } from "../../core/model/digest.js";
import type { OutputFile } from "../../core/model/output.js";

/** Returns the differences between the index and the files. */
export function indexProblems(
  files: readonly OutputFile[],
  { version, channels }: { readonly version: string; readonly channels: readonly Channel[] },
): Diagnostic[] {
  const file = files.find(({ path }) => path === BUNDLE_INDEX);
  if (!file) return [diagnose("bundle-file-missing", { path: BUNDLE_INDEX })];
  const claims = readIndexClaims(file.text);
  if (!claims) return [diagnose("bundle-unreadable", { path: BUNDLE_INDEX, problem: "it is not a JSON object" })];
  return [...headProblems(claims, version, channels), ...listProblems(claims.files, files)];
}

function headProblems(claims: IndexClaims, version: string, channels: readonly Channel[]): Diagnostic[] {
  const found = { version: claims.version ?? "none", channels: claims.channels.join(", ") };
  const expected = { version, channels: [...channels].sort().join(", ") };
  return (["version", "channels"] as const).flatMap((key) => {
    if (found[key] === expected[key]) return [];
    return [diagnose("bundle-index-head", { key, found: found[key], expected: expected[key] })];
  });
}

function listProblems(listed: readonly ListedFile[], files: readonly OutputFile[]): Diagnostic[] {
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
