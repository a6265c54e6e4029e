import { diagnose } from "../../core/diagnostics/diagnose.js";
import { crdNameOf } from "../../core/model/api.js";
import { nearest } from "../../core/nearest.js";
import type { SettingsCheck } from "./check.js";

/** Checks that the settings of single kinds are about kinds of the API. */
export const kindSettingsCheck: SettingsCheck = {
  name: "kind-settings",
  run: ({ written, bundle: { kinds = [] } }) => {
    const known = written.kinds.map(crdNameOf);
    return kinds
      .filter(({ name }) => !known.includes(name))
      .map(({ name, location }) => diagnose("kind-settings-unused", { name, nearest: nearest(name, known) }, location));
  },
};
