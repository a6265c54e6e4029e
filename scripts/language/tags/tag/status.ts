import { defineTag } from "../definition.js";
import { firstWords, joinWords, type ValueForm } from "../forms.js";

const statusForm: ValueForm<boolean> = {
  syntax: "[none]",
  read: (pieces) => {
    if (pieces.length === 0) return { value: true };
    return joinWords(pieces) === "none" ? { value: false } : { problem: "must be omitted or none" };
  },
  wordsAfter: firstWords("none"),
};

export const statusTag = defineTag({
  name: "status",
  summary:
    "Adds the status subresource to a version without a `status` property, or with `none`, removes it from a version " +
    "that has the property.",
  example: "@status none",
  targets: ["kind"],
  form: statusForm,
});
