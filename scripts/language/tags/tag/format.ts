import { defineTag } from "../definition.js";
import { word } from "../forms.js";

export const formatTag = defineTag({
  name: "format",
  summary: "A format that the API server validates, such as date-time, ipv4, cidr, uri, byte, or uuid.",
  example: "@format date-time",
  targets: ["type", "property"],
  form: word,
  constraint: {
    appliesTo: ["string", "integer", "number"],
    keywords: (value) => ({ format: value }),
  },
});
