import type { Moves } from "./schema.js";

/** Information about a pair of releases, in addition to their CRDs. */
export interface DiffOptions {
  /** Annotations that every release changes: the bundle version and the channel. */
  readonly stamps: ReadonlySet<string>;
  /** Renamed CRDs: old name → new name. */
  readonly renamedKinds: ReadonlyMap<string, string>;
  /** Fields that moved, by the name of the older CRD. */
  readonly moves: ReadonlyMap<string, Moves>;
}
