import { diagnose } from "../diagnostics/diagnose.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Prose } from "../model/prose.js";
import { type Step, walkModel } from "../model/walk.js";
import type { Check } from "./check.js";

/** Every field says what it is for, and none takes a name that is reserved. */
export const fieldsCheck: Check = {
  name: "fields",
  run: ({ model, views }) => [
    ...views.flatMap((view) => [...walkModel(view.model)].flatMap(descriptionProblem)),
    ...[...walkModel(model)].flatMap(tombstoneProblems),
  ],
};

/** Judged in each channel: words for the other channel alone describe nothing here. */
function descriptionProblem({ field, node, version }: Step): Diagnostic[] {
  if (node === version.root && isEmpty(version.prose)) {
    return [diagnose("kind-no-description", { kind: version.kind }, version.location)];
  }
  if (!field || !isEmpty(field.prose)) return [];
  return [diagnose("field-no-description", { field: field.name }, field.location)];
}

function isEmpty(prose: Prose): boolean {
  return prose.every((segment) => segment.text.trim() === "");
}

function tombstoneProblems({ node }: Step): Diagnostic[] {
  if (node.form !== "object") return [];
  return node.tombstones.flatMap(({ field: name, since, why }) =>
    node.fields
      .filter((field) => field.name === name)
      .map((field) => diagnose("tombstone-reused", { field: name, since, why }, field.location)),
  );
}
