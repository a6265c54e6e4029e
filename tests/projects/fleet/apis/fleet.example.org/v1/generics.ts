import type { ObjectName } from "./scalars.js";

/**
 * A reference to an object of one of the given kinds.
 *
 * @mapType atomic
 */
export interface ReferenceTo<Kind extends string> {
  /** The kind of the object. */
  kind: Kind;
  /** Its name. */
  name: ObjectName;
}

/** From the least to the most, both included. */
export interface Range<Amount> {
  /** The least that is admitted. */
  min: Amount;
  /** The most that is admitted. Nothing stands for no limit. */
  max?: Amount;
}

/** What is wanted, beside what was seen last. `Seen` is what an instrument can tell, which may be nothing. */
export interface Reading<Wanted, Seen = Wanted> {
  /** What is wanted. */
  wanted: Wanted;
  /** What was seen last; null while the instrument is silent. */
  seen: Seen | null;
}
