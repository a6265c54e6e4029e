import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const pluralTag = defineTag({
  name: "plural",
  summary:
    "The plural name in URLs and in the name of the CRD. Defaults to the English plural of the kind in lowercase.",
  example: "@plural widgets",
  targets: ["kind"],
  form: resourceName,
});
