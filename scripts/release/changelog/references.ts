/** Finds the code spans of an item that name something in the API, and those that the item is about. */
import { parseApiVersion } from "../../core/model/version.js";
import type { ApiName } from "./api-names.js";
import type { NoteToken } from "./markdown/items.js";

/** A token that names something. A field or a version can belong to any kind that the item mentions. */
export interface Reference {
  readonly token: NoteToken;
  /** Index of the token. */
  readonly index: number;
  readonly type: "kind" | "version" | "field";
  readonly names: readonly ApiName[];
  /** True if the token names its kind itself. */
  readonly isWhole: boolean;
}

/** Names in a bundle. */
export interface Vocabulary {
  readonly kinds: ReadonlySet<string>;
  /** Top-level fields of kinds, except those that all objects have. */
  readonly roots: ReadonlySet<string>;
}

/** Returns the references in a row of tokens. `around` contains the tokens that provide the context. */
export function referencesIn(
  tokens: readonly NoteToken[],
  around: readonly NoteToken[],
  { kinds, roots }: Vocabulary,
): Reference[] {
  const mentioned = mentionedKinds([...around, ...tokens], kinds);
  return tokens.flatMap((token, index): Reference[] => {
    const text = token.isCode ? token.text.trim() : trimWord(token.text);
    const [kind = "", version = "", ...more] = text.split(/[ /]/);
    if (!token.isCode) return versionBehind(tokens[index - 1], text, index, kinds);
    if (kinds.has(text)) return [{ token, index, type: "kind", names: [{ kind: text }], isWhole: true }];
    if (kinds.has(kind) && parseApiVersion(version) && more.length === 0) {
      return [{ token, index, type: "version", names: [{ kind, version }], isWhole: true }];
    }
    const owner = text.slice(0, Math.max(0, text.indexOf(".")));
    const isWhole = kinds.has(owner);
    const owners = isWhole ? [owner] : mentioned;
    if (owners.length === 0) return [];
    if (parseApiVersion(text)) {
      return [{ token, index, type: "version", names: owners.map((each) => ({ kind: each, version: text })), isWhole }];
    }
    const path = pathOf(isWhole ? text.slice(owner.length) : text.replace(/^\.?/, "."));
    if (path.length < (isWhole ? 1 : 2) || !roots.has(path[0] ?? "")) return [];
    return [{ token, index, type: "field", names: owners.map((each) => ({ kind: each, path })), isWhole }];
  });
}

/** Returns a reference such as `HTTPRoute` v1beta1, in which the version follows the code span. */
function versionBehind(
  kind: NoteToken | undefined,
  version: string,
  index: number,
  kinds: ReadonlySet<string>,
): Reference[] {
  if (!kind?.isCode || !kinds.has(kind.text) || !parseApiVersion(version)) return [];
  const token = { ...kind, text: `${kind.text} ${version}` };
  return [{ token, index, type: "version", names: [{ kind: kind.text, version }], isWhole: true }];
}

/**
 * Returns the names along a path such as `.spec.rules[].retry`, whatever its brackets contain. Returns none if the text
 * is not a path.
 */
function pathOf(text: string): string[] {
  if (!/^(\.[A-Za-z][\w-]*(\[[^\]]*\]|\{\})*)+$/.test(text)) return [];
  return [...text.replace(/\[[^\]]*\]/g, "").matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? "");
}

/** Returns the kinds that tokens mention, in order. */
function mentionedKinds(tokens: readonly NoteToken[], kinds: ReadonlySet<string>): string[] {
  const words = tokens.flatMap(({ text }) => text.split(/[^A-Za-z0-9]+/));
  return [...new Set(words.filter((word) => kinds.has(word)))];
}

/** Returns a word in lowercase, without the punctuation around it. */
export function trimWord(text: string): string {
  return text.toLowerCase().replace(/^[^a-z0-9#]+|[^a-z0-9]+$/g, "");
}

/** Filler terms that only state that something exists or changed. */
const SMALL_WORDS = new Set(
  [
    "a an the and or also now newly new this it is are was were has have had been both all its of",
    "field fields kind kinds resource resources version versions api apis crd crds optional experimental standard",
    "channel channels gain gains gained get gets got add adds added remove removes removed deprecate deprecates deprecated",
  ]
    .join(" ")
    .split(" "),
);
/** Further filler terms in an item that only states that a kind exists or is gone. */
const PLACE_WORDS = new Set("to in from as bundle release by".split(" "));

/**
 * Returns the references at the start of a row of tokens, with only filler terms before and between them. If they
 * include fields, versions and kinds, the most specific ones are the subject, and the others give the place.
 */
export function leading(references: readonly Reference[], tokens: readonly NoteToken[]): Reference[] {
  const found: Reference[] = [];
  for (const [index, token] of tokens.entries()) {
    const reference = references.find((candidate) => candidate.index === index);
    if (reference) found.push(reference);
    else if (token.isCode || !SMALL_WORDS.has(trimWord(token.text) || "a")) break;
    // The part after a colon explains the field or version in front of it.
    if (found.some(({ type }) => type !== "kind") && /[:;(\u2014\u2013]|\.$/.test(token.isCode ? "" : token.text))
      break;
  }
  for (const type of ["field", "version", "kind"] as const) {
    const special = found.filter((reference) => reference.type === type);
    if (special.length > 0) return special;
  }
  return [];
}

/**
 * Reports whether tokens only state that the references exist, in whichever channel. A colon at the end announces more.
 */
export function saysNothingElse(references: readonly Reference[], tokens: readonly NoteToken[]): boolean {
  if (tokens.at(-1)?.text.endsWith(":")) return false;
  return tokens.every((token, index) => {
    if (references.some((candidate) => candidate.index === index)) return true;
    const word = trimWord(token.text);
    return !token.isCode && (word === "" || /^#?\d+$/.test(word) || SMALL_WORDS.has(word) || PLACE_WORDS.has(word));
  });
}
