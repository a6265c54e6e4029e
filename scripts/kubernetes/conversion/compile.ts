/** Compiles definitions for the objects of each kind. */
import type { Channel } from "../../core/model/channel.js";
import { type Conversion, type ConversionStep, crdAfter, isRenamed, kindAfter } from "../../core/model/conversion.js";
import { namesOf, stepsOf } from "../../core/model/conversion-paths.js";
import type { Version } from "../../core/model/release-version.js";
import { group } from "./group.js";
import { inOrder, inverse, type Lens } from "./lens.js";
import { move, wrap } from "./moves.js";
import { type GroupKind, reference } from "./references.js";
import { mapValues, narrow, removeField, requireValue, unique } from "./values.js";

/** Effect of one definition on the objects of one kind. */
export interface KindConversion {
  readonly id: string;
  readonly since: Version;
  /** Channel that had the old form, if only one had it. */
  readonly channel: Channel | undefined;
  readonly old: GroupKind;
  readonly new: GroupKind;
  /** API versions of the old form, and the one that replaces them. The list is empty if versions stay as they are. */
  readonly oldVersions: readonly string[];
  readonly newVersion: string | undefined;
  readonly lens: Lens;
  /** Names of the fields to the list whose items become objects of their own. */
  readonly split: readonly string[] | undefined;
}

/** Returns the effects of a definition: on its kind, and on the kinds that refer to it. */
export function compileConversion(conversion: Conversion): KindConversion[] {
  const { id, since, channel, crd, kind, versions, to, steps, references } = conversion;
  const old = { group: groupOf(crd), kind };
  const fresh = { group: groupOf(crdAfter(conversion)), kind: kindAfter(conversion) };
  const split = steps.find((step) => step.kind === "split");
  const own: KindConversion = {
    id,
    since,
    channel,
    old,
    new: fresh,
    oldVersions: versions,
    newVersion: to.version,
    lens: inOrder(steps.flatMap(lensesOf)),
    split: split && namesOf(stepsOf(split.path)),
  };
  const referring = references.map((each): KindConversion => {
    const type = { group: groupOf(each.crd), kind: each.kind };
    const lens = inOrder(each.paths.map((path) => reference(path, old, fresh)));
    // Objects of both channels can refer to the kind.
    return {
      id,
      since,
      channel: undefined,
      old: type,
      new: type,
      oldVersions: [],
      newVersion: undefined,
      lens,
      split: undefined,
    };
  });
  return isRenamed(conversion) ? [own, ...referring] : [own];
}

function lensesOf(step: ConversionStep): Lens[] {
  switch (step.kind) {
    case "move":
      return [move(step.from, step.to)];
    case "wrap":
      return [wrap(step.from, step.to)];
    case "unwrap":
      return [inverse(wrap(step.to, step.from))];
    case "map":
      return [mapValues(step.path, step)];
    case "remove":
      return [removeField(step.path, step.restore)];
    case "add":
      return [inverse(removeField(step.path, step.value))];
    case "narrow":
      return [narrow(step.path, step.schema)];
    case "widen":
      return [inverse(narrow(step.path, step.schema))];
    case "unique":
      return [unique(step.path)];
    case "require":
      return [requireValue(step.path, step.schema)];
    case "group":
      return [group(step)];
    case "split":
      return [];
  }
}

/** Returns the group of a CRD, which its name contains. */
export function groupOf(crd: string): string {
  return crd.slice(crd.indexOf(".") + 1);
}
