import { diagnose } from "../diagnostics/diagnose.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { type Step, walkModel } from "../model/walk.js";
import type { Check } from "./check.js";

/** Every field says what it is for, and none takes a name that is reserved. */
export const fieldsCheck: Check = {
  name: "fields",
  run: ({ model }) =>
    [...walkModel(model)].flatMap((step) => [...descriptionProblem(step), ...tombstoneProblems(step)]),
};

function descriptionProblem({ field }: Step): Diagnostic[] {
  if (!field || field.prose.some((segment) => segment.text.trim() !== "")) return [];
  return [diagnose("field-no-description", { field: field.name }, field.location)];
}

function tombstoneProblems({ node }: Step): Diagnostic[] {
  if (node.form !== "object") return [];
  return node.tombstones.flatMap(({ field: name, since, why }) =>
    node.fields
      .filter((field) => field.name === name)
      .map((field) => diagnose("tombstone-reused", { field: name, since, why }, field.location)),
  );
}
