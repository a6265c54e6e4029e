import { sha256 } from "../core/model/digest.js";
import type { Imports } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";

/** Returns a digest of all that determines the types in sources. */
export function digestOfSources(sources: readonly SourceText[], imports: Imports): string {
  const texts = sources.map(({ path, text }) => [path, text]);
  const targets = [...imports].map(([path, found]) => [path, [...found]]);
  return sha256(JSON.stringify([texts, targets]));
}
