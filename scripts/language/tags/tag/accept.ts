import { ADVICE_CODES, adviceProblem } from "../../../core/diagnostics/catalog/index.js";
import { defineTag } from "../definition.js";
import { firstWords, joinWords, type ValueForm } from "../forms.js";

interface AcceptValue {
  readonly code: string;
  readonly reason: string;
}

const acceptForm: ValueForm<AcceptValue> = {
  syntax: "<code> <reason>",
  read: (pieces) => {
    const [, code, reason] = /^(\S+)(?: (.+))?$/.exec(joinWords(pieces)) ?? [];
    if (code === undefined) return { problem: "must be the code of a diagnostic and a reason" };
    const problem = adviceProblem(code);
    if (problem !== undefined) return { problem };
    const isBlank = reason === undefined || !/[\p{L}\p{N}]/u.test(reason);
    return isBlank ? { problem: "must have a reason after the code" } : { value: { code, reason } };
  },
  wordsAfter: firstWords(...ADVICE_CODES),
};

export const acceptTag = defineTag({
  name: "accept",
  summary:
    "Accepts advice. The build does not report diagnostics with this code in the declaration and its comment. The declaration of an interface includes its properties.",
  example: "@accept rule-optional-read The default always sets the field.",
  targets: ["kind", "type", "property", "member"],
  form: acceptForm,
  repeats: true,
});
