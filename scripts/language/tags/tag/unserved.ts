import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const unservedTag = defineTag({
  name: "unserved",
  summary: "Tells the API server not to serve the version. Clients can still read its objects in other versions.",
  example: "@unserved",
  targets: ["kind"],
  form: flag,
});
