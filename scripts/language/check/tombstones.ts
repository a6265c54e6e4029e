import { diagnose } from "../../core/diagnostics/diagnose.js";
import { walkModel } from "../../core/model/walk.js";
import type { Check } from "./check.js";

/** Checks that no field has a reserved name. */
export const tombstonesCheck: Check = {
  name: "tombstones",
  run: ({ model }) =>
    [...walkModel(model)].flatMap(({ node }) => {
      if (node.form !== "object") return [];
      return node.tombstones.flatMap(({ field: name, since, why }) =>
        node.fields
          .filter((field) => field.name === name)
          .map((field) => diagnose("tombstone-reused", { field: name, since, why }, field.location)),
      );
    }),
};
