import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const listTypeTag = defineTag({
  name: "listType",
  summary:
    "The way server-side apply merges a list: as a whole (`atomic`), by value (`set`), or by key (`map`). Sets and " +
    "maps cannot have duplicate items.",
  example: "@listType map",
  targets: ["type", "property"],
  form: oneOf("atomic", "set", "map"),
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-type": value }),
  },
});
