import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const categoryTag = defineTag({
  name: "category",
  summary: "A category to which the kind belongs. Users can list the objects of a category, as in `kubectl get all`.",
  example: "@category all",
  targets: ["kind"],
  form: resourceName,
  repeats: true,
});
