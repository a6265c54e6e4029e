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
    if (!match?.[1]) return { problem: "must be an http or https URL, optionally followed by a description" };
    return { value: { url: match[1], ...(match[2] !== undefined && { description: match[2] }) } };
  },
};

export const externalDocsTag = defineTag({
  name: "externalDocs",
  summary: "A link to further documentation.",
  example: "@externalDocs https://example.dev/widgets The widget guide",
  targets: ["type", "property"],
  form: externalDocsForm,
  constraint: { appliesTo: EVERY_TYPE, keywords: (value) => ({ externalDocs: { ...value } }) },
});
