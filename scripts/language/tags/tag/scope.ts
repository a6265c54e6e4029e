import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const scopeTag = defineTag({
  name: "scope",
  summary: "Whether objects live in a namespace (without the tag) or in the cluster as a whole.",
  example: "@scope Cluster",
  targets: ["kind"],
  form: oneOf("Namespaced", "Cluster"),
});
