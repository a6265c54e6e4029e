import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const noStatusTag = defineTag({
  name: "noStatus",
  summary: "The status field is no subresource: writers of spec may write it too.",
  example: "@noStatus",
  targets: ["kind"],
  form: flag,
});
