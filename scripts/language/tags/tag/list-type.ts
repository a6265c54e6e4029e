import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const listTypeTag = defineTag({
  name: "listType",
  summary: "The way server-side apply merges a list: as a whole, by value, or by key. Sets and maps reject duplicates.",
  example: "@listType map",
  targets: ["type", "property"],
  form: oneOf("atomic", "set", "map"),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-type": value }),
  },
});
