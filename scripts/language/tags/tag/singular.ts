import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const singularTag = defineTag({
  name: "singular",
  summary: "The singular name for the command line. Defaults to the kind in lowercase.",
  example: "@singular widget",
  targets: ["kind"],
  form: resourceName,
});
