import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { KindVersion } from "../../core/model/api.js";
import { appearsIn } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SettingsCheck } from "./check.js";

/** Checks that the bundle lists the group of each kind, with all channels of the kind. */
export const groupsCheck: SettingsCheck = {
  name: "groups",
  run: ({ model, bundle }) =>
    model.kinds.flatMap((kind) => {
      const { group: name } = kind;
      const first = kind.versions[0] as KindVersion;
      const group = bundle.groups.find((candidate) => candidate.name === name);
      if (!group) return [diagnose("kind-group-unknown", { kind: kind.kind, group: name }, first.location)];
      return kind.versions.flatMap((version): Diagnostic[] =>
        bundle.channels
          .filter((channel) => appearsIn(channel, version.channel) && !group.channels.includes(channel))
          .map((channel) => diagnose("kind-channel", { kind: kind.kind, group: name, channel }, version.location)),
      );
    }),
};
