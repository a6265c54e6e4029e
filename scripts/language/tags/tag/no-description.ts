import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const noDescriptionTag = defineTag({
  name: "noDescription",
  summary:
    "Omits the descriptions of the declaration and of all fields below it from the CRD, to make the CRD smaller. The generated types and JSON Schemas keep them.",
  example: "@noDescription",
  targets: ["kind", "type", "property"],
  form: flag,
});
