/** Merges newer CRDs into the sources of a project, in memory. */
import { isAdvice } from "../../core/diagnostics/catalog/index.js";
import { describeDiagnostic, diagnose } from "../../core/diagnostics/diagnose.js";
import { isSound, withLevels } from "../../core/diagnostics/levels.js";
import { type ApiModel, crdNameOf } from "../../core/model/api.js";
import type { Bundle } from "../../core/model/bundle.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { nameOf, rootOf, versionsOf } from "../../core/model/crd-parts.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportedCrd, KeptDescription } from "../../core/model/imported-crd.js";
import { isJsonObject, type Json, type JsonObject, objectIn } from "../../core/model/json.js";
import type { SourceText } from "../../core/model/location.js";
import { EMBEDDED_FIELDS } from "../../core/model/schema.js";
import { failure, type Result, success } from "../../core/result.js";
import { controlProblems } from "../../host/text.js";
import { type DescribedCrd, keepDescriptions } from "../../import/descriptions.js";
import { mergeApi } from "../../import/merge/merge.js";
import { normalForm } from "../../import/normal-form.js";
import { type Analysis, analyse, printedCrds } from "../build.js";
import type { ReadImports } from "../read-imports.js";
import type { Library } from "./build-back.js";
import type { CrdToImport } from "./read-crds.js";
import { compareBuilt, translate } from "./translate.js";

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
  const { sources, crds, library } = subject;
  const before = await buildOf(subject, sources);
  if (!isSound(before.found))
    return failure(
      before.found.filter(({ code }) => !isAdvice(code)),
      sources,
    );
  const described = crds.map((read) => ({ ...read, ...withDescriptions(read, before.crds, subject) }));
  const fresh = translate(described, "import", library).crds;
  const wanted = described.filter(({ crd }) =>
    fresh.some(({ name, result }) => name === nameOf(crd) && result !== "not-imported"),
  );
  const names = new Set(wanted.map(({ crd }) => nameOf(crd)));
  const untouched = [...before.crds].filter(([name]) => !names.has(name)).map(([, crd]) => crd);
  const view = before.analysis.views.at(-1);
  const { sources: merged, blocked } = mergeApi({
    model: view?.model ?? before.analysis.model,
    sources,
    layout: subject.bundle.descriptions,
    before: [...before.crds.values()],
    after: [...wanted.map(({ crd }) => normalForm(withoutAdded(crd, before)).crd), ...untouched],
  });
  if (blocked.length > 0)
    return failure(
      blocked.map((location) => diagnose("import-merge-shared", {}, location)),
      sources,
    );
  const after = await buildOf(subject, merged);
  if (!isSound(after.found)) return failure(unbuildable(after.found), sources);
  const results = wanted.map((read) => compareBuilt(read, after.printed.get(nameOf(read.crd))));
  const problems = results.flatMap((result) => unexpected(result, fresh));
  if (problems.length > 0) return failure(problems, sources);
  return success({
    sources: merged,
    crds: [...results, ...fresh.filter(({ result }) => result === "not-imported")],
    descriptions: described.flatMap(keptIn),
    advice: await adviceOn(subject, merged, after),
  });
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
  /** In their normal form. */
  readonly crds: ReadonlyMap<string, JsonObject>;
  readonly printed: ReadonlyMap<string, CustomResourceDefinition>;
}

/** Returns the settings with which the API server does not keep fields that no type has. */
function pruning({ bundle }: MergeSubject): Bundle {
  return { ...bundle, preserveUnknownFields: "none" };
}

/** Builds the channel with all fields. */
async function buildOf(
  subject: MergeSubject,
  sources: readonly SourceText[],
  bundle = pruning(subject),
): Promise<ProjectBuild> {
  const { sources: modules, imports } = await subject.importsOf(sources);
  const analysis = analyse({ sources: [...sources, ...modules], imports, bundle });
  const { found, crds } = printedCrds(analysis, bundle);
  const model = analysis.views.at(-1)?.model ?? analysis.model;
  const printed = (crds.at(-1)?.crds ?? []).map((crd) => withoutStamps(crd, bundle));
  return {
    analysis,
    found: [...found, ...sources.flatMap(controlProblems)],
    crds: new Map(printed.map((crd) => [crd.metadata.name, normalForm(written(crd, model)).crd])),
    printed: new Map(printed.map((crd) => [crd.metadata.name, crd])),
  };
}

function withoutStamps(crd: CustomResourceDefinition, { annotations }: Bundle): CustomResourceDefinition {
  const stamps: readonly string[] = Object.values(annotations);
  const kept = Object.entries(crd.metadata.annotations).filter(([key]) => !stamps.includes(key));
  return { ...crd, metadata: { ...crd.metadata, annotations: Object.fromEntries(kept) } };
}

/** Returns a CRD without the descriptions that the build adds to apiVersion and kind if their properties have none. */
function written(crd: CustomResourceDefinition, { kinds }: ApiModel): JsonObject {
  const kind = kinds.find((each) => crdNameOf(each) === crd.metadata.name);
  const versions = crd.spec.versions.map((version) => {
    const fields = kind?.versions.find((each) => each.version === version.name)?.objectFields ?? [];
    const described = new Set(fields.filter(({ prose }) => prose.length > 0).map(({ name }) => name));
    const { properties = {}, ...root } = version.schema.openAPIV3Schema;
    const kept = Object.entries(properties).map(([name, { description, ...field }]) => {
      const isAdded = EMBEDDED_FIELDS.some((each) => each === name) && !described.has(name);
      return [name, { ...(description !== undefined && !isAdded && { description }), ...field }] as const;
    });
    return { ...version, schema: { openAPIV3Schema: { ...root, properties: Object.fromEntries(kept) } } };
  });
  return { ...crd, spec: { ...crd.spec, versions } } as unknown as JsonObject;
}

/** Returns a CRD without the descriptions of apiVersion and kind that the build adds, unless the sources have them. */
function withoutAdded(crd: JsonObject, { crds, printed }: ProjectBuild): JsonObject {
  const [own, built] = [crds.get(nameOf(crd)), printed.get(nameOf(crd)) as JsonObject | undefined];
  if (!own || !built) return crd;
  const spec = objectIn(crd, "spec");
  const versions = versionsOf(crd).map((version) => {
    const root = rootOf(version);
    const fields = Object.entries(objectIn(root, "properties")).map(([name, field]): readonly [string, Json] => {
      const textIn = (other: JsonObject) => {
        const same = versionsOf(other).find((each) => each.name === version.name);
        return same && rootOf(same).properties?.[name]?.description;
      };
      const isAdded = EMBEDDED_FIELDS.some((each) => each === name) && textIn(own) === undefined;
      if (!isAdded || !isJsonObject(field) || field.description !== textIn(built)) return [name, field];
      const { description: _, ...kept } = field;
      return [name, kept];
    });
    return { ...version, schema: { openAPIV3Schema: { ...root, properties: Object.fromEntries(fields) } } };
  });
  return { ...crd, spec: { ...spec, versions } };
}

function withDescriptions(
  { crd }: CrdToImport,
  current: ReadonlyMap<string, JsonObject>,
  { base }: MergeSubject,
): DescribedCrd {
  const own = current.get(nameOf(crd));
  const before = base.find((other) => nameOf(other.crd) === nameOf(crd));
  return own ? keepDescriptions(crd, own, before?.crd) : { crd, kept: [], conflicts: [] };
}

function keptIn({ crd, kept, conflicts }: DescribedCrd): KeptDescription[] {
  return kept.map((pointer) => ({ crd: nameOf(crd), pointer, isConflict: conflicts.includes(pointer) }));
}

function unbuildable(found: readonly Diagnostic[]): Diagnostic[] {
  const errors = found.filter(({ code }) => !isAdvice(code));
  const problems = new Set(errors.map((each) => describeDiagnostic(each).message));
  return [...problems].map((problem) => diagnose("import-merge-failed", { problem }));
}

/** Reports differences between a merged CRD and the newer one that a new import would not have. */
function unexpected({ name, differences }: ImportedCrd, fresh: readonly ImportedCrd[]): Diagnostic[] {
  const known = new Set(fresh.find((crd) => crd.name === name)?.differences.map(({ pointer }) => pointer));
  return differences
    .filter(({ pointer }) => !known.has(pointer))
    .map(({ pointer, reason }) => diagnose("import-merge-failed", { problem: `${name} ${pointer}: ${reason}` }));
}
