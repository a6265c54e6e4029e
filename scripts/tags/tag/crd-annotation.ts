import { defineTag } from "../definition.js";
import { keyValue } from "../forms.js";

export const crdAnnotationTag = defineTag({
  name: "crdAnnotation",
  summary: "An annotation of the CRD itself.",
  example: "@crdAnnotation example.dev/owner=platform team",
  targets: ["kind"],
  form: keyValue,
  repeats: true,
});
