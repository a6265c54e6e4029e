import { CHANNELS, type Channel } from "../../core/model/channel.js";
import { isJsonObject, type JsonObject } from "../../core/model/json.js";
import { parseVersion, type Version } from "../../core/model/release-version.js";

/** Keys of the annotations that a bundle sets in its CRDs, from `annotations` in `apis/bundle.yaml`. */
export interface StampKeys {
  readonly bundleVersion: string;
  readonly channel: string;
}

/** Bundle that contains a CRD. */
export interface BundleStamp {
  readonly version: Version;
  readonly channel: Channel;
}

/** Returns the bundle of a CRD, or undefined if an annotation is missing or has another form. */
export function bundleOf(crd: JsonObject, keys: StampKeys): BundleStamp | undefined {
  const { metadata } = crd;
  const annotations = isJsonObject(metadata) && isJsonObject(metadata.annotations) ? metadata.annotations : {};
  const { [keys.bundleVersion]: text, [keys.channel]: name } = annotations;
  const version = typeof text === "string" ? parseVersion(text) : undefined;
  const channel = CHANNELS.find((each) => each === name);
  return version && channel ? { version, channel } : undefined;
}
