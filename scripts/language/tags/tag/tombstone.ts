import { valid } from "semver";
import { defineTag } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

interface TombstoneValue {
  readonly field: string;
  readonly since: string;
  readonly why: string;
}

const tombstoneForm: ValueForm<TombstoneValue> = {
  syntax: "<field> <bundle version> <why>",
  read: (pieces) => {
    const match = /^(\S+) v?(\S+) (.+)$/.exec(joinWords(pieces));
    if (!match?.[1] || !match[2] || !match[3]) {
      return { problem: "the field, the bundle version that lost it and the reason are expected" };
    }
    const since = valid(match[2]);
    return since === null
      ? { problem: `"${match[2]}" is no bundle version such as 1.4.0` }
      : { value: { field: match[1], since, why: match[3] } };
  },
};

export const tombstoneTag = defineTag({
  name: "tombstone",
  summary: "Reserves the name of a field that was removed or renamed: declaring it again is an error.",
  example: "@tombstone backendTLS 1.4.0 Moved to tls.backend.",
  targets: ["kind", "type"],
  form: tombstoneForm,
  repeats: true,
});
