/** A migration of stored objects, as data. */

/** Number of updates at the same time, if users do not choose it. */
export const CONCURRENCY = 16;

/** Migration of the objects of one CRD. */
export interface MigratedCrd {
  readonly crd: string;
  readonly storage: string;
  /** Objects that the migration read. */
  readonly seen: number;
  readonly written: number;
  readonly converted: number;
  readonly failed: number;
  /** Versions in which no object can be stored any longer. */
  readonly removed: readonly string[];
  /** True if the cluster itself has rewritten the objects. */
  readonly byServer: boolean;
}
