/** Waivers are for one release. Once it is out they stand in its changelog, and leave `apis/waivers.yaml`. */
import type { Waiver } from "../core/model/policy.js";

/**
 * The text without the given waivers, or undefined where nothing but comments is left: then the file can go. Comments
 * between the waivers stay.
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
