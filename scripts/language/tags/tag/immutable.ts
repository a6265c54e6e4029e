import { defineTag, EVERY_TYPE } from "../definition.js";
import { optionalText } from "../forms.js";

export const immutableTag = defineTag({
  name: "immutable",
  summary: "Forbids changing the value while it is set. Short for the rule `self == oldSelf`.",
  example: "@immutable field is immutable; create another Widget instead",
  targets: ["type", "property"],
  form: optionalText,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (message) => ({
      "x-kubernetes-validations": [{ rule: "self == oldSelf", message: message ?? "field is immutable" }],
    }),
    adds: true,
  },
});
