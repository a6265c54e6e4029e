import { defineTag } from "../definition.js";
import { code } from "../forms.js";

export const selectableFieldTag = defineTag({
  name: "selectableField",
  summary: "A field that clients may select by: `kubectl get --field-selector`.",
  example: "@selectableField `.spec.class`",
  targets: ["kind"],
  form: code,
  repeats: true,
});
