import type { Verified } from "../core/model/verified.js";
import { pathFrom } from "../core/path-from.js";

/** What a verification came to, in words. Paths are relative to `cwd`. */
export function verifiedInWords({ tag, files, assets }: Verified, cwd: string): string {
  const { state, count, directory } = assets;
  const what = `${tag}: ${files} files in dist/`;
  if (state === "compared") return `${what} and ${count} assets are what the sources make.\n`;
  const path = pathFrom(cwd, directory);
  const rest =
    state === "written"
      ? `The assets are in ${path} now`
      : `There are no assets in ${path} to compare: --write puts them there`;
  return `${what} are what the sources make. ${rest}.\n`;
}
