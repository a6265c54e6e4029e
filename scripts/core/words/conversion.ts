/** The effects of a definition in words: the changes, the parts that have no place, and the conditions. */
import type { Conversion, ConversionStep } from "../model/conversion.js";
import { crdAfter, isRenamed } from "../model/conversion.js";
import type { FieldPath } from "../model/field-path.js";
import type { Json } from "../model/json.js";
import { shortJson } from "./json.js";

/** Phrases without a period, such as `.spec.a moves to .spec.b`. */
export interface ConversionWords {
  readonly changes: readonly string[];
  /** Conditions that the author of an object must meet before its conversion to the new form. */
  readonly requirements: readonly string[];
  /** Parts of objects that have no place in the new form, and in the old one. */
  readonly lostForward: readonly string[];
  readonly lostBackward: readonly string[];
}

/** Marks a path, a name or a value, for example as code. */
export type Mark = (text: string) => string;

/** Describes a definition. Steps with the same effect on different paths are one phrase. */
export function conversionWords(conversion: Conversion, mark: Mark = (text) => text): ConversionWords {
  const phrases = [...typePhrases(conversion, mark), ...conversion.steps.flatMap((step) => stepPhrases(step, mark))];
  const wordsOf = (role: Role) =>
    joined(
      phrases.filter((phrase) => phrase.role === role),
      mark,
    );
  return {
    changes: wordsOf("change"),
    requirements: wordsOf("requirement"),
    lostForward: wordsOf("lost-forward"),
    lostBackward: wordsOf("lost-backward"),
  };
}

type Role = "change" | "requirement" | "lost-forward" | "lost-backward";

/** The path replaces `PLACE` in the text. */
interface Phrase {
  readonly role: Role;
  readonly text: string;
  readonly path?: FieldPath;
}

/** Joins the paths of phrases that are otherwise the same. */
function joined(phrases: readonly Phrase[], mark: Mark): string[] {
  const paths = new Map<string, string[]>();
  for (const { text, path } of phrases) paths.set(text, [...(paths.get(text) ?? []), ...(path ? [mark(path)] : [])]);
  return [...paths].map(([text, found]) => text.replace(PLACE, () => [...new Set(found)].join(", ")));
}

const PLACE = "\0";

function typePhrases(conversion: Conversion, mark: Mark): Phrase[] {
  const { kind, to, versions, references } = conversion;
  const names = isRenamed(conversion) ? [`${kind} becomes ${to.kind ?? kind} (${mark(crdAfter(conversion))})`] : [];
  const become = versions.length === 1 ? "becomes" : "become";
  const served = to.version === undefined ? [] : [`${versions.map(mark).join(", ")} ${become} ${mark(to.version)}`];
  const following = isRenamed(conversion) ? [...new Set(references.map((each) => each.kind))] : [];
  const follow = following.length === 0 ? [] : [`references in ${following.join(", ")} follow the new name`];
  return [...names, ...served, ...follow].map((text) => ({ role: "change", text }));
}

function stepPhrases(step: ConversionStep, mark: Mark): Phrase[] {
  const phrase = (role: Role, text: string, path?: FieldPath): Phrase => ({ role, text, ...(path && { path }) });
  switch (step.kind) {
    case "move":
      return [phrase("change", `${mark(step.from)} moves to ${mark(step.to)}`)];
    case "wrap": {
      const change =
        step.from === step.to
          ? `${mark(step.to)} becomes a list`
          : `${mark(step.from)} becomes an item of ${mark(step.to)}`;
      return [phrase("change", change), phrase("lost-backward", `all items of ${PLACE} except the first`, step.to)];
    }
    case "unwrap": {
      const change =
        step.from === step.to
          ? `${mark(step.to)} becomes one value`
          : `the first item of ${mark(step.from)} becomes ${mark(step.to)}`;
      return [phrase("change", change), phrase("lost-forward", `all items of ${PLACE} except the first`, step.from)];
    }
    case "map":
      return mapPhrases(step, mark);
    case "remove":
      return [
        phrase("change", `removes ${PLACE}`, step.path),
        phrase("lost-forward", valuesExcept(step.restore, mark), step.path),
      ];
    case "add": {
      const value = step.value === undefined ? "" : ` with the value ${mark(shortJson(step.value))}`;
      return [
        phrase("change", `adds ${PLACE}${value}`, step.path),
        phrase("lost-backward", valuesExcept(step.value, mark), step.path),
      ];
    }
    case "narrow":
      return [phrase("lost-forward", `values of ${PLACE} that only the old form allows`, step.path)];
    case "widen":
      return [phrase("lost-backward", `values of ${PLACE} that only the new form allows`, step.path)];
    case "unique":
      return [phrase("lost-forward", `repeated items of ${PLACE}`, step.path)];
    case "require": {
      const condition = step.schema === undefined ? "must be set" : "must have a value that the new form allows";
      return [phrase("requirement", `${PLACE} ${condition}`, step.path)];
    }
    case "group": {
      const { from, by, to, shared } = step;
      return [
        phrase(
          "change",
          `${mark(from)} moves to ${mark(to)}, by ${mark(by)}, or to ${mark(shared)} if all items agree`,
        ),
        phrase("requirement", `items with the same ${mark(by)} must have the same ${PLACE}`, from),
        phrase("lost-backward", `values of ${mark(to)} and ${mark(shared)} that no item has, or that all items have`),
      ];
    }
    case "split":
      return [phrase("change", `one object for each item of ${PLACE}`, step.path)];
  }
}

function valuesExcept(value: Json | undefined, mark: Mark): string {
  return value === undefined ? PLACE : `values of ${PLACE} other than ${mark(shortJson(value))}`;
}

function mapPhrases({ path, values, back }: Extract<ConversionStep, { kind: "map" }>, mark: Mark): Phrase[] {
  const changes = values.map(({ from, to }): Phrase => {
    return { role: "change", text: `${mark(shortJson(from))} becomes ${mark(shortJson(to))} in ${PLACE}`, path };
  });
  // Several old values have the same new one.
  return back.length === 0 ? changes : [...changes, { role: "lost-forward", text: `the old value of ${PLACE}`, path }];
}
