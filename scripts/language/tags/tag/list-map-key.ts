import { defineTag } from "../definition.js";
import { word } from "../forms.js";

export const listMapKeyTag = defineTag({
  name: "listMapKey",
  summary: "A field that, with the other keys, tells the items of a map list apart.",
  example: "@listMapKey name",
  targets: ["type", "property"],
  form: word,
  repeats: true,
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-map-keys": [value] }),
  },
});
