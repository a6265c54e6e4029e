import type { Json } from "../../../core/model/json.js";
import { RULE_REASONS } from "../../../core/model/schema.js";
import type { Reading } from "../../../core/result.js";
import { isBlank, trimSpace } from "../../../core/white-space.js";
import { defineTag, EVERY_TYPE } from "../definition.js";
import type { ValueForm } from "../forms.js";
import { jsonString, type OptionForms, optionsAfter, readOptions } from "../options.js";
import type { Piece } from "../scan.js";

/** One entry of x-kubernetes-validations. */
interface Rule {
  readonly rule: string;
  /** Can be omitted if the rule is one line. */
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: true;
}

/** The options between the rule and the message. */
const OPTIONS: OptionForms<Omit<Rule, "rule">> = {
  reason: {
    words: RULE_REASONS,
    word: (word) =>
      RULE_REASONS.includes(word)
        ? { value: word }
        : { problem: `the reason must be one of ${RULE_REASONS.join(", ")}` },
  },
  fieldPath: { code: ({ text }) => ({ value: text }) },
  messageExpression: { code: ({ text }) => ({ value: text }) },
  optionalOldSelf: { flag: true },
  message: { code: readMessage },
};

/** An option in the message, where it would have no effect. */
const STRAY_OPTION = /^\w+=|\b(?:reason|fieldPath|messageExpression|message)=|\boptionalOldSelf\b/;

const validationForm: ValueForm<Rule> = {
  // Without message=, which the docs describe: the line would be too long for them.
  syntax: "`<rule>` [reason=<reason>] [fieldPath=`<path>`] [optionalOldSelf] [messageExpression=`<cel>`] [<message>]",
  read([first, ...rest]): Reading<Rule> {
    if (first?.kind !== "code") return { problem: "must begin with the rule, in backticks or in a code fence" };
    const rule = first.text.trim();
    const reading = readOptions(rest, OPTIONS);
    if ("problem" in reading) return reading;
    const { options, text } = reading.value;
    if (text === "") return withoutText({ rule, ...options });
    if (options.message !== undefined) return { problem: `"${text}" must be omitted, because message= is set` };
    const stray = STRAY_OPTION.exec(text)?.[0];
    if (stray !== undefined) {
      return {
        problem:
          `"${stray}" would be part of the message; put options right after the rule, with code in backticks, or ` +
          'write the message as a JSON string, as in message=`"a=b"`',
      };
    }
    return { value: { rule, ...options, message: text } };
  },
  wordsAfter: optionsAfter(OPTIONS),
};

/** The API server prints a rule that has no message. It must therefore be one line, even with a messageExpression. */
function withoutText(rule: Rule): Reading<Rule> {
  const isMissing = rule.message === undefined && /[\r\n]/.test(rule.rule);
  return isMissing ? { problem: "must have a message, because the rule has several lines" } : { value: rule };
}

/** Reads a message that is a JSON string. Like the API server, ignores line breaks at its start and its end. */
function readMessage(code: Piece): Reading<string> {
  const reading = jsonString(code);
  if ("problem" in reading) return { problem: `the message ${reading.problem}` };
  const { value } = reading;
  if (isBlank(value)) return { problem: "the message must not be blank" };
  return /[\r\n]/.test(trimSpace(value)) ? { problem: "the message must be one line" } : { value };
}

export const validationTag = defineTag({
  name: "validation",
  summary: "A CEL validation rule and its message for users. If a value has several rules, all of them must be true.",
  example: "@validation `self.min <= self.max` `min` must be less than or equal to `max`",
  targets: ["kind", "type", "property"],
  form: validationForm,
  repeats: true,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ "x-kubernetes-validations": [{ ...value }] as Json }),
    adds: true,
  },
});
