import { defineTag, EVERY_TYPE } from "../definition.js";
import { text } from "../forms.js";

export const titleTag = defineTag({
  name: "title",
  summary: "A short title of the schema for user interfaces.",
  example: "@title Listener port",
  targets: ["type", "property"],
  form: text,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ title: value }),
  },
});
