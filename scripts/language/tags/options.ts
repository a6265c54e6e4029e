/** Reads the options of a tag, which precede its text: `name=word`, `name=` and code in backticks, or just a name. */
import type { Reading } from "../../core/result.js";
import { joinWords, json, type WordsAfter } from "./forms.js";
import type { Piece } from "./scan.js";

/** The form of each option, by its name. */
export type OptionForms<Values> = { readonly [Name in keyof Values]-?: OptionForm<Values[Name]> };

type OptionForm<Value> =
  | { readonly flag: Value }
  | { readonly word: (word: string) => Reading<Value>; readonly words?: readonly string[] }
  | { readonly code: (code: Piece) => Reading<Value> };

interface Options<Values> {
  readonly options: Partial<Values>;
  /** The text after the options. Runs of white space are one space. */
  readonly text: string;
}

/** Reads options in any order, each at most once, and the text after them. */
export function readOptions<Values extends object>(
  pieces: readonly Piece[],
  forms: OptionForms<Values>,
): Reading<Options<Values>> {
  const options: Partial<Values> = {};
  let rest = pieces;
  for (;;) {
    const option = readOption(rest, forms);
    if (option === undefined) return { value: { options, text: joinWords(rest) } };
    if ("problem" in option) return option;
    const { name, value } = option.value;
    if (Object.hasOwn(options, name)) return { problem: `${String(name)} must be set only once` };
    options[name] = value;
    rest = option.value.rest;
  }
}

interface Option<Values, Name extends keyof Values = keyof Values> {
  readonly name: Name;
  readonly value: Values[Name];
  /** The pieces after the option. */
  readonly rest: readonly Piece[];
}

/** Reads the option at the start of the pieces, if there is one. */
function readOption<Values extends object>(
  pieces: readonly Piece[],
  forms: OptionForms<Values>,
): Reading<Option<Values>> | undefined {
  const [first, second] = pieces;
  const [whole, key = "", equals, word = ""] =
    (first?.kind === "text" && /^\s*(\w+)(?:(=)(\S*))?(?:\s+|$)/.exec(first.text)) || [];
  if (whole === undefined || !Object.hasOwn(forms, key)) return undefined;
  const name = key as keyof Values;
  const form: OptionForm<Values[keyof Values]> = forms[name];
  const isSet = equals !== undefined;
  if ("flag" in form) return isSet ? undefined : { value: { name, value: form.flag, rest: without(pieces, whole) } };
  if ("code" in form) {
    const isCode = isSet && first?.text.trimStart() === `${key}=` && second?.kind === "code";
    return isCode ? named(name, form.code(second), pieces.slice(2)) : undefined;
  }
  return isSet ? named(name, form.word(word), without(pieces, whole)) : undefined;
}

function named<Values, Name extends keyof Values>(
  name: Name,
  reading: Reading<Values[Name]>,
  rest: readonly Piece[],
): Reading<Option<Values, Name>> {
  return "problem" in reading ? reading : { value: { name, value: reading.value, rest } };
}

/** Removes text from the start of the first piece, and the piece itself if nothing is left of it. */
function without([first, ...rest]: readonly Piece[], { length }: string): readonly Piece[] {
  if (first === undefined || first.text.length <= length) return rest;
  const text = first.text.slice(length);
  const location = { ...first.location, start: first.location.start + length };
  return [{ ...first, text, raw: text, location }, ...rest];
}

/** Returns the options that can follow a part of a value: after its first code, if there are only options in between. */
export function optionsAfter<Values extends object>(forms: OptionForms<Values>): WordsAfter {
  return (before) => {
    const [, set] = /^[^`]*``(.*)$/.exec(before.replace(/(`+)[^`]*\1/g, "``")) ?? [];
    const names = set?.split(" ").flatMap((option) => (option === "" ? [] : [option.replace(/=.*/, "")]));
    if (!names?.every((name) => Object.hasOwn(forms, name))) return [];
    const left = Object.entries<OptionForm<unknown>>(forms).filter(([name]) => !names.includes(name));
    return left.flatMap(([name, form]) => {
      if ("flag" in form) return [name];
      const words = "word" in form ? form.words : undefined;
      return (words ?? [""]).map((word) => `${name}=${word}`);
    });
  };
}

/** Reads code that is a JSON string, for text that a comment would change or cannot contain. */
export function jsonString(code: Piece): Reading<string> {
  const reading = json.read([code], code.text);
  if ("problem" in reading) return reading;
  return typeof reading.value === "string" ? { value: reading.value } : { problem: "must be a JSON string" };
}
