import { defineTag } from "../definition.js";
import { kindName } from "../forms.js";

export const listKindTag = defineTag({
  name: "listKind",
  summary: "The kind of a list of these objects. Defaults to the name of the kind followed by `List`.",
  example: "@listKind WidgetList",
  targets: ["kind"],
  form: kindName,
});
