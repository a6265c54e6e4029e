import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const experimentalTag = defineTag({
  name: "experimental",
  summary: "Leaves the thing out of the standard channel. What uses an experimental type is experimental too.",
  example: "@experimental",
  targets: ["kind", "type", "property", "member"],
  form: flag,
});
