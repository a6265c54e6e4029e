import { defineTag } from "../definition.js";
import { optionalText } from "../forms.js";

export const privateRemarksTag = defineTag({
  name: "privateRemarks",
  summary: "Notes for maintainers. The build does not add them to the CRD.",
  example: "@privateRemarks Named after the flag of the controller.",
  targets: ["kind", "type", "property", "member"],
  form: optionalText,
});
