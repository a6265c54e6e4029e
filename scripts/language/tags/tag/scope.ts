import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const scopeTag = defineTag({
  name: "scope",
  summary: "The scope of objects: `Namespaced` (the default) or `Cluster`.",
  example: "@scope Cluster",
  targets: ["kind"],
  form: oneOf("Namespaced", "Cluster"),
});
