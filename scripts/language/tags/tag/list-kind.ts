import { defineTag } from "../definition.js";
import { kindName } from "../forms.js";

export const listKindTag = defineTag({
  name: "listKind",
  summary: "The kind of a list. Without it: the kind with List behind it.",
  example: "@listKind WidgetList",
  targets: ["kind"],
  form: kindName,
});
