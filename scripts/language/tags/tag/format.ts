import { formatsOf } from "../../../kubernetes/formats/formats.js";
import { defineTag } from "../definition.js";
import { firstWords, word } from "../forms.js";

export const formatTag = defineTag({
  name: "format",
  summary: "A format that the API server validates, such as date-time, ipv4, cidr, uri, byte, or uuid.",
  example: "@format date-time",
  targets: ["type", "property"],
  form: { ...word, wordsAfter: firstWords(...["string", "integer", "number"].flatMap(formatsOf)) },
  constraint: {
    appliesTo: ["string", "integer", "number"],
    keywords: (value) => ({ format: value }),
  },
});
