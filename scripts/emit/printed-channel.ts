/** Types of a channel before and after its files are printed: the input and output of the printers. */
import type { BundlePart } from "../core/bundle-index.js";
import type { FilePrinter } from "../core/file-printer.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import type { OutputFile } from "../core/model/output.js";
import type { Templates } from "./templates.js";

/** CRDs of one channel of a bundle, in the order of their file names. */
export interface ChannelCrds {
  readonly channel: Channel;
  readonly crds: readonly CustomResourceDefinition[];
}

/** Channel with the trimmed model from which its CRDs are printed. */
export interface ChannelModel extends ChannelCrds {
  readonly model: ApiModel;
}

/** Prints some of the files of a channel. */
export type ChannelPrinter = (channel: ChannelModel) => readonly BundlePart[];

/** Creates a printer for all channels, whose files can share parts of what is printed. */
export type NewChannelPrinter = (bundle: Bundle, templates: Templates, printer: FilePrinter) => ChannelPrinter;

/** Printed files of one channel. */
export interface PrintedChannel {
  readonly channel: Channel;
  readonly parts: readonly BundlePart[];
}

/** Prints files that do not belong to a channel. They can refer to the files of the channels. */
export type CommonPrinter = (channels: readonly PrintedChannel[], bundle: Bundle) => readonly BundlePart[];

/** Returns a single file under its key in `bundle.json`. */
export function filePart(key: string, file: OutputFile): BundlePart {
  return { key, files: file };
}
