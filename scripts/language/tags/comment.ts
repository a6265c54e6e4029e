/** Turns the scanned tags of a comment into typed values, and reports every problem at its location. */
import type { ArgsOf, Code } from "../../core/diagnostics/catalog/index.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Constraint } from "../../core/model/api.js";
import type { Channel } from "../../core/model/channel.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Json } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import { firstProse, NO_PROSE, type Prose } from "../../core/model/prose.js";
import { nearest } from "../../core/nearest.js";
import { canAim, type TagDefinition, type Target } from "./definition.js";
import { TAG_NAMES, tagNamed } from "./index.js";
import type { ScannedComment, ScannedTag } from "./scan.js";
import { descriptionTag, type StatedText } from "./tag/description.js";

/** A doc comment with its prose and its typed tags. */
export interface Comment {
  readonly prose: Prose;
  readonly tags: readonly ReadTag[];
}

interface ReadTag {
  readonly definition: TagDefinition;
  readonly value: unknown;
  /** The steps from the tagged declaration to the constrained value: `["items"]` for `@items.maxLength`. */
  readonly path: readonly ElementStep[];
  readonly channel?: Channel;
  readonly location: Location;
}

export type ElementStep = "items" | "values";

export const NO_COMMENT: Comment = { prose: NO_PROSE, tags: [] };

/** Reads the tags of a comment. `target` is the kind of declaration to which the comment belongs. */
export function readComment(scanned: ScannedComment, target: Target, diagnostics: Diagnostic[]): Comment {
  const tags: ReadTag[] = [];
  for (const tag of scanned.tags) {
    const read = readTag(tag, target, diagnostics);
    if (!read) continue;
    if (!read.definition.repeats && tags.some((other) => sameSlot(other, read))) {
      const name = tag.channel ? `${tag.name} (${tag.channel})` : tag.name;
      diagnostics.push(diagnose("tag-duplicate", { tag: name }, tag.location));
    } else tags.push(read);
  }
  return { prose: scanned.prose, tags };
}

function sameSlot(a: ReadTag, b: ReadTag): boolean {
  return a.definition === b.definition && a.channel === b.channel && a.path.join() === b.path.join();
}

function readTag(tag: ScannedTag, target: Target, diagnostics: Diagnostic[]): ReadTag | undefined {
  const report = <C extends Code>(code: C, args: ArgsOf<C>) => {
    diagnostics.push(diagnose(code, args, tag.location));
    return undefined;
  };
  const steps = tag.name.split(".");
  const name = steps.pop() ?? "";
  const definition = tagNamed(name);
  if (!definition) return report("tag-unknown", { tag: tag.name, nearest: nearest(name, TAG_NAMES) });
  const path = steps.filter(isElementStep);
  if (path.length < steps.length) {
    const meant = steps.map((step) => nearest(step, ELEMENT_STEPS) ?? "items");
    return report("tag-unknown", { tag: tag.name, nearest: [...meant, name].join(".") });
  }
  if (steps.length > 0 && !canAim(definition)) return report("tag-no-elements", { tag: tag.name });
  if (!definition.targets.includes(target)) {
    return report("tag-wrong-target", { tag: name, target, targets: definition.targets.join(", ") });
  }
  if (tag.channel && !canAim(definition)) return report("tag-no-channel", { tag: name, channel: tag.channel });
  const reading = definition.form.read(tag.pieces, tag.laidOut);
  if ("problem" in reading) {
    const syntax = `@${tag.name} ${definition.form.syntax}`.trim();
    return report("tag-value", { tag: tag.name, problem: reading.problem, syntax });
  }
  const channel = tag.channel && { channel: tag.channel };
  return { definition, value: reading.value, path, ...channel, location: tag.location };
}

export const ELEMENT_STEPS: readonly ElementStep[] = ["items", "values"];

export function isElementStep(step: string): step is ElementStep {
  return ELEMENT_STEPS.some((known) => known === step);
}

/** Returns the values of all tags of one definition, in source order. */
export function findTags<Value>(comment: Comment, definition: TagDefinition<Value>): TagUse<Value>[] {
  return comment.tags
    .filter((tag) => tag.definition.name === definition.name)
    .map((tag) => ({ value: tag.value as Value, location: tag.location }));
}

/** Returns the value of a tag that cannot repeat. */
export function findTag<Value>(comment: Comment, definition: TagDefinition<Value>): TagUse<Value> | undefined {
  return findTags(comment, definition)[0];
}

export interface TagUse<Value> {
  readonly value: Value;
  readonly location: Location;
}

/**
 * Returns the descriptions that tags state, by the path to the elements to which they apply. One that is limited to a
 * channel is before one that is not.
 */
export function statedDescriptions(comment: Comment): readonly StatedDescriptions[] {
  const byPath = new Map<string, StatedDescriptions>();
  for (const tag of comment.tags.filter(({ definition }) => definition.name === descriptionTag.name)) {
    const { path, channel, location } = tag;
    const stated = [{ ...(tag.value as StatedText), ...(channel && { channel }) }];
    const { proses } = byPath.get(path.join()) ?? { proses: [] };
    byPath.set(path.join(), { path, location, proses: channel ? [stated, ...proses] : [...proses, stated] });
  }
  return [...byPath.values()];
}

interface StatedDescriptions {
  readonly path: readonly ElementStep[];
  readonly proses: readonly Prose[];
  /** Location of the last of the tags. */
  readonly location: Location;
}

/** Returns the prose of a comment, or in its place the description that tags state. */
export function proseOf(comment: Comment): Prose {
  const stated = statedDescriptions(comment).find(({ path }) => path.length === 0);
  return stated ? firstProse(...stated.proses, comment.prose) : comment.prose;
}

/** A constraint and the path to the elements to which it applies. */
interface AimedConstraint {
  readonly path: readonly ElementStep[];
  readonly constraint: Constraint;
}

/**
 * Returns the constraints of a comment at the given level. Repeated tags that set a list, such as `@listMapKey`, become
 * one constraint with the whole list.
 */
export function constraintsOf(comment: Comment, level: number): AimedConstraint[] {
  const aimed: AimedConstraint[] = [];
  for (const tag of comment.tags) {
    const effect = tag.definition.constraint;
    if (!effect) continue;
    for (const [keyword, value] of Object.entries(effect.keywords(tag.value))) {
      const adds = effect.adds === true || keyword === "x-kubernetes-validations";
      const channel = tag.channel && { channel: tag.channel };
      const constraint = { tag: tag.definition.name, keyword, value, level, ...channel, adds, location: tag.location };
      const index = aimed.findIndex((other) => isSameList(other, { path: tag.path, constraint }));
      const earlier = aimed[index];
      if (earlier) aimed[index] = withItems(earlier, value, tag.location);
      else aimed.push({ path: tag.path, constraint });
    }
  }
  return aimed;
}

function isSameList(a: AimedConstraint, b: AimedConstraint): boolean {
  return (
    !b.constraint.adds &&
    Array.isArray(b.constraint.value) &&
    a.constraint.tag === b.constraint.tag &&
    a.constraint.keyword === b.constraint.keyword &&
    a.constraint.channel === b.constraint.channel &&
    a.path.join() === b.path.join()
  );
}

function withItems({ path, constraint }: AimedConstraint, items: Json, location: Location): AimedConstraint {
  const value = [constraint.value, items].flat();
  const itemLocations = [...(constraint.itemLocations ?? [constraint.location]), location];
  return { path, constraint: { ...constraint, value, itemLocations } };
}
