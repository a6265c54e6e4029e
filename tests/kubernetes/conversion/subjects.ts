/** The objects that each definition is about: of its kind, and of the kinds that refer to it, in both forms. */
import gt from "semver/functions/gt.js";
import lt from "semver/functions/lt.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import { type Conversion, crdAfter, isRenamed, kindAfter } from "../../../scripts/core/model/conversion.js";
import { groupVersion } from "../../../scripts/core/model/group-version.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { groupOf } from "../../../scripts/kubernetes/conversion/compile.js";
import type { Form } from "../../../scripts/kubernetes/conversion/kept-parts.js";
import type { Focus } from "../../support/drawn-objects.js";
import type { Random } from "../../support/random.js";
import { type Condition, conditionsOf } from "./conditions.js";
import { focusOf, focusOnReferences } from "./focus.js";
import { compiled, drawValid } from "./objects.js";

/** Objects of one kind that a definition changes. */
export interface Subject {
  /** The id of the definition and, for kinds that refer to its kind, their name. */
  readonly name: string;
  readonly definition: Conversion;
  readonly ends: Readonly<Record<Form, SubjectEnd>>;
  readonly conditions: readonly Condition[];
}

/** Objects in one form. */
export interface SubjectEnd {
  readonly release: Version;
  readonly types: readonly EndType[];
  readonly focus: Focus;
  /** Returns the version of an object, if the release has it in a channel. */
  readonly typeOf: (object: JsonObject, channel: Channel) => CompiledVersion | undefined;
}

export interface EndType {
  readonly channel: Channel;
  readonly version: CompiledVersion;
}

/** Returns the subjects of all definitions. Releases are in the order of their versions. */
export function subjectsOf(definitions: readonly Conversion[], releases: readonly BundleState[]): Subject[] {
  return definitions.flatMap((definition) => {
    const { id, crd, kind, versions, to, references } = definition;
    const own: Subject = {
      name: id,
      definition,
      ends: {
        old: endOf("old", definition, { crd, kind, versions }, releases),
        new: endOf(
          "new",
          definition,
          { crd: crdAfter(definition), kind: kindAfter(definition), versions: to.version ? [to.version] : [] },
          releases,
        ),
      },
      conditions: [],
    };
    const oldName = { group: groupOf(crd), kind };
    const newName = { group: groupOf(crdAfter(definition)), kind: kindAfter(definition) };
    const referring = (isRenamed(definition) ? references : []).map((each): Subject => {
      const end = (form: Form) => endOf(form, definition, { ...each, versions: [] }, releases);
      // Before the change, no object can refer to the new name.
      const ends = {
        old: { ...end("old"), focus: focusOnReferences(each.paths, [oldName]) },
        new: { ...end("new"), focus: focusOnReferences(each.paths, [oldName, newName]) },
      };
      return { name: `${id} in ${each.kind}`, definition, ends, conditions: [] };
    });
    const schemasOf = (form: Form) => own.ends[form].types.map(({ version }) => version.schema);
    const conditions = conditionsOf(definition).filter(({ form, isPossible }) => schemasOf(form).some(isPossible));
    return [{ ...own, conditions }, ...referring];
  });
}

interface Wanted {
  readonly crd: string;
  readonly kind: string;
  readonly versions: readonly string[];
}

/**
 * Returns the release of a form that is the nearest to the change. If the history begins with the change, its first
 * release still serves the old versions.
 */
function endOf(form: Form, definition: Conversion, wanted: Wanted, releases: readonly BundleState[]): SubjectEnd {
  const { since } = definition;
  const older = releases.filter(({ version }) => version !== undefined && lt(version, since)).reverse();
  const newer = releases.filter(({ version }) => version !== undefined && !lt(version, since));
  const channels = definition.channel ? [definition.channel] : CHANNELS;
  for (const release of form === "old" ? [...older, ...newer] : newer) {
    const types = channels.flatMap((channel) => typesIn(release, channel, wanted));
    if (types.length > 0 && release.version) {
      const before = gt(since, release.version) ? release.version : BEFORE_ALL;
      return {
        release: form === "new" ? release.version : before,
        types,
        focus: focusOf(definition, form),
        typeOf: (object, channel) => typeOf(release, object, channel),
      };
    }
  }
  throw new Error(`${definition.id}: no release has ${wanted.crd} ${wanted.versions.join()}`);
}

const BEFORE_ALL = "0.0.1" as Version;

function typesIn({ channels }: BundleState, channel: Channel, { crd, kind, versions }: Wanted): EndType[] {
  const found = channels.get(channel)?.get(crd);
  if (found?.spec.names.kind !== kind) return [];
  const known = found.spec.versions.filter(({ name }) => versions.length === 0 || versions.includes(name));
  const served = known.filter((each) => each.served);
  return (served.length > 0 ? served : known).map(({ name }) => ({ channel, version: compiled(found, name) }));
}

export function typeOf({ channels }: BundleState, { apiVersion, kind }: JsonObject, channel: Channel) {
  const crds = [...(channels.get(channel)?.values() ?? [])];
  const { group, version } = groupVersion(String(apiVersion));
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  return crd?.spec.versions.some(({ name }) => name === version) ? compiled(crd, version) : undefined;
}

/** Draws an object of an end that is valid there, or returns undefined if the draw is not valid. */
export function drawOf({ types, focus }: SubjectEnd, random: Random): Drawn | undefined {
  const type = random.one(types);
  const object = drawValid(type.version, random, focus);
  return object && { type, object };
}

export interface Drawn {
  readonly type: EndType;
  readonly object: JsonObject;
}
