import type { Json } from "../../../core/model/json.js";
import { RULE_REASONS } from "../../../core/model/schema.js";
import type { Reading } from "../../../core/result.js";
import { defineTag, EVERY_TYPE } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";
import type { Piece } from "../scan.js";

/** One entry of x-kubernetes-validations. */
interface Rule {
  readonly rule: string;
  /** Can be omitted if `messageExpression` is set. */
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: true;
}

/** The options between the rule and the message. A value in backticks is a separate piece, after the equals sign. */
const TEXT_OPTION = /^\s*(reason=(\S*)|optionalOldSelf)(?:\s+|$)/;
const CODE_OPTION = /^\s*(fieldPath|messageExpression)=$/;

const validationForm: ValueForm<Rule> = {
  syntax: "`<rule>` [reason=<reason>] [fieldPath=`<path>`] [optionalOldSelf] [messageExpression=`<cel>`] [<message>]",
  read([first, ...rest]): Reading<Rule> {
    if (first?.kind !== "code") return { problem: "must begin with the rule, in backticks or in a code fence" };
    const rule = first.text.trim();
    const { options, pieces, problem } = readOptions(rest);
    if (problem !== undefined) return { problem };
    const message = joinWords(pieces);
    if (message === "") return withoutMessage(rule, options);
    const stray = /^\w+=|\b(?:reason|fieldPath|messageExpression)=|\boptionalOldSelf\b/.exec(message)?.[0];
    if (stray !== undefined) {
      return {
        problem: `"${stray}" would be part of the message; put options right after the rule, with code in backticks`,
      };
    }
    return { value: { rule, ...options, message } };
  },
};

/** The API server accepts a messageExpression instead of a message, but not for a rule of several lines. */
function withoutMessage(rule: string, options: Partial<Rule>): Reading<Rule> {
  const missing = "must have a message";
  if (options.messageExpression === undefined) {
    return { problem: `${missing} after the rule, or a messageExpression` };
  }
  return /[\r\n]/.test(rule)
    ? { problem: `${missing}, because the rule has several lines; a messageExpression is not sufficient` }
    : { value: { rule, ...options } };
}

function readOptions(rest: readonly Piece[]): { options: Partial<Rule>; pieces: readonly Piece[]; problem?: string } {
  const options: Partial<Record<keyof Rule, string | true>> = {};
  let pieces = rest;
  for (;;) {
    const [piece, value, ...behind] = pieces;
    if (piece?.kind !== "text") break;
    const codeOption = CODE_OPTION.exec(piece.text);
    const textOption = TEXT_OPTION.exec(piece.text);
    if (codeOption?.[1] && value?.kind === "code") {
      options[codeOption[1] as "fieldPath" | "messageExpression"] = value.text;
      pieces = behind;
    } else if (textOption?.[1]) {
      const reason = textOption[2];
      if (reason !== undefined && !RULE_REASONS.includes(reason)) {
        return { options: {}, pieces, problem: `the reason must be one of ${RULE_REASONS.join(", ")}` };
      }
      if (reason === undefined) options.optionalOldSelf = true;
      else options.reason = reason;
      pieces = withoutStart(pieces, textOption[0].length);
    } else break;
  }
  return { options: options as Partial<Rule>, pieces };
}

/** Removes characters from the start of the first piece, and the piece itself if nothing is left of it. */
function withoutStart([first, ...rest]: readonly Piece[], length: number): readonly Piece[] {
  if (first === undefined || first.text.length <= length) return rest;
  const text = first.text.slice(length);
  return [
    { ...first, text, raw: text, location: { ...first.location, start: first.location.start + length } },
    ...rest,
  ];
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
