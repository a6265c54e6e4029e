import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const unservedTag = defineTag({
  name: "unserved",
  summary: "Tells the API server not to serve the version. Objects stored in it remain readable in other versions.",
  example: "@unserved",
  targets: ["kind"],
  form: flag,
});
