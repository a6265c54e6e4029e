import { defineTag } from "../definition.js";
import { label } from "../forms.js";

export const crdLabelTag = defineTag({
  name: "crdLabel",
  summary: "A label on the CRD itself.",
  example: "@crdLabel example.dev/policy=Direct",
  targets: ["kind"],
  form: label,
  repeats: true,
});
