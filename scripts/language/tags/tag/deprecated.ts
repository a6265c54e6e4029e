import { defineTag } from "../definition.js";
import { optionalText } from "../forms.js";

export const deprecatedTag = defineTag({
  name: "deprecated",
  summary: "On a kind: the version warns whoever uses it. On a property: goes into the description.",
  example: "@deprecated Use example.dev/v1 instead.",
  targets: ["kind", "property"],
  form: optionalText,
});
