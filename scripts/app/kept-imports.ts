/** Keeps the imports of sources between runs, so a run in which no source changed need not load the compiler. */
import { sha256 } from "../core/model/digest.js";
import type { StringCache } from "./context.js";
import { type ImportsOf, parsedImports } from "./read-imports.js";

/** Specifiers by the digest of the text that contains them. */
type Specifiers = Readonly<Record<string, readonly string[]>>;

/** The imports of the sources in a project. One entry of the cache contains those of all sources. */
export class KeptImports {
  readonly #question: string;
  readonly #known: Map<string, readonly string[]>;
  readonly #used = new Map<string, readonly string[]>();

  /** Creates it for a project, of which the cache keeps only the imports of the last run. */
  constructor(
    project: string,
    readonly cache: StringCache,
  ) {
    this.#question = `imports of ${project}`;
    const kept = cache.recall(this.#question);
    this.#known = new Map(Object.entries(kept === undefined ? {} : (JSON.parse(kept) as Specifiers)));
  }

  readonly importsOf: ImportsOf = async (source) => {
    const digest = sha256(source.text);
    const specifiers = this.#known.get(digest) ?? (await parsedImports(source));
    this.#used.set(digest, specifiers);
    return specifiers;
  };

  /** Keeps the imports that were used, if they are not the ones that were known. */
  keep(): void {
    const isKept = this.#used.size === this.#known.size && [...this.#used.keys()].every((key) => this.#known.has(key));
    if (!isKept) this.cache.keep(this.#question, JSON.stringify(Object.fromEntries(this.#used)));
  }
}
