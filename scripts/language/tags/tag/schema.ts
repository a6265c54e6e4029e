import { defineTag, EVERY_TYPE } from "../definition.js";
import { schema } from "../forms.js";

export const schemaTag = defineTag({
  name: "schema",
  summary:
    "Keywords to merge into the schema: oneOf, anyOf, allOf, not, and others that have no tag or TypeScript form.",
  example: '@schema `{"not": {"required": ["a", "b"]}}`',
  targets: ["kind", "type", "property"],
  form: schema,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => value,
  },
});
