import valid from "semver/functions/valid.js";
import { defineTag } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

interface TombstoneValue {
  readonly field: string;
  readonly since: string;
  readonly why: string;
}

const tombstoneForm: ValueForm<TombstoneValue> = {
  syntax: "<field> <bundle version> <reason>",
  read: (pieces) => {
    const match = /^(\S+) v?(\S+) (.+)$/.exec(joinWords(pieces));
    if (!match?.[1] || !match[2] || !match[3]) {
      return { problem: "must be a field, the bundle version that removed it, and the reason" };
    }
    const since = valid(match[2]);
    return since === null
      ? { problem: `"${match[2]}" is not a bundle version such as 1.4.0` }
      : { value: { field: match[1], since, why: match[3] } };
  },
};

export const tombstoneTag = defineTag({
  name: "tombstone",
  summary: "Reserves the name of a field that was removed or renamed. New fields cannot use the name.",
  example: "@tombstone backendTLS 1.4.0 Moved to tls.backend.",
  targets: ["kind", "type"],
  form: tombstoneForm,
  repeats: true,
});
