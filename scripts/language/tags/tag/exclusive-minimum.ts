import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const exclusiveMinimumTag = defineTag({
  name: "exclusiveMinimum",
  summary: "Requires the value to be greater than `@minimum`. As in OpenAPI 3.0, the tag has no value of its own.",
  example: "@exclusiveMinimum",
  targets: ["type", "property"],
  form: flag,
  constraint: {
    appliesTo: ["integer", "number"],
    keywords: (value) => ({ exclusiveMinimum: value }),
  },
});
