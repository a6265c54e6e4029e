/** Printing of the files of a build while its kinds are checked. */
import type { ApiModel, Kind } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { SourceText } from "../core/model/location.js";
import type { Templates } from "../emit/templates.js";
import { type Group, type GroupPrinter, type PrintedFile, type Printing, printGroups } from "./print-groups.js";

/** In UTF-16 code units, for all sources together: four times the sources of a bundle with 23 CRDs. */
const LARGE = 2 ** 20;

/** Reports whether printing takes so long that another thread is worth its start. */
export function isLarge(sources: readonly SourceText[]): boolean {
  return sources.reduce((sum, { text }) => sum + text.length, 0) >= LARGE;
}

export class PrintingAhead {
  #groups: readonly Group[] = [];
  #printing: Printing | undefined;
  #ofOther: Promise<readonly PrintedFile[]> = Promise.resolve([]);

  constructor(
    /** Prints the first groups, while this thread does something else. */
    readonly other: GroupPrinter,
    /** The absolute path of an existing directory for the printed files. */
    readonly directory: string,
  ) {}

  /** Begins to print the kinds of a model, which has those of all channels. */
  begin({ kinds }: ApiModel, bundle: Bundle, templates: Templates): void {
    this.#groups = groupsOf(kinds);
    const begun = new Int32Array(new SharedArrayBuffer(this.#groups.length * Int32Array.BYTES_PER_ELEMENT));
    this.#printing = { bundle: { ...bundle, conversions: [] }, templates, directory: this.directory, begun };
    this.#ofOther = this.other.print(this.#groups, this.#printing);
  }

  /** Prints groups in this thread too, from the last one, until each has been printed. Returns all printed files. */
  async finish(): Promise<PrintedFile[]> {
    const own = this.#printing ? await printGroups(this.#groups.toReversed(), this.#printing) : [];
    return [...own, ...(await this.#ofOther)];
  }

  /** Waits until nothing is printed any more. No thread begins with another group. */
  async stop(): Promise<void> {
    for (const { index } of this.#groups) Atomics.store((this.#printing as Printing).begun, index, 1);
    await this.#ofOther;
  }
}

function groupsOf(kinds: readonly Kind[]): Group[] {
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    const others = groups.get(kind.group);
    if (others) others.push(kind);
    else groups.set(kind.group, [kind]);
  }
  return [...groups.values()].map((ofGroup, index) => ({ index, kinds: ofGroup }));
}
