/** Merges newer CRDs into the sources of a project, in memory. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { isSound, withLevels } from "../../core/diagnostics/levels.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { nameOf, rootOf, versionsOf } from "../../core/model/crd-parts.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportedCrd, KeptDescription } from "../../core/model/imported-crd.js";
import { type Json, type JsonObject, objectIn, ownIn, sameJson } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { failure, type Result, success } from "../../core/result.js";
import { OBJECT_PROPERTIES } from "../../emit/crd.js";
import type { ChannelCrds } from "../../emit/printed-channel.js";
import { controlProblems } from "../../host/text.js";
import { type DescribedCrd, keepDescriptions } from "../../import/descriptions.js";
import { mergeApi } from "../../import/merge/merge.js";
import type { MergedCrd } from "../../import/merge-channels.js";
import { type Analysis, analyse, printedCrds } from "../build.js";
import type { ReadImports } from "../read-imports.js";
import type { Library } from "./build-back.js";
import type { CrdToImport } from "./read-crds.js";
import { compareBuilt, subjectsOf, translate } from "./translate.js";

export interface MergeSubject {
  readonly bundle: Bundle;
  /** The sources of the project, without those of packages. */
  readonly sources: readonly SourceText[];
  /** Returns the modules of packages that sources import. */
  readonly importsOf: (sources: readonly SourceText[]) => Promise<ReadImports>;
  /** The newer CRDs. */
  readonly crds: readonly CrdToImport[];
  /** The CRDs from which the project was imported, if they are known. */
  readonly base: readonly CrdToImport[];
  readonly library: Library;
}

export interface MergedSources {
  readonly sources: readonly SourceText[];
  readonly crds: readonly ImportedCrd[];
  readonly descriptions: readonly KeptDescription[];
  /** Codes of the advice that a build of the sources reports. */
  readonly advice: readonly string[];
}

/**
 * Returns the sources that build to newer CRDs. Kinds that are not among these stay as they are. It is a failure if the
 * sources cannot be read, or if the result does not build to the CRDs.
 */
export async function mergeSources(subject: MergeSubject): Promise<Result<MergedSources>> {
  const { sources, crds, library, bundle } = subject;
  const before = await buildOf(subject, sources);
  if (!isSound(before.found)) return failure(before.found.filter(isError), sources);
  const partial = partialKinds(crds, before);
  if (partial.length > 0) return failure(partial, sources);
  const described = crds.map((read) => withDescriptions(read, before, subject));
  const fresh = translate(described, "import", library).crds;
  const rejected = fresh.filter(({ result }) => result === "not-imported");
  const wanted = described.filter(({ crd }) => !rejected.some(({ name }) => name === nameOf(crd)));
  const { sources: merged, blocked } = mergeApi({
    model: before.analysis.views.at(-1)?.model ?? before.analysis.model,
    sources,
    bundle,
    before: before.kinds,
    after: kindsAfter(wanted, before, bundle),
  });
  if (blocked.length > 0)
    return failure(
      blocked.map((location) => diagnose("import-merge-shared", {}, location)),
      sources,
    );
  const after = await buildOf(subject, merged);
  if (!isSound(after.found)) return failure(unbuildable(after.found), sources);
  const compared = compareMerged(wanted, fresh, { before, after }, subject);
  if (!compared.ok) return failure(compared.diagnostics, sources);
  return success({
    sources: merged,
    crds: [...compared.value, ...rejected],
    descriptions: wanted.flatMap(keptIn),
    advice: await adviceOn(subject, merged, after),
  });
}

/** A CRD with the descriptions that it must have after the merge. */
type DescribedRead = CrdToImport & DescribedCrd;

/** Returns the CRDs to which the sources must build. Those that are not merged stay. */
function kindsAfter(wanted: readonly DescribedRead[], before: ProjectBuild, { channels }: Bundle): MergedCrd[] {
  const plain = wanted.map((read) => ({ ...read, crd: withoutAdded(read.crd) }));
  const names = new Set(wanted.map(({ crd }) => nameOf(crd)));
  const others = before.kinds.filter(({ crd }) => !names.has(nameOf(crd)));
  return [...subjectsOf(plain, channels).map(({ merged }) => merged), ...others];
}

interface Builds {
  readonly before: ProjectBuild;
  readonly after: ProjectBuild;
}

/** Compares the CRDs of the merged sources with the newer ones, and all others with those before the merge. */
function compareMerged(
  wanted: readonly DescribedRead[],
  fresh: readonly ImportedCrd[],
  { before, after }: Builds,
  { bundle }: MergeSubject,
): Result<ImportedCrd[]> {
  const built = wanted.map((read) => withBuiltDescriptions(read, after, bundle));
  const results = subjectsOf(built, bundle.channels).flatMap((kind) => compareBuilt(kind, after.crds));
  const problems = [
    ...results.flatMap((result) => unexpected(result, fresh)),
    ...built.flatMap(({ crd, kept, expected }) => unexpectedDescriptions(nameOf(crd), kept, expected)),
    ...changedBesides(new Set(wanted.map(({ crd }) => nameOf(crd))), before, after),
  ];
  return problems.length > 0 ? failure(problems) : success(results);
}

/**
 * Returns a newer CRD with the descriptions to which the merged sources build. They can differ from those in the newer
 * CRD where the project keeps its own, to which a build also adds those of enum members.
 */
function withBuiltDescriptions(read: DescribedRead, after: ProjectBuild, bundle: Bundle) {
  const known = { current: crdsOf(read, after, bundle), base: undefined };
  return { ...read, ...keepDescriptions(read.crd, known, bundle.descriptions), expected: read.kept };
}

function unexpectedDescriptions(name: string, kept: readonly string[], expected: readonly string[]): Diagnostic[] {
  const others = kept.filter((pointer) => !expected.includes(pointer));
  return others.map((pointer) => failed(`${name} ${pointer}: the build writes another description`));
}

/** Reports kinds of the project of which only one set contains the CRD, because the other channel could lose the kind. */
function partialKinds(crds: readonly CrdToImport[], { crds: built }: ProjectBuild): Diagnostic[] {
  const names = new Set(crds.filter(({ channel }) => channel).map(({ crd }) => nameOf(crd)));
  return built.flatMap(({ channel, crds: known }) =>
    known
      .map(({ metadata }) => metadata.name)
      .filter((name) => names.has(name) && !crds.some((read) => read.channel === channel && nameOf(read.crd) === name))
      .map((name) => diagnose("import-merge-partial", { name, channel })),
  );
}

function isError({ code }: Diagnostic): boolean {
  return !isAdvice(code);
}

async function adviceOn(subject: MergeSubject, sources: readonly SourceText[], plain: ProjectBuild): Promise<string[]> {
  const { bundle } = subject;
  const { found, analysis } = bundle.preserveUnknownFields === "none" ? plain : await buildOf(subject, sources, bundle);
  const reported = withLevels(found, { acceptances: analysis.acceptances, levels: bundle.levels });
  return [...new Set(reported.map(({ code }) => code))].sort();
}

interface ProjectBuild {
  readonly analysis: Analysis;
  readonly found: readonly Diagnostic[];
  /** The CRDs of each channel, without the annotations of the bundle. */
  readonly crds: readonly ChannelCrds[];
  /** The same CRDs in their normal form, without what the build adds, merged across the channels. */
  readonly kinds: readonly MergedCrd[];
}

/** Returns the settings with which the API server does not keep fields that no type has. */
function pruning({ bundle }: MergeSubject): Bundle {
  return { ...bundle, preserveUnknownFields: "none" };
}

async function buildOf(
  subject: MergeSubject,
  sources: readonly SourceText[],
  bundle = pruning(subject),
): Promise<ProjectBuild> {
  const { sources: modules, imports } = await subject.importsOf(sources);
  const analysis = analyse({ sources: [...sources, ...modules], imports, bundle });
  const { found, crds: built } = printedCrds(analysis, bundle);
  const crds = built.map(({ channel, crds }) => ({ channel, crds: crds.map((crd) => withoutStamps(crd, bundle)) }));
  const reads = crds.flatMap(({ channel, crds }) =>
    crds.map((crd) => ({ crd: withoutAdded(crd as unknown as JsonObject), channel, file: "", rounded: [] })),
  );
  const kinds = subjectsOf(reads, bundle.channels).map(({ merged }) => merged);
  return { analysis, found: [...found, ...sources.flatMap(controlProblems)], crds, kinds };
}

function withoutStamps(crd: CustomResourceDefinition, { annotations }: Bundle): CustomResourceDefinition {
  const stamps: readonly string[] = Object.values(annotations);
  const kept = Object.entries(crd.metadata.annotations).filter(([key]) => !stamps.includes(key));
  return { ...crd, metadata: { ...crd.metadata, annotations: Object.fromEntries(kept) } };
}

/** Returns a CRD without the descriptions that a build adds to fields of all objects. */
function withoutAdded(crd: JsonObject): JsonObject {
  const versions = versionsOf(crd).map((version) => {
    const { properties = {}, ...root } = rootOf(version);
    const fields = Object.entries(properties).map(([name, field]) => {
      const { description, ...others } = field;
      return [name, description === ownIn(OBJECT_PROPERTIES, name)?.description ? others : field] as const;
    });
    return { ...version, schema: { openAPIV3Schema: { ...root, properties: Object.fromEntries(fields) } } };
  });
  return { ...crd, spec: { ...objectIn(crd, "spec"), versions } };
}

function withDescriptions(read: CrdToImport, before: ProjectBuild, { base, bundle }: MergeSubject): DescribedRead {
  const older = base.find((other) => nameOf(other.crd) === nameOf(read.crd))?.crd;
  const known = { current: crdsOf(read, before, bundle), base: older };
  return { ...read, ...keepDescriptions(read.crd, known, bundle.descriptions) };
}

/** Returns the CRD of the same kind to which the project builds: that of the same channel, then that of the other one. */
function crdsOf({ crd, channel }: CrdToImport, { crds }: ProjectBuild, { channels }: Bundle): JsonObject[] {
  const own = channel ?? channels[0];
  const inOrder = [...crds].sort((a, b) => Number(b.channel === own) - Number(a.channel === own));
  return inOrder.flatMap((built) => {
    const found = built.crds.find(({ metadata }) => metadata.name === nameOf(crd));
    return found ? [withoutAdded(found as unknown as JsonObject)] : [];
  });
}

function keptIn({ crd, channel, kept, conflicts }: DescribedRead): KeptDescription[] {
  const about = { crd: nameOf(crd), ...(channel && { channel }) };
  return kept.map((pointer) => ({ ...about, pointer, isConflict: conflicts.includes(pointer) }));
}

function unbuildable(found: readonly Diagnostic[]): Diagnostic[] {
  const problems = new Set(found.filter(isError).map((each) => describeDiagnostic(each).message));
  return [...problems].map(failed);
}

function failed(problem: string): Diagnostic {
  return diagnose("import-merge-failed", { problem });
}

/** Reports differences between a merged CRD and the newer one that a new import would not have. */
function unexpected({ name, channel, differences }: ImportedCrd, fresh: readonly ImportedCrd[]): Diagnostic[] {
  const imported = fresh.find((crd) => crd.name === name && crd.channel === channel);
  const known = new Set(imported?.differences.map((difference) => JSON.stringify(difference)));
  return differences
    .filter((difference) => !known.has(JSON.stringify(difference)))
    .map(({ pointer, reason }) => failed(`${[name, pointer].join(" ").trim()}: ${reason}`));
}

/** Reports CRDs of other kinds that a merge would change, because these kinds share types with those that it merges. */
function changedBesides(names: ReadonlySet<string>, before: ProjectBuild, after: ProjectBuild): Diagnostic[] {
  const [old, built] = [otherCrds(names, before), otherCrds(names, after)];
  const all = [...new Set([...old.keys(), ...built.keys()])];
  const changed = all.filter((key) => !sameJson(old.get(key), built.get(key)));
  return [...new Set(changed.map((key) => key.slice(0, key.indexOf(" "))))].map((name) =>
    failed(`${name}, which is not among them or cannot be imported, would change`),
  );
}

/** Returns the CRDs of all other kinds, by name and channel. */
function otherCrds(names: ReadonlySet<string>, { crds }: ProjectBuild): ReadonlyMap<string, Json> {
  return new Map(
    crds.flatMap((built) =>
      built.crds
        .filter(({ metadata }) => !names.has(metadata.name))
        .map((crd) => [`${crd.metadata.name} ${built.channel}`, crd as unknown as Json] as const),
    ),
  );
}
