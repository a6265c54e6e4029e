import { defineTag, EVERY_TYPE } from "../definition.js";
import { optionalText } from "../forms.js";

export const immutableTag = defineTag({
  name: "immutable",
  summary: "Prevents changes to the value while it is set. Shorthand for the validation rule `self == oldSelf`.",
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
