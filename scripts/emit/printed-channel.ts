/** A channel before and after its files are printed: what the printers take and give. */
import type { BundlePart } from "../core/bundle-index.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { OutputFile } from "../core/model/output.js";
import type { Templates } from "./templates.js";

/** One channel of a bundle: its CRDs, in the order of their file names. */
export interface ChannelCrds {
  readonly channel: Channel;
  readonly crds: readonly CustomResourceDefinition[];
}

/** A channel with the trimmed model that its CRDs are of. */
export interface PrintableChannel extends ChannelCrds {
  readonly model: ApiModel;
}

/** Prints some of the files of a channel. */
export type ChannelPrinter = (channel: PrintableChannel, bundle: Bundle, templates: Templates) => readonly BundlePart[];

/** What belongs to one channel, as the printers give it. */
export interface PrintedChannel {
  readonly channel: Channel;
  readonly parts: readonly BundlePart[];
}

/** Prints files that belong to no channel; they may name those of the channels. */
export type CommonPrinter = (channels: readonly PrintedChannel[], bundle: Bundle) => readonly BundlePart[];

/** Puts a single file under its key of `bundle.json`. */
export function filePart(key: string, file: OutputFile): BundlePart {
  return { key, files: file };
}
