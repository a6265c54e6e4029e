import type { Json } from "../../../core/model/json.js";
import { RULE_REASONS } from "../../../core/model/schema.js";
import type { Reading } from "../../../core/result.js";
import { isBlank, trimSpace } from "../../../core/white-space.js";
import { defineTag, EVERY_TYPE } from "../definition.js";
import { joinWords, json, type ValueForm } from "../forms.js";
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

/** The options between the rule and the message. A value in backticks is a separate piece, after the equals sign. */
const TEXT_OPTION = /^\s*(?:(reason)=(\S*)|(optionalOldSelf))(?:\s+|$)/;
const CODE_OPTION = /^\s*(fieldPath|messageExpression|message)=$/;

/** An option in the message, where it would have no effect. */
const STRAY_OPTION = /^\w+=|\b(?:reason|fieldPath|messageExpression|message)=|\boptionalOldSelf\b/;

const validationForm: ValueForm<Rule> = {
  syntax:
    "`<rule>` [reason=<reason>] [fieldPath=`<path>`] [optionalOldSelf] [messageExpression=`<cel>`] " +
    "[message=`<json>`|<message>]",
  read([first, ...rest]): Reading<Rule> {
    if (first?.kind !== "code") return { problem: "must begin with the rule, in backticks or in a code fence" };
    const rule = first.text.trim();
    const reading = readOptions(rest);
    if ("problem" in reading) return reading;
    const { options, pieces } = reading.value;
    const message = joinWords(pieces);
    if (message === "") return withoutText({ rule, ...options });
    if (options.message !== undefined) return { problem: `"${message}" must be omitted, because message= is set` };
    const stray = STRAY_OPTION.exec(message)?.[0];
    if (stray !== undefined) {
      return {
        problem:
          `"${stray}" would be part of the message; put options right after the rule, with code in backticks, or ` +
          'write the message as a JSON string, as in message=`"a=b"`',
      };
    }
    return { value: { rule, ...options, message } };
  },
};

/** The API server prints a rule without a message, also one with a messageExpression, if the rule has one line. */
function withoutText(rule: Rule): Reading<Rule> {
  const isMissing = rule.message === undefined && /[\r\n]/.test(rule.rule);
  return isMissing ? { problem: "must have a message, because the rule has several lines" } : { value: rule };
}

interface Options {
  readonly options: Omit<Rule, "rule">;
  /** The pieces after the options. */
  readonly pieces: readonly Piece[];
}

function readOptions(rest: readonly Piece[]): Reading<Options> {
  const options: Partial<Record<keyof Rule, string | true>> = {};
  let pieces = rest;
  for (;;) {
    const option = readOption(pieces);
    if (option === undefined) return { value: { options: options as Options["options"], pieces } };
    if ("problem" in option) return option;
    const { name, value } = option.value;
    if (options[name] !== undefined) return { problem: `${name} must be set only once` };
    options[name] = value;
    pieces = option.value.pieces;
  }
}

interface Option {
  readonly name: Exclude<keyof Rule, "rule">;
  readonly value: string | true;
  /** The pieces after the option. */
  readonly pieces: readonly Piece[];
}

/** Reads the option at the start of the pieces, if there is one. */
function readOption(pieces: readonly Piece[]): Reading<Option> | undefined {
  const [piece, code, ...behind] = pieces;
  if (piece?.kind !== "text") return undefined;
  const codeName = CODE_OPTION.exec(piece.text)?.[1] as "fieldPath" | "messageExpression" | "message" | undefined;
  if (codeName !== undefined && code?.kind === "code") {
    const reading = codeName === "message" ? readMessage(code) : { value: code.text };
    return "problem" in reading ? reading : { value: { name: codeName, value: reading.value, pieces: behind } };
  }
  const [whole, hasReason, reason = ""] = TEXT_OPTION.exec(piece.text) ?? [];
  if (whole === undefined) return undefined;
  const rest = withoutStart(pieces, whole.length);
  if (hasReason === undefined) return { value: { name: "optionalOldSelf", value: true, pieces: rest } };
  return RULE_REASONS.includes(reason)
    ? { value: { name: "reason", value: reason, pieces: rest } }
    : { problem: `the reason must be one of ${RULE_REASONS.join(", ")}` };
}

/** Reads a message that is a JSON string. Like the API server, ignores line breaks at its start and its end. */
function readMessage(code: Piece): Reading<string> {
  const reading = json.read([code]);
  if ("problem" in reading) return { problem: `the message ${reading.problem}` };
  const { value } = reading;
  if (typeof value !== "string") return { problem: "the message must be a JSON string" };
  if (isBlank(value)) return { problem: "the message must not be blank" };
  return /[\r\n]/.test(trimSpace(value)) ? { problem: "the message must be one line" } : { value };
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
