/** Prints CRDs as the files of a bundle, in memory. */

import { partFiles, printBundleIndex } from "../core/bundle-index.js";
import { crdPath } from "../core/bundle-layout.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import type { ReservedField } from "../core/model/reserved.js";
import { Remembered } from "../core/remembered.js";
import { printConversions } from "./conversions.js";
import { printCrd } from "./crd.js";
import { printJsonSchemas } from "./json-schemas.js";
import { printCrdManifests, printManifests } from "./manifests.js";
import type { ChannelCrds, ChannelModel, ChannelPrinter, CommonPrinter } from "./printed-channel.js";
import type { SchemaPrinter } from "./schema.js";
import type { Templates } from "./templates.js";
import { printTypes, printTypesPackage } from "./types.js";

/** Printers of the files of a channel, in the order of `bundle.json`. */
const CHANNEL_PRINTERS: readonly ChannelPrinter[] = [printManifests, printJsonSchemas, printTypes];

/** Printers of the files that do not belong to a channel. */
const COMMON_PRINTERS: readonly CommonPrinter[] = [printTypesPackage, printConversions];

const CRDS = new Remembered<CustomResourceDefinition>("CRD");

/** Returns the CRDs of a model that is trimmed to a channel. */
export function printCrds(model: ApiModel, bundle: Bundle, channel: Channel, schemas: SchemaPrinter): ChannelCrds {
  const { version, annotations, groups, kinds } = bundle;
  const inputs = [channel, schemas.preserve, JSON.stringify([version, annotations, groups, kinds])];
  const crds = model.kinds.map((kind) => CRDS.of(kind, inputs, () => printCrd(kind, bundle, channel, schemas)));
  return { channel, crds: crds.sort((a, b) => compareStrings(crdPath(channel, a), crdPath(channel, b))) };
}

/**
 * Returns all files of a bundle. The last one is `bundle.json`, which lists the others and the fields that tombstones
 * reserve.
 */
export function printFiles(
  channels: readonly ChannelModel[],
  reserved: readonly ReservedField[],
  bundle: Bundle,
  templates: Templates,
): OutputFile[] {
  const manifests = printCrdManifests(channels, templates);
  const printed = channels.map((channel) => ({
    channel: channel.channel,
    parts: CHANNEL_PRINTERS.flatMap((print) => print({ ...channel, manifests }, bundle, templates)),
  }));
  const common = COMMON_PRINTERS.flatMap((print) => print(printed, bundle));
  const { name, version } = bundle;
  const files = [...printed.flatMap(({ parts }) => parts), ...common].flatMap(partFiles);
  return [
    ...files.map(({ path, text }) => ({ path, text })),
    printBundleIndex({ name, version, channels: printed, common, reserved }),
  ];
}
