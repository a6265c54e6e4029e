import { defineTag, EVERY_TYPE } from "../definition.js";
import { json } from "../forms.js";

export const defaultTag = defineTag({
  name: "default",
  summary: "The value that the API server sets if the field is omitted. The build checks the value against the schema.",
  example: '@default `"Service"`',
  targets: ["type", "property"],
  form: json,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ default: value }),
  },
});
