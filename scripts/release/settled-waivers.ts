/**
 * Removes waivers after a release. A waiver is for one release; the changelog lists it, and `apis/waivers.yaml` no
 * longer needs it.
 */
import type { Waiver } from "../core/model/policy.js";

/**
 * Returns the text without the given waivers, or undefined if only comments are left and the file can be deleted.
 * Comments between the waivers stay.
 */
export function withoutWaivers(text: string, waivers: readonly Waiver[]): string | undefined {
  let start = 0;
  const rest = text.split(/(?<=\n)/).filter((line) => {
    const [from, to] = [start, start + line.length];
    start = to;
    return !waivers.some(({ location }) => from < location.end && location.start < to);
  });
  return rest.some((line) => /^[ \t]*[^#\s]/.test(line)) ? rest.join("") : undefined;
}
