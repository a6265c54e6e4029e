import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const pluralTag = defineTag({
  name: "plural",
  summary: "The plural name, used in URLs and the CRD name. If omitted, the English plural of the kind in lowercase.",
  example: "@plural widgets",
  targets: ["kind"],
  form: resourceName,
});
