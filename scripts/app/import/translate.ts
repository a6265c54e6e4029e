/** Translates CRDs into types, builds these in memory, and compares the result with each CRD. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { CHANNELS, type Channel } from "../../core/model/channel.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { groupOf, kindOf, nameOf } from "../../core/model/crd-parts.js";
import { compareStrings, type Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportDifference, ImportedCrd } from "../../core/model/imported-crd.js";
import { type Json, type JsonObject, objectIn } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import type { ChannelCrds } from "../../emit/printed-channel.js";
import { type Difference, differencesBetween } from "../../import/compare.js";
import { writeApi } from "../../import/files.js";
import { type MergedCrd, mergeChannels } from "../../import/merge-channels.js";
import { type NormalForm, normalForm, pointerTo } from "../../import/normal-form.js";
import { writeSettings } from "../../import/settings.js";
import type { RoundedInteger } from "../manifests.js";
import { type BuiltBack, buildBack, type Library } from "./build-back.js";
import type { CrdToImport } from "./read-crds.js";

/** The sources of an API, and how far they build to the CRDs from which they come. */
export interface Translation {
  /** The types, without the settings of the bundle. */
  readonly sources: readonly SourceText[];
  readonly settings: string;
  /** Codes of the advice that the settings turn off. */
  readonly advice: readonly string[];
  readonly kinds: readonly NewKind[];
  readonly crds: readonly ImportedCrd[];
}

interface NewKind {
  readonly group: string;
  readonly kind: string;
}

/** CRD in its normal form. */
interface Original extends CrdToImport, NormalForm {}

/** Kind with its CRD, or with that of each channel that has one. */
export interface Subject {
  readonly name: string;
  readonly originals: readonly Original[];
  /** The channels of the bundle. */
  readonly channels: readonly Channel[];
  readonly merged: MergedCrd;
}

/** Translates CRDs. Each group is built separately, because groups do not depend on each other. In a group with errors, each kind is. */
export function translate(crds: readonly CrdToImport[], name: string, library: Library): Translation {
  const channels = crds.some(({ channel }) => channel) ? CHANNELS : ONE_CHANNEL;
  const subjects = subjectsOf(crds, channels);
  const groups = [...new Set(subjects.map(groupOfSubject))].sort();
  const results = groups.map((group) =>
    translateGroup(
      subjects.filter((each) => groupOfSubject(each) === group),
      library,
    ),
  );
  const kept = results.flatMap((result) => result.kept).map(({ merged }) => merged);
  const advice = [...new Set(results.flatMap((result) => result.advice))].sort();
  return {
    sources: results.flatMap((result) => result.sources),
    settings: writeSettings({ name, crds: kept, channels, advice, domain: domainOf(subjects) }),
    advice,
    kinds: kept.map(({ crd }) => ({ group: groupOf(crd), kind: kindOf(crd) })).sort(byGroupAndKind),
    crds: results.flatMap((result) => result.crds),
  };
}

/** Orders kinds, so the changelog of the project does not depend on the order of the files. */
function byGroupAndKind(a: NewKind, b: NewKind): number {
  return compareStrings(a.group, b.group) || compareStrings(a.kind, b.kind);
}

const ONE_CHANNEL: readonly Channel[] = ["standard"];

/** Returns the kinds of CRDs. Those without a channel are in the first one. */
export function subjectsOf(crds: readonly CrdToImport[], channels: readonly Channel[]): Subject[] {
  const originals = crds.map(({ crd, ...read }): Original => ({ ...normalForm(crd), ...read }));
  const names = [...new Set(originals.map(({ crd }) => nameOf(crd)))];
  return names.map((name) => {
    const own = originals.filter(({ crd }) => nameOf(crd) === name);
    const [first, second] = channels.map((channel) => originalIn(channel, { originals: own, channels })?.crd);
    return { name, originals: own, channels, merged: mergeChannels(first, second) };
  });
}

function originalIn(
  channel: Channel,
  { originals, channels }: Pick<Subject, "originals" | "channels">,
): Original | undefined {
  return originals.find((each) => (each.channel ?? channels[0]) === channel);
}

function domainOf(subjects: readonly Subject[]): string | undefined {
  return subjects.flatMap(({ originals }) => originals.flatMap(({ domain }) => domain ?? []))[0];
}

interface TranslatedGroup {
  readonly kept: readonly Subject[];
  readonly sources: readonly SourceText[];
  readonly advice: readonly string[];
  readonly crds: readonly ImportedCrd[];
}

function translateGroup(subjects: readonly Subject[], library: Library): TranslatedGroup {
  const whole = build(subjects, library);
  if (whole.built.isSound) return translated(subjects, whole);
  const alone = subjects.map((subject) => ({ subject, ...build([subject], library) }));
  const kept = alone.filter(({ built }) => built.isSound).map(({ subject }) => subject);
  const faulty = alone.filter(({ built }) => !built.isSound);
  const rejected = faulty.flatMap(({ subject, built }) => notImported(subject, built.diagnostics));
  const rest = kept.length > 0 ? build(kept, library) : NOTHING;
  if (!rest.built.isSound) {
    const others = kept.flatMap((subject) => notImported(subject, rest.built.diagnostics));
    return { kept: [], sources: [], advice: [], crds: [...others, ...rejected] };
  }
  const result = translated(kept, rest);
  return { ...result, crds: [...result.crds, ...rejected] };
}

interface Build {
  readonly sources: readonly SourceText[];
  readonly built: BuiltBack;
}

const NOTHING: Build = { sources: [], built: { crds: [], isSound: true, diagnostics: [] } };

function build(subjects: readonly Subject[], library: Library): Build {
  const crds = subjects.map(({ merged }) => merged);
  const sources = writeApi(crds, library.coreTypes);
  const settings = writeSettings({ name: "import", crds, channels: subjects[0]?.channels ?? CHANNELS, advice: [] });
  return { sources, built: buildBack(sources, settings, library) };
}

function translated(kept: readonly Subject[], { sources, built }: Build): TranslatedGroup {
  const advice = built.diagnostics.map(({ code }) => code);
  return { kept, sources, advice, crds: kept.flatMap((subject) => compareBuilt(subject, built.crds)) };
}

function notImported({ name, originals }: Subject, diagnostics: readonly Diagnostic[]): ImportedCrd[] {
  const found = diagnostics
    .filter(({ code }) => !isAdvice(code))
    // The settings of a kind have the names that they have in the spec of the CRD.
    .map((each) => describeDiagnostic(each).message.replace(`"kinds.${name}.`, '"spec.'));
  const problems = [...new Set(found)];
  return originals.map(({ file, channel }) => ({
    ...{ name, ...(channel && { channel }), file },
    ...{ result: "not-imported", normalized: [], differences: [], problems },
  }));
}

/** Compares the CRDs of a kind with those that a build makes, in each channel. */
export function compareBuilt(subject: Subject, built: readonly ChannelCrds[]): ImportedCrd[] {
  const { name, originals, channels } = subject;
  return channels.flatMap((channel) => {
    const original = originalIn(channel, subject);
    const own = built.find((each) => each.channel === channel)?.crds.find(({ metadata }) => metadata.name === name);
    if (original) return [comparedTo(own, name, original)];
    return own ? [addedCrd(name, channel, originals)] : [];
  });
}

function comparedTo(
  built: CustomResourceDefinition | undefined,
  name: string,
  { file, channel, crd, changes, rounded }: Original,
): ImportedCrd {
  const found = differencesBetween(crd, built && withoutStamp(built, crd));
  const normalized = [...changes, ...found.filter(isNormal).map(({ pointer }) => pointer)];
  const differences = [...found.filter((each) => !isNormal(each)).map(describe), ...rounded.map(describeRounded)];
  const faithful = normalized.length === 0 ? "exact" : "normal-form";
  const result = differences.length > 0 ? "different" : faithful;
  return { name, ...(channel && { channel }), file, result, normalized, differences, problems: [] };
}

/** Returns the result for a CRD that only the standard channel has. */
function addedCrd(name: string, channel: Channel, [original]: readonly Original[]): ImportedCrd {
  const reason = `the build adds the CRD, because the ${channel} channel contains everything in the standard channel`;
  const differences = [{ pointer: "", reason }];
  const file = original?.file ?? "";
  return { name, channel, file, result: "different", normalized: [], differences, problems: [] };
}

/** Removes the annotations that the build adds to each CRD. */
function withoutStamp(built: CustomResourceDefinition, crd: JsonObject): JsonObject {
  const original = objectIn(objectIn(crd, "metadata"), "annotations");
  const isStamp = (key: string) => /\/(?:bundle-version|channel)$/.test(key) && !Object.hasOwn(original, key);
  const kept = Object.entries(built.metadata.annotations).filter(([key]) => !isStamp(key));
  const { annotations: _, ...metadata } = built.metadata;
  return { ...built, metadata: { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) } };
}

/** The build describes apiVersion and kind if nobody else does. */
function isNormal({ pointer, original }: Difference): boolean {
  return original === undefined && /\/openAPIV3Schema\/properties\/(?:apiVersion|kind)\/description$/.test(pointer);
}

function describe({ pointer, original, built }: Difference): ImportDifference {
  if (built === undefined) return { pointer, reason: `the build omits ${shown(original)}` };
  if (original === undefined) return { pointer, reason: `the build adds ${shown(built)}` };
  return { pointer, reason: `the build writes ${shown(built)} instead of ${shown(original)}` };
}

function describeRounded({ path, number }: RoundedInteger): ImportDifference {
  const pointer = path.reduce<string>((above, key) => pointerTo(above, String(key)), "");
  return { pointer, reason: `the build rounds ${number} to ${Number(number)}` };
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function groupOfSubject({ merged }: Subject): string {
  return groupOf(merged.crd);
}
