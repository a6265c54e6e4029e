import { defineTag } from "../definition.js";
import { codeText } from "../forms.js";

export const patternTag = defineTag({
  name: "pattern",
  summary: "A regular expression (RE2, not anchored by itself) that a string matches.",
  example: "@pattern `^[a-z0-9]+$`",
  targets: ["type", "property"],
  form: codeText,
  constraint: {
    appliesTo: ["string", "int-or-string"],
    keywords: (value) => ({ pattern: value }),
  },
});
