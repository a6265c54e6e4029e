import type { Channel } from "../../core/model/channel.js";

/** A tag, and what is in it. */
export interface Tagged {
  readonly tag: string;
  readonly commit: string;
  /** Without a v. */
  readonly version: string;
  readonly channels: readonly Channel[];
}
