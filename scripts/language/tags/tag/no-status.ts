import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const noStatusTag = defineTag({
  name: "noStatus",
  summary: "Leaves out the status subresource. Clients that can write the spec can then write the status, too.",
  example: "@noStatus",
  targets: ["kind"],
  form: flag,
});
