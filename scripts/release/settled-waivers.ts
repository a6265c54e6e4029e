/** Waivers are for one release. Once it is out they stand in its changelog, and leave `apis/waivers.yaml`. */
import type { Waiver } from "../model/policy.js";

/**
 * The text without the given waivers, or undefined where nothing but comments is left: then the file can go. Comments
 * between the waivers stay.
 */
export function withoutWaivers(text: string, waivers: readonly Waiver[]): string | undefined {
  const settled = [...waivers].sort((a, b) => b.location.start - a.location.start);
  const rest = settled.reduce((result, { location }) => {
    const start = result.lastIndexOf("\n", location.start - 1) + 1;
    const end = result.indexOf("\n", location.end);
    return result.slice(0, start) + (end < 0 ? "" : result.slice(end + 1));
  }, text);
  return /^[ \t]*[^#\s]/m.test(rest) ? rest : undefined;
}
