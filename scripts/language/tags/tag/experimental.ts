import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const experimentalTag = defineTag({
  name: "experimental",
  summary:
    "Limits a version, field, or member to the experimental channel. All uses of an experimental type must also be " +
    "experimental.",
  example: "@experimental",
  targets: ["kind", "type", "property", "member"],
  form: flag,
});
