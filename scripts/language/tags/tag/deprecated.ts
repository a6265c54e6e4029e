import { defineTag } from "../definition.js";
import { optionalText } from "../forms.js";

export const deprecatedTag = defineTag({
  name: "deprecated",
  summary: "Deprecates a version, with a warning for its clients, or a field, with a note in its description.",
  example: "@deprecated Use example.dev/v1 instead.",
  targets: ["kind", "property"],
  form: optionalText,
});
