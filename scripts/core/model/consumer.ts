import type { Channel } from "./channel.js";
import type { FieldPath } from "./field-path.js";
import type { Json } from "./json.js";
import type { Version } from "./release-version.js";

/** Subresources that a consumer can require. */
export const SUBRESOURCES = ["status", "scale"] as const;
export type Subresource = (typeof SUBRESOURCES)[number];

/** Controller or other client of an API, and what it requires of a bundle. */
export interface Consumer {
  readonly name: string;
  readonly channel: Channel;
  /** Oldest version of the bundle that the consumer supports. */
  readonly atLeast?: Version;
  readonly kinds: readonly RequiredKind[];
}

/** Served API version of a kind, and the parts of it that a consumer uses. */
export interface RequiredKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly fields: readonly RequiredField[];
  readonly subresources: readonly Subresource[];
}

export interface RequiredField {
  readonly path: FieldPath;
  /** Values that the consumer sets or expects. */
  readonly values: readonly Json[];
}
