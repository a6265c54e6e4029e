import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const storageVersionTag = defineTag({
  name: "storageVersion",
  summary: "Marks the version in which the API server stores objects. Required if a kind has several versions.",
  example: "@storageVersion",
  targets: ["kind"],
  form: flag,
});
