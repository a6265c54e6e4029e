/** Prints CRDs as the files of a bundle, in memory. */

import { partFiles, printBundleIndex } from "../core/bundle-index.js";
import { BUNDLE_INDEX, crdPath } from "../core/bundle-layout.js";
import { FilePrinter, lateFile } from "../core/file-printer.js";
import type { ApiModel } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import { CHANNELS, type Channel } from "../core/model/channel.js";
import type { CustomResourceDefinition } from "../core/model/crd.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { OutputFile } from "../core/model/output.js";
import type { ReservedField } from "../core/model/reserved.js";
import { Remembered } from "../core/remembered.js";
import { printConversions } from "./conversions.js";
import { printCrd } from "./crd.js";
import { jsonSchemaPrinter } from "./json-schemas.js";
import { manifestPrinter } from "./manifests.js";
import type { ChannelCrds, ChannelModel, CommonPrinter, NewChannelPrinter } from "./printed-channel.js";
import type { SchemaPrinter } from "./schema.js";
import type { Templates } from "./templates.js";
import { printTypesPackage, typesPrinter } from "./types.js";

/** Printers of the files of a channel, in the order of `bundle.json`. */
const NEW_PRINTERS: readonly NewChannelPrinter[] = [manifestPrinter, jsonSchemaPrinter, typesPrinter];

/** Printers of the files that do not belong to a channel. */
const COMMON_PRINTERS: readonly CommonPrinter[] = [printTypesPackage, printConversions];

const CRDS = new Remembered<CustomResourceDefinition>("CRD");

/** Returns the CRDs of a model that is trimmed to a channel. */
export function printCrds(model: ApiModel, bundle: Bundle, channel: Channel, schemas: SchemaPrinter): ChannelCrds {
  const inputs = [channel, schemas.preserve, settingsOf(bundle)];
  const crds = model.kinds.map((kind) => CRDS.of(kind, inputs, () => printCrd(kind, bundle, channel, schemas)));
  return { channel, crds: crds.sort((a, b) => compareStrings(crdPath(channel, a), crdPath(channel, b))) };
}

const SETTINGS = new Remembered<string>();

/** Returns the settings on which CRDs depend, as JSON. */
function settingsOf(bundle: Bundle): string {
  const { version, annotations, groups, kinds } = bundle;
  return SETTINGS.of(bundle, [], () => JSON.stringify([version, annotations, groups, kinds]));
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
  const printer = new FilePrinter();
  const printed = NEW_PRINTERS.map((newPrinter) => channels.map(newPrinter(bundle, templates, printer)));
  const ofChannels = channels.map(({ channel }, at) => ({
    channel,
    parts: printed.flatMap((parts) => parts[at] ?? []),
  }));
  const common = COMMON_PRINTERS.flatMap((print) => print(ofChannels, bundle));
  const { name, version } = bundle;
  const content = { name, version, channels: ofChannels, common, reserved };
  return [
    ...printed.flatMap((ofPrinter) => inTurn(ofPrinter.flat().flatMap(partFiles))),
    ...common.flatMap(partFiles),
    lateFile(BUNDLE_INDEX, () => printBundleIndex(content)),
  ];
}

/**
 * Puts the files of one kind in several channels next to each other. They are printed in this order, and share parts.
 * Files of a channel that contain others, which are outside of its directory, are the last ones.
 */
function inTurn(files: readonly OutputFile[]): OutputFile[] {
  const keyed = files.map((file) => ({ file, key: file.path.replace(DIRECTORY_OF_CHANNEL, "$1/") }));
  return keyed.sort((a, b) => compareStrings(a.key, b.key)).map(({ file }) => file);
}

const DIRECTORY_OF_CHANNEL = new RegExp(`(^|/)(?:${CHANNELS.join("|")})/`);
