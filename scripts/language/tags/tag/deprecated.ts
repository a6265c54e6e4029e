import { defineTag } from "../definition.js";
import { optionalText } from "../forms.js";

export const deprecatedTag = defineTag({
  name: "deprecated",
  summary:
    "Deprecates a version or a field. For a version, clients get a warning. For a field, the description gets a note.",
  example: "@deprecated Use example.dev/v1 instead.",
  targets: ["kind", "property"],
  form: optionalText,
});
