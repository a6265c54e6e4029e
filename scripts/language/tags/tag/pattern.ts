import { defineTag } from "../definition.js";
import { codeText } from "../forms.js";

export const patternTag = defineTag({
  name: "pattern",
  summary: "RE2 regular expression that a string must match. To match the whole string, add `^` and `$`.",
  example: "@pattern `^[a-z0-9]+$`",
  targets: ["type", "property"],
  form: codeText,
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ pattern: value }),
  },
});
