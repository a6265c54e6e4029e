import { adviceProblem } from "../../../core/diagnostics/catalog/index.js";
import { defineTag } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";

interface AcceptValue {
  readonly code: string;
  readonly reason: string;
}

const acceptForm: ValueForm<AcceptValue> = {
  syntax: "<code> <reason>",
  read: (pieces) => {
    const [, code, reason] = /^(\S+)(?: (.+))?$/.exec(joinWords(pieces)) ?? [];
    if (code === undefined) return { problem: "the code of a diagnostic and a reason are expected" };
    const problem = adviceProblem(code);
    if (problem !== undefined) return { problem };
    return reason === undefined ? { problem: "the reason is missing" } : { value: { code, reason } };
  },
};

export const acceptTag = defineTag({
  name: "accept",
  summary:
    "Accepts advice: a diagnostic of this code is not reported if its place is in the declaration or its comment. An interface includes its properties.",
  example: "@accept rule-optional-read The default makes it present.",
  targets: ["kind", "type", "property", "member"],
  form: acceptForm,
  repeats: true,
});
