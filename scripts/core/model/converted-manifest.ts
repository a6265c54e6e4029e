import type { ManifestObject } from "./manifest-object.js";

/** Result of the conversion of one object in a file. */
export interface ConvertedManifest extends ManifestObject {
  /** True if the converted object differs from the object. */
  readonly isChanged: boolean;
  /** Number of the objects that it became: 1, more if it was split, or 0 if it was joined with an earlier one. */
  readonly count: number;
  /** The definitions that changed the object. */
  readonly applied: readonly string[];
  /** Parts of the object that the new channel lacks. Set if the channel changes. */
  readonly uses?: readonly ChannelUse[];
}

/** Part of an object that a channel lacks. */
export interface ChannelUse {
  readonly what: "kind" | "version" | "field" | "value";
  /** Path as the API server prints it, such as `spec.ports[0].name`. */
  readonly path: string;
  /** Effect in the channel. */
  readonly effect: "replaced" | "ignored" | "pruned" | "rejected";
  /** Type that replaces the one of the object. */
  readonly becomes?: string;
  /** Message of the API server. */
  readonly problem?: string;
}

/** File with converted objects. */
export interface ConvertedFile {
  readonly path: string;
  /** The text with the converted objects. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly isWritten: boolean;
}
