import { defineTag } from "../definition.js";
import { schema } from "../forms.js";

export const rawSchemaTag = defineTag({
  name: "rawSchema",
  summary: "The complete schema of a type. The build uses this schema instead of the TypeScript type.",
  example: '@rawSchema `{"type": "integer", "format": "int32"}`',
  targets: ["type"],
  form: schema,
});
