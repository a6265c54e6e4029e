import { defineTag } from "../definition.js";
import { codeText } from "../forms.js";

export const patternTag = defineTag({
  name: "pattern",
  summary: "A regular expression that a string must match. The syntax is RE2; add ^ and $ to match the whole string.",
  example: "@pattern `^[a-z0-9]+$`",
  targets: ["type", "property"],
  form: codeText,
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ pattern: value }),
  },
});
