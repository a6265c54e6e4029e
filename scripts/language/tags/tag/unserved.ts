import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const unservedTag = defineTag({
  name: "unserved",
  summary: "The API server does not answer for this version. Objects stored in it stay readable through the others.",
  example: "@unserved",
  targets: ["kind"],
  form: flag,
});
