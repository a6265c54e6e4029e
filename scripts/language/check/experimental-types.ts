import { diagnose } from "../../core/diagnostics/diagnose.js";
import { walkModel } from "../../core/model/walk.js";
import type { Check } from "./check.js";

/** Checks that all uses of an experimental type are experimental. */
export const experimentalTypesCheck: Check = {
  name: "experimental-types",
  run: ({ model }) =>
    [...walkModel(model)]
      .filter((step) => step.channel === undefined)
      .flatMap(({ node, owner, version }) =>
        node.types
          .filter((type) => type.channel === "experimental" && type.location !== version.location)
          .map((type) => {
            const user = owner ? `"${owner.name}"` : version.kind;
            return diagnose("experimental-type", { user, type: type.name }, owner?.location ?? node.location);
          }),
      ),
};
