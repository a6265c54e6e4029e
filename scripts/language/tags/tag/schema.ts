import { defineTag, EVERY_TYPE } from "../definition.js";
import { schema } from "../forms.js";

export const schemaTag = defineTag({
  name: "schema",
  summary: "Raw schema that is merged in: for oneOf, anyOf, not and what no other tag says.",
  example: '@schema `{"not": {"required": ["a", "b"]}}`',
  targets: ["kind", "type", "property"],
  form: schema,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => value,
  },
});
