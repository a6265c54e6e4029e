import type { Moves } from "./schema.js";

/** What is known of a pair of releases beside their CRDs. */
export interface DiffOptions {
  /** Annotations that every release changes: the bundle version and the channel. */
  readonly stamps: ReadonlySet<string>;
  /** CRDs that go on under another name: old name → new name. */
  readonly renamedKinds: ReadonlyMap<string, string>;
  /** By the name of the CRD before: the fields that moved. */
  readonly moves: ReadonlyMap<string, Moves>;
}
