import { defineTag } from "../definition.js";
import { resourceName } from "../forms.js";

export const categoryTag = defineTag({
  name: "category",
  summary: "A group of kinds that `kubectl get` knows by one name.",
  example: "@category all",
  targets: ["kind"],
  form: resourceName,
  repeats: true,
});
