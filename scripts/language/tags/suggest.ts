/** Lists what can be written in a doc comment. */
import { CHANNELS } from "../../core/model/channel.js";
import { ELEMENT_STEPS, isElementStep } from "./comment.js";
import { canAim, type TagDefinition, type Target } from "./definition.js";
import { TAGS, tagNamed } from "./index.js";
import type { NamePart, WordPart } from "./position.js";

/** A name or a word to write. */
export interface Suggestion {
  readonly text: string;
  /** The tag with this name. Unset for a word in a value, and for the start of a name such as `items.`. */
  readonly tag?: TagDefinition;
}

/** Returns the names and words that can be written. `target` is unset if the comment does not belong to anything yet. */
export function suggestionsFor(part: NamePart | WordPart, target: Target | undefined): Suggestion[] {
  return part.part === "name" ? names(part, target) : words(part);
}

/** The declarations whose values can have elements. */
const WITH_ELEMENTS: readonly Target[] = ["type", "property"];

function names({ typed }: NamePart, target: Target | undefined): Suggestion[] {
  const steps = typed.split(".").slice(0, -1);
  if (!steps.every(isElementStep)) return [];
  const prefix = steps.map((step) => `${step}.`).join("");
  const allowed = TAGS.filter(({ targets }) => target === undefined || targets.includes(target));
  const aimed = prefix === "" ? allowed : allowed.filter(canAim);
  const hasElements = target === undefined || WITH_ELEMENTS.includes(target);
  return [
    ...aimed.map((tag) => ({ text: `${prefix}${tag.name}`, tag })),
    ...(hasElements ? ELEMENT_STEPS.map((step) => ({ text: `${prefix}${step}.` })) : []),
  ];
}

function words({ tag, channel, before }: WordPart): Suggestion[] {
  const definition = definitionOf(tag);
  if (!definition) return [];
  const channels = canAim(definition) && before === "" && !channel ? CHANNELS.map((name) => `(${name})`) : [];
  return [...(definition.form.wordsAfter?.(before) ?? []), ...channels].map((text) => ({ text }));
}

/** Returns the definition of a tag by its name as written, such as `items.maxLength`. */
export function definitionOf(name: string): TagDefinition | undefined {
  return tagNamed(name.split(".").at(-1) ?? "");
}
