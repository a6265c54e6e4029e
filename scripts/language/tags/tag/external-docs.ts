import { defineTag, EVERY_TYPE } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

const externalDocsForm: ValueForm<ExternalDocs> = {
  syntax: "<url> [<description>]",
  read: (pieces) => {
    const match = /^(https?:\/\/\S+)(?: (.+))?$/.exec(joinWords(pieces));
    if (!match?.[1]) return { problem: "an http or https address is expected" };
    return { value: { url: match[1], ...(match[2] !== undefined && { description: match[2] }) } };
  },
};

export const externalDocsTag = defineTag({
  name: "externalDocs",
  summary: "Where to read more.",
  example: "@externalDocs https://example.dev/widgets The widget guide",
  targets: ["type", "property"],
  form: externalDocsForm,
  constraint: { appliesTo: EVERY_TYPE, keywords: (value) => ({ externalDocs: { ...value } }) },
});
