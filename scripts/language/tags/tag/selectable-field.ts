import { defineTag } from "../definition.js";
import { codeText } from "../forms.js";

export const selectableFieldTag = defineTag({
  name: "selectableField",
  summary: "A field that clients can use to select objects, as in `kubectl get --field-selector`.",
  example: "@selectableField `.spec.class`",
  targets: ["kind"],
  form: codeText,
  repeats: true,
});
