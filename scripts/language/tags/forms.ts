/** The forms of tag values. Each form reads the pieces of a value and returns the value or a problem. */
import { controlCharacterIn } from "../../core/model/control-characters.js";
import { MAX_DEPTH } from "../../core/model/depth.js";
import { isJsonObject, type Json } from "../../core/model/json.js";
import {
  annotationKeyProblem,
  kindProblem,
  labelKeyProblem,
  labelProblem,
  labelValueProblem,
} from "../../core/model/names.js";
import type { StructuralSchema } from "../../core/model/schema.js";
import type { Reading } from "../../core/result.js";
import { schemaProblems, withoutNulls } from "../../core/schema-shape.js";
import { pathInWords } from "../../core/shape.js";
import { loadYaml } from "../../core/yaml/yaml.js";
import type { Piece } from "./scan.js";

export interface ValueForm<Value> {
  /** The value in the syntax of the tag, such as `<number>`. Empty for a flag. */
  readonly syntax: string;
  /** Reads the pieces of a value. `laidOut` is the same value with line breaks, laid out like a description. */
  readonly read: (pieces: readonly Piece[], laidOut: string) => Reading<Value>;
  /** Returns the words that can follow the start of a value, for editors. Unset if there are too many to list. */
  readonly wordsAfter?: WordsAfter;
}

/** Returns words for the text before them, in which each run of white space is one space. */
export type WordsAfter = (before: string) => readonly string[];

/** Returns the words with which a value can start. */
export function firstWords(...words: readonly string[]): WordsAfter {
  return (before) => (before === "" ? words : []);
}

/** No value. */
export const flag: ValueForm<true> = {
  syntax: "",
  read: (pieces) =>
    pieces.length === 0 ? { value: true } : { problem: "must be omitted; write descriptions before the first tag" },
};

/** Text to the end of the tag, with the code in it. Lines are joined with a space. */
export const text: ValueForm<string> = {
  syntax: "<text>",
  read: (pieces) => (pieces.length > 0 ? { value: joinWords(pieces) } : { problem: "must not be empty" }),
};

/** Text that can be omitted. */
export const optionalText: ValueForm<string | undefined> = {
  syntax: "[<text>]",
  read: (pieces) => ({ value: pieces.length > 0 ? joinWords(pieces) : undefined }),
};

/** One name without spaces. */
export const word: ValueForm<string> = { syntax: "<name>", read: readWord };

function readWord(pieces: readonly Piece[]): Reading<string> {
  const words = joinWords(pieces);
  return /^[^\s`]+$/.test(words) ? { value: words } : { problem: "must be a single name without spaces or backticks" };
}

/** Returns the form of a name that `problemOf` accepts. */
function name(problemOf: (name: string) => string | undefined): ValueForm<string> {
  return {
    syntax: "<name>",
    read: (pieces) => {
      const reading = readWord(pieces);
      const problem = "problem" in reading ? undefined : problemOf(reading.value);
      return problem === undefined ? reading : { problem: `the name ${problem}` };
    },
  };
}

/** The name of a resource or of a category of resources. */
export const resourceName = name(labelProblem);

/** The name of a kind. */
export const kindName = name(kindProblem);

/** Returns the form of an enumeration. */
export function oneOf<Word extends string>(...words: readonly Word[]): ValueForm<Word> {
  return {
    syntax: words.join("|"),
    read: (pieces) => {
      const found = words.find((candidate) => candidate === joinWords(pieces));
      return found ? { value: found } : { problem: `must be one of ${words.join(", ")}` };
    },
    wordsAfter: firstWords(...words),
  };
}

/** Returns the form of an integer of at least `minimum`. */
export function integer(minimum: number): ValueForm<number> {
  return {
    syntax: "<integer>",
    read: (pieces) => {
      const words = joinWords(pieces);
      const value = Number(words);
      if (!/^-?\d+$/.test(words)) return { problem: "must be an integer" };
      if (value < minimum) return { problem: `must be at least ${minimum}` };
      return Number.isSafeInteger(value) ? { value } : { problem: `must be at most ${Number.MAX_SAFE_INTEGER}` };
    },
  };
}

/** Any JSON number. */
export const number: ValueForm<number> = {
  syntax: "<number>",
  read: (pieces) => {
    const words = joinWords(pieces);
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(words) && Number.isFinite(Number(words));
    return isNumber ? { value: Number(words) } : { problem: "must be a number" };
  },
};

/** One span of code in backticks, or one fence. */
export const codeText: ValueForm<string> = { syntax: "`<code>`", read: readCode };

/** Reads a value that is one span of code or one fence. */
export function readCode(pieces: readonly Piece[]): Reading<string> {
  const [only, ...others] = pieces;
  if (only?.kind === "code" && others.length === 0) return { value: only.text };
  return { problem: "must be only code, in backticks or in a code fence" };
}

/** A JSON value in backticks or a fence. */
export const json: ValueForm<Json> = {
  syntax: "`<json>`",
  read: (pieces) => {
    const source = readCode(pieces);
    if ("problem" in source) return source;
    try {
      return withoutControls(JSON.parse(source.value) as Json);
    } catch (error) {
      return { problem: `must be valid JSON (${(error as Error).message})` };
    }
  },
};

/** A schema as a JSON or YAML object, in backticks or a fence. */
export const schema: ValueForm<StructuralSchema> = {
  syntax: "`<schema>`",
  read: (pieces) => {
    const source = readCode(pieces);
    if ("problem" in source) return source;
    const loaded = loadYaml(source.value);
    if ("problem" in loaded) return { problem: `must be valid YAML (${loaded.problem})` };
    if (!isJsonObject(loaded.value)) return { problem: "must be an object of schema keywords" };
    const reading = withoutControls(loaded.value);
    if ("problem" in reading) return reading;
    const [wrong] = schemaProblems(reading.value, []);
    return wrong ? { problem: `${pathInWords(wrong.path)} ${wrong.problem}` } : { value: withoutNulls(reading.value) };
  },
};

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part: Json) => isDeeper(part, levels - 1));
}

/** Rejects control characters, which an escape could put into the CRD invisibly, and values that are too deep. */
function withoutControls<Value extends Json>(value: Value): Reading<Value> {
  if (isDeeper(value, MAX_DEPTH)) return { problem: `must not be nested more than ${MAX_DEPTH} levels deep` };
  const found = controlCharacterIn(value);
  return found === undefined ? { value } : { problem: `must not contain the control character ${found}` };
}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** Returns the form of `key=value`, with a value to the end of the tag. The functions check the key and the value. */
function keyValue(
  keyProblem: (key: string) => string | undefined,
  valueProblem: (value: string) => string | undefined,
): ValueForm<KeyValue> {
  return {
    syntax: "<key>=<value>",
    read: (pieces) => {
      const [, key, value = ""] = /^([^\s=]+)=(.*)$/.exec(joinWords(pieces)) ?? [];
      if (key === undefined) return { problem: "must have the form key=value" };
      const wrong = { key: keyProblem(key), value: valueProblem(value) };
      if (wrong.key !== undefined) return { problem: `the key ${wrong.key}` };
      return wrong.value === undefined ? { value: { key, value } } : { problem: `the value ${wrong.value}` };
    },
  };
}

/** A label of an object. */
export const label = keyValue(labelKeyProblem, labelValueProblem);

/** An annotation of an object. Its value can be any text. */
export const annotation = keyValue(annotationKeyProblem, () => undefined);

/** Returns a value as written, with its backticks. Each run of white space becomes one space. */
export function joinWords(pieces: readonly Piece[]): string {
  let words = "";
  let end = -1;
  for (const piece of pieces) {
    words += (end >= 0 && piece.location.start > end ? " " : "") + piece.raw;
    end = piece.location.end;
  }
  return words.replace(/\s+/g, " ").trim();
}
