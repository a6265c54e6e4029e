import { defineTag, EVERY_TYPE } from "../definition.js";
import { json } from "../forms.js";

export const defaultTag = defineTag({
  name: "default",
  summary: "What the API server fills in where the field is absent. Checked against the schema.",
  example: '@default `"Service"`',
  targets: ["type", "property"],
  form: json,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ default: value }),
  },
});
