import type { Verified } from "../core/model/verified.js";
import { pathFrom } from "../core/path-from.js";

/** Returns the outcome of a successful verification. Paths are relative to `cwd`. */
export function verifiedInWords({ tag, files, assets }: Verified, cwd: string): string {
  const { state, count, directory } = assets;
  const what = `${tag}: ${files} files in dist/`;
  if (state === "compared") return `${what} and ${count} assets match the sources.\n`;
  const path = pathFrom(cwd, directory);
  const rest =
    state === "written"
      ? `The assets were written to ${path}`
      : `${path} does not contain assets to compare; to write them, use --write`;
  return `${what} match the sources. ${rest}.\n`;
}
