import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiModel, Kind, KindVersion } from "../../core/model/api.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Location } from "../../core/model/location.js";
import { parseApiVersion } from "../../core/model/version.js";
import { type VisitedNode, walkModel } from "../../core/model/walk.js";
import type { SettingsCheck } from "./check.js";

/**
 * Checks the API against the channels of the bundle. If there are two, a standard kind must not have only alpha versions,
 * which the standard channel does not serve. If there is one, everything for the other channel is part of no channel.
 */
export const channelsCheck: SettingsCheck = {
  name: "channels",
  run: ({ model, written, bundle: { channels } }) =>
    channels.length > 1 ? model.kinds.flatMap(alphaProblems) : channels.flatMap((only) => unused(written, only)),
};

function alphaProblems({ kind, versions }: Kind): Diagnostic[] {
  const standard = versions.filter((version) => version.channel === undefined);
  const [first] = standard;
  const isAlphaOnly = standard.every((version) => parseApiVersion(version.version)?.stage === "alpha");
  return first && isAlphaOnly ? [diagnose("kind-alpha-only", { kind }, first.location)] : [];
}

/** A part of the API that a tag limits to a channel. */
interface Limited {
  readonly what: string;
  readonly channel?: Channel;
  readonly location: Location;
}

function unused(model: ApiModel, only: Channel): Diagnostic[] {
  const versions = model.kinds.flatMap((kind) => kind.versions.map(limitedVersion));
  const parts = [...walkModel(model)].flatMap(limitedParts);
  return [...versions, ...parts].flatMap(({ what, channel, location }) =>
    channel === undefined || channel === only ? [] : [diagnose("channel-unused", { what, channel, only }, location)],
  );
}

function limitedVersion({ kind, version, channel, location }: KindVersion): Limited {
  return { what: `${version} of ${kind}`, ...(channel && { channel }), location };
}

function limitedParts({ node, field }: VisitedNode): Limited[] {
  const values = node.form === "scalar" ? (node.values ?? []) : [];
  return [
    ...(field ? [{ ...field, what: `"${field.name}"` }] : []),
    ...values.map((value) => ({ ...value, what: `"${value.value}"` })),
    ...node.constraints.map((constraint) => ({ ...constraint, what: `@${constraint.tag}` })),
  ];
}
