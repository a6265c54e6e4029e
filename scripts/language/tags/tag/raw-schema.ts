import { defineTag } from "../definition.js";
import { schema } from "../forms.js";

export const rawSchemaTag = defineTag({
  name: "rawSchema",
  summary: "The whole schema of a type; its TypeScript form is for the compiler and is not read.",
  example: '@rawSchema `{"type": "integer", "format": "int32"}`',
  targets: ["type"],
  form: schema,
});
