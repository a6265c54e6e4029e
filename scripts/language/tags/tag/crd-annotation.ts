import { defineTag } from "../definition.js";
import { annotation } from "../forms.js";

export const crdAnnotationTag = defineTag({
  name: "crdAnnotation",
  summary: "An annotation on the CRD itself.",
  example: "@crdAnnotation example.dev/owner=platform team",
  targets: ["kind"],
  form: annotation,
  repeats: true,
});
