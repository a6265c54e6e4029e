/** Merges newer CRDs into the sources of a project, in memory. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic, diagnose } from "../../core/diagnostics/diagnose.js";
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
  const described = crds.map((read) => ({ ...read, ...withDescriptions(read, before, subject) }));
  const fresh = translate(described, "import", library).crds;
  const wanted = described.filter(
    ({ crd }) => !fresh.some(({ name, result }) => name === nameOf(crd) && result === "not-imported"),
  );
  const names = new Set(wanted.map(({ crd }) => nameOf(crd)));
  const untouched = before.kinds.filter(({ crd }) => !names.has(nameOf(crd)));
  const plain = wanted.map(({ crd, ...read }) => ({ ...read, crd: withoutAdded(crd) }));
  const { sources: merged, blocked } = mergeApi({
    model: before.analysis.views.at(-1)?.model ?? before.analysis.model,
    sources,
    layout: bundle.descriptions,
    before: before.kinds,
    after: [...subjectsOf(plain, bundle.channels).map((kind) => kind.merged), ...untouched],
  });
  if (blocked.length > 0)
    return failure(
      blocked.map((location) => diagnose("import-merge-shared", {}, location)),
      sources,
    );
  const after = await buildOf(subject, merged);
  if (!isSound(after.found)) return failure(unbuildable(after.found), sources);
  const results = subjectsOf(wanted, bundle.channels).flatMap((kind) => compareBuilt(kind, after.crds));
  const problems = [...results.flatMap((result) => unexpected(result, fresh)), ...changedBesides(names, before, after)];
  if (problems.length > 0) return failure(problems, sources);
  return success({
    sources: merged,
    crds: [...results, ...fresh.filter(({ result }) => result === "not-imported")],
    descriptions: described.flatMap(keptIn),
    advice: await adviceOn(subject, merged, after),
  });
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

function withDescriptions(read: CrdToImport, { crds }: ProjectBuild, { base, bundle }: MergeSubject): DescribedCrd {
  const { crd, channel = bundle.channels[0] } = read;
  const built = crds.find((each) => each.channel === channel)?.crds;
  const current = built?.find(({ metadata }) => metadata.name === nameOf(crd)) as unknown as JsonObject | undefined;
  if (!current) return { crd, kept: [], conflicts: [] };
  const before = base.find((other) => nameOf(other.crd) === nameOf(crd));
  return keepDescriptions(crd, { current: withoutAdded(current), base: before?.crd }, bundle.descriptions);
}

function keptIn({ crd, kept, conflicts }: DescribedCrd): KeptDescription[] {
  return kept.map((pointer) => ({ crd: nameOf(crd), pointer, isConflict: conflicts.includes(pointer) }));
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
  const others = ({ crds }: ProjectBuild) =>
    new Map(
      crds.flatMap(({ channel, crds }) =>
        crds
          .filter(({ metadata }) => !names.has(metadata.name))
          .map((crd) => [`${crd.metadata.name} (${channel})`, crd] as const),
      ),
    );
  const [old, built] = [others(before), others(after)];
  const changed = [...new Set([...old.keys(), ...built.keys()])].filter(
    (key) => !sameJson(old.get(key) as Json | undefined, built.get(key) as Json | undefined),
  );
  return changed.map((key) => failed(`${key} would change, although it is not among the new CRDs`));
}
