import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const experimentalTag = defineTag({
  name: "experimental",
  summary:
    "Limits a version, field, or member to the experimental channel. If a type has the tag, its uses must have it, too.",
  example: "@experimental",
  targets: ["kind", "type", "property", "member"],
  form: flag,
});
