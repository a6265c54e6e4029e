import { defineTag } from "../definition.js";
import { oneOf } from "../forms.js";

export const mapTypeTag = defineTag({
  name: "mapType",
  summary: "The way server-side apply merges an object or a map: field by field (`granular`) or as a whole (`atomic`).",
  example: "@mapType atomic",
  targets: ["type", "property"],
  form: oneOf("granular", "atomic"),
  constraint: {
    appliesTo: ["object", "map"],
    keywords: (value) => ({ "x-kubernetes-map-type": value }),
  },
});
