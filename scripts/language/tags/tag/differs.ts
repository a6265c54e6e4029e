import { ASPECTS, type Aspect } from "../../../core/model/api.js";
import { defineTag } from "../definition.js";
import { firstWords, joinWords, type ValueForm } from "../forms.js";

const differsForm: ValueForm<{ readonly aspect: Aspect; readonly why: string }> = {
  syntax: `${ASPECTS.join("|")} <reason>`,
  read: (pieces) => {
    const match = /^(\S+) (.+)$/.exec(joinWords(pieces));
    const aspect = ASPECTS.find((candidate) => candidate === match?.[1]);
    return aspect && match?.[2]
      ? { value: { aspect, why: match[2] } }
      : { problem: `must be one of ${ASPECTS.join(", ")}, followed by the reason` };
  },
  wordsAfter: firstWords(...ASPECTS),
};

export const differsTag = defineTag({
  name: "differs",
  summary: "Allows a version to differ from the storage version in its columns, status, scale, or selectable fields.",
  example: "@differs columns v1alpha1 never had columns.",
  targets: ["kind"],
  form: differsForm,
  repeats: true,
});
