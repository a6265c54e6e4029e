import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const singularTag = defineTag({
  name: "singular",
  summary: "The name on the command line. Without it: the kind in lower case.",
  example: "@singular widget",
  targets: ["kind"],
  form: resourceName,
});
