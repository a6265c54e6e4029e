import { defineTag, EVERY_TYPE } from "../definition.js";
import { optionalText } from "../forms.js";

export const immutableTag = defineTag({
  name: "immutable",
  summary: "The value may not change while it is set: short for the rule `self == oldSelf`.",
  example: "@immutable Create a new Widget instead of changing its class.",
  targets: ["type", "property"],
  form: optionalText,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (message) => ({
      "x-kubernetes-validations": [{ rule: "self == oldSelf", message: message ?? "The value cannot be changed." }],
    }),
    adds: true,
  },
});
