import { defineTag } from "../definition.js";
import { flag } from "../forms.js";

export const noStatusTag = defineTag({
  name: "noStatus",
  summary:
    "Removes the status subresource. Clients that can update the spec can then also update the status. Short for " +
    "`@status none`.",
  example: "@noStatus",
  targets: ["kind"],
  form: flag,
});
