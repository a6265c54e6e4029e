/** Trims a model to each channel of a bundle, and prints its CRDs. */
import type { ApiModel } from "../core/model/api.js";
import type { Bundle, Settings } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { printCrds } from "../emit/files.js";
import type { ChannelModel } from "../emit/printed-channel.js";
import { type SchemaPrinter, schemaPrinter } from "../emit/schema.js";
import { projectToChannel } from "../language/channel/project.js";

/** The model of one channel, and the printer of its schemas. */
export interface View {
  readonly channel: Channel;
  readonly model: ApiModel;
  readonly printer: SchemaPrinter;
}

/** The settings that affect the schemas of a channel. */
export type ViewSettings = Pick<Settings, "channels" | "preserveUnknownFields">;

/** Returns a model without everything that is in no channel of the bundle. */
export function inChannels(model: ApiModel, channels: readonly Channel[]): ApiModel {
  const [only, ...others] = channels;
  return only !== undefined && others.length === 0 ? projectToChannel(model, only, channels) : model;
}

/** Trims a model to a channel. */
export function viewOf(model: ApiModel, channel: Channel, { channels, preserveUnknownFields }: ViewSettings): View {
  const projected = projectToChannel(model, channel, channels);
  return { channel, model: projected, printer: schemaPrinter(preserveUnknownFields) };
}

/** Prints the CRDs of a channel. */
export function printView({ model, channel, printer }: View, bundle: Bundle): ChannelModel {
  return { ...printCrds(model, bundle, channel, printer), model };
}
