import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const storageVersionTag = defineTag({
  name: "storageVersion",
  summary: "The version that objects are stored in. Needed where a kind has several.",
  example: "@storageVersion",
  targets: ["kind"],
  form: flag,
});
