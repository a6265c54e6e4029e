import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const categoryTag = defineTag({
  name: "category",
  summary: "A category of the kind. `kubectl get` accepts a category in place of a kind.",
  example: "@category all",
  targets: ["kind"],
  form: resourceName,
  repeats: true,
});
