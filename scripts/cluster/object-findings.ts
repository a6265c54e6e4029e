/** Findings about objects. A cluster can have thousands of objects with the same problem, so only some are listed. */
import { diagnose, inManifest, warning } from "../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../core/model/diagnostic.js";

/** Findings of a kind with the same code that are listed; the others are counted. */
const MOST_LISTED = 20;

export class ObjectFindings {
  readonly #listed: Diagnostic[] = [];
  readonly #counts = new Map<string, { readonly kind: string; readonly code: string; readonly count: number }>();

  /** Adds a finding about an object of a kind. */
  add(kind: string, diagnostic: Diagnostic): void {
    const { code } = diagnostic;
    const key = JSON.stringify([kind, code]);
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { kind, code, count });
    if (count <= MOST_LISTED) this.#listed.push(inManifest(diagnostic));
  }

  /** Adds a finding about a kind as a whole. */
  conclude(diagnostic: Diagnostic): void {
    this.#listed.push(diagnostic);
  }

  /** Returns the listed findings, and the numbers of the others. */
  all(): Diagnostic[] {
    const more = [...this.#counts.values()].filter(({ count }) => count > MOST_LISTED);
    return [
      ...this.#listed,
      ...more.map(({ kind, code, count }) =>
        warning(diagnose("cluster-objects-more", { kind, code, count: count - MOST_LISTED })),
      ),
    ];
  }
}
