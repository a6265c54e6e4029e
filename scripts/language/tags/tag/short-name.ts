import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const shortNameTag = defineTag({
  name: "shortName",
  summary: "A short name for the command line, as in `kubectl get wdg`.",
  example: "@shortName wdg",
  targets: ["kind"],
  form: resourceName,
  repeats: true,
});
