import { defineTag } from "../definition.js";
import { schema } from "../forms.js";

export const rawSchemaTag = defineTag({
  name: "rawSchema",
  summary: "The complete schema of a type. The build ignores the TypeScript type, which is only for the compiler.",
  example: '@rawSchema `{"type": "integer", "format": "int32"}`',
  targets: ["type"],
  form: schema,
});
