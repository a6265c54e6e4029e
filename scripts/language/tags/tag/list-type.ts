import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const listTypeTag = defineTag({
  name: "listType",
  summary: "How server-side apply merges a list: whole, by value, or by key. A set and a map refuse duplicates.",
  example: "@listType map",
  targets: ["type", "property"],
  form: oneOf("atomic", "set", "map"),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-type": value }),
  },
});
