import { ASPECTS, type Aspect } from "../../../core/model/api.js";
import { defineTag } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

const differsForm: ValueForm<{ readonly aspect: Aspect; readonly why: string }> = {
  syntax: `${ASPECTS.join("|")} <why>`,
  read: (pieces) => {
    const match = /^(\S+) (.+)$/.exec(joinWords(pieces));
    const aspect = ASPECTS.find((candidate) => candidate === match?.[1]);
    return aspect && match?.[2]
      ? { value: { aspect, why: match[2] } }
      : { problem: `one of ${ASPECTS.join(", ")} and the reason are expected` };
  },
};

export const differsTag = defineTag({
  name: "differs",
  summary:
    "Says that a version is unlike the storage version on purpose: in its columns, status, scale or selectable fields.",
  example: "@differs columns v1alpha1 never had any.",
  targets: ["kind"],
  form: differsForm,
  repeats: true,
});
