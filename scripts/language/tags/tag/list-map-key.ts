import { defineTag } from "../definition.js";
import { word } from "../forms.js";

export const listMapKeyTag = defineTag({
  name: "listMapKey",
  summary: "A field that identifies the items of a list with `@listType map`. Several keys identify an item together.",
  example: "@listMapKey name",
  targets: ["type", "property"],
  form: word,
  repeats: true,
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-map-keys": [value] }),
  },
});
