import type { Json } from "../../../core/model/json.js";
import type { Reading } from "../../../core/result.js";
import { defineTag, EVERY_TYPE } from "../definition.js";
import { joinWords, type ValueForm } from "../forms.js";
import type { Piece } from "../scan.js";

/** One entry of x-kubernetes-validations. */
interface Rule {
  readonly rule: string;
  /** Absent where `messageExpression` makes the message. */
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: true;
}

/** The reasons that the API server knows. Source: apiextensions.k8s.io/v1 FieldValueErrorReason. */
const REASONS = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

/** The options between the rule and the message. A value in backticks is a piece of its own, behind the equals sign. */
const TEXT_OPTION = /^\s*(reason=(\S*)|optionalOldSelf)(?:\s+|$)/;
const CODE_OPTION = /^\s*(fieldPath|messageExpression)=$/;

const validationForm: ValueForm<Rule> = {
  syntax: "`<rule>` [reason=<reason>] [fieldPath=`<path>`] [optionalOldSelf] [messageExpression=`<cel>`] [<message>]",
  read([first, ...rest]): Reading<Rule> {
    if (first?.kind !== "code") return { problem: "the rule comes first, in backticks or in a fence" };
    const rule = first.text.trim();
    const { options, pieces, problem } = readOptions(rest);
    if (problem !== undefined) return { problem };
    const message = joinWords(pieces);
    if (message === "") return withoutMessage(rule, options);
    const stray = /^\w+=|\b(?:reason|fieldPath|messageExpression)=|\boptionalOldSelf\b/.exec(message)?.[0];
    if (stray !== undefined) {
      return {
        problem: `"${stray}" would become words of the message; options stand right behind the rule, paths in backticks`,
      };
    }
    return { value: { rule, ...options, message } };
  },
};

/** The API server takes a messageExpression in the place of the message, unless the rule has several lines. */
function withoutMessage(rule: string, options: Partial<Rule>): Reading<Rule> {
  const missing = "the message is missing";
  if (options.messageExpression === undefined) {
    return { problem: `${missing}: words behind the rule that tell the user what to do, or a messageExpression` };
  }
  return /[\r\n]/.test(rule)
    ? { problem: `${missing}: the API server requires one for a rule of several lines, beside a messageExpression` }
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
      if (reason !== undefined && !REASONS.includes(reason)) {
        return { options: {}, pieces, problem: `the reason is one of ${REASONS.join(", ")}` };
      }
      if (reason === undefined) options.optionalOldSelf = true;
      else options.reason = reason;
      pieces = withoutStart(pieces, textOption[0].length);
    } else break;
  }
  return { options: options as Partial<Rule>, pieces };
}

/** The pieces without the first characters of the first one, which is dropped when nothing is left of it. */
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
  summary: "A CEL rule that the API server enforces, with the message that a user gets. Several rules all hold.",
  example: "@validation `self.min <= self.max` Set min to at most max.",
  targets: ["kind", "type", "property"],
  form: validationForm,
  repeats: true,
  constraint: {
    appliesTo: EVERY_TYPE,
    keywords: (value) => ({ "x-kubernetes-validations": [{ ...value }] as Json }),
    adds: true,
  },
});
