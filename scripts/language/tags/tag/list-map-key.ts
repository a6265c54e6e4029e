import { defineTag } from "../definition.js";
import { word } from "../forms.js";

export const listMapKeyTag = defineTag({
  name: "listMapKey",
  summary: "A field that identifies the items of a map list, together with the other keys if there are several.",
  example: "@listMapKey name",
  targets: ["type", "property"],
  form: word,
  repeats: true,
  constraint: {
    appliesTo: ["array"],
    keywords: (value) => ({ "x-kubernetes-list-map-keys": [value] }),
  },
});
