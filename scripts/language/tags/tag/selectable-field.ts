import { defineTag } from "../definition.js";
import { codeText } from "../forms.js";

export const selectableFieldTag = defineTag({
  name: "selectableField",
  summary: "A field by which clients can select objects, as with `kubectl get --field-selector`.",
  example: "@selectableField `.spec.class`",
  targets: ["kind"],
  form: codeText,
  repeats: true,
});
