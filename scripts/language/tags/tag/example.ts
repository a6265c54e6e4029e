import { defineTag, EVERY_TYPE } from "../definition.js";
import { json } from "../forms.js";

export const exampleTag = defineTag({
  name: "example",
  summary: "An example value for readers. The build checks the value against the schema.",
  example: '@example `"10.0.0.1"`',
  targets: ["type", "property"],
  form: json,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ example: value }),
  },
});
