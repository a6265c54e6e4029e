import { defineTag } from "../definition.js";
import { optionalText } from "../forms.js";

export const privateRemarksTag = defineTag({
  name: "privateRemarks",
  summary: "Words for maintainers. They reach no channel.",
  example: "@privateRemarks Named so because the API had it first.",
  targets: ["kind", "type", "property", "member"],
  form: optionalText,
});
