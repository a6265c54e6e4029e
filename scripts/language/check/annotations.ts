import { diagnose } from "../../core/diagnostics/diagnose.js";
import { storageOf } from "../../core/model/api.js";
import { APPROVAL_ANNOTATION } from "../../core/model/bundle.js";
import type { SettingsCheck } from "./check.js";

/** Checks that no kind sets an annotation that the bundle sets, because the value of the bundle would replace it. */
export const annotationsCheck: SettingsCheck = {
  name: "annotations",
  run: ({ model, bundle: { annotations } }) => {
    const stamps = [annotations.bundleVersion, annotations.channel, APPROVAL_ANNOTATION];
    return model.kinds.flatMap((kind) => {
      const { names, location } = storageOf(kind);
      const taken = stamps.filter((key) => Object.hasOwn(names.annotations, key));
      return taken.map((key) => diagnose("annotation-taken", { key }, location));
    });
  },
};
