import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const pluralTag = defineTag({
  name: "plural",
  summary: "The name in URLs and of the CRD. Without it: the English plural of the kind in lower case.",
  example: "@plural widgets",
  targets: ["kind"],
  form: resourceName,
});
