/** Validates objects as the API server would: custom resources under their CRDs, and all of them under policies. */
import { resolve } from "node:path";
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import type { Channel } from "../../core/model/channel.js";
import { type Diagnostic, inSourceOrder } from "../../core/model/diagnostic.js";
import { minorOf, NEWEST_MINOR } from "../../core/model/kubernetes-minor.js";
import type { SourceText } from "../../core/model/location.js";
import type { Skipped } from "../../core/model/skipped.js";
import type { ValidatedObject } from "../../core/model/validated-object.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { entryType } from "../../host/files.js";
import { subjectOf } from "../check/file-subjects.js";
import { nameOf } from "../check/problems.js";
import type { Subject } from "../check/subject.js";
import type { Context } from "../context.js";
import {
  countKinds,
  isCrd,
  type ManifestFiles,
  readCrdManifests,
  readManifestFiles,
  repeatedInput,
} from "../manifests.js";
import { missingChannel } from "../missing-channel.js";
import { fulfill } from "../request.js";
import { NO_OBJECT, unreadableManifest } from "../unreadable-manifest.js";
import { Definitions } from "./definitions.js";
import { ObjectValidator } from "./object-validator.js";
import { hasPolicy, Policies } from "./policies.js";
import { StoredObjects } from "./stored-objects.js";

export interface ValidateRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** Files or directories with objects, or `-` for standard input. CRDs among them define kinds, too. */
  readonly files: readonly string[];
  /** The channel whose CRDs the project builds. If unset, the standard channel. */
  readonly channel?: Channel;
  /** Files or directories with the CRDs. If unset, the CRDs that the project builds are used. */
  readonly crds?: readonly string[];
  /** Files or directories with ValidatingAdmissionPolicies, their bindings and parameters. */
  readonly policies?: readonly string[];
  /** Files or directories with the stored objects. An object that is among them is validated as an update. */
  readonly old?: readonly string[];
  /** Validates updates of the status. An object without an old one is updated from itself without a status. */
  readonly subresource?: "status";
  /** Version of the API server, as in `1.34`, one of those with known rules. If unset, the newest. */
  readonly kubernetes?: string;
  /** Reports unknown fields as errors. */
  readonly strict?: boolean;
  /** Returns accepted objects with their defaults. */
  readonly defaulted?: boolean;
}

/** The validated objects, including those that the API server rejects. */
export interface ValidatedObjects {
  readonly objects: readonly ValidatedObject[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files to which the diagnostics refer. */
  readonly sources: readonly SourceText[];
  /** The objects of kinds of Kubernetes and the links that were not validated. */
  readonly skipped: Skipped;
}

/**
 * Validates objects. The value contains errors if the API server rejects any of them, or if the kind of one is unknown.
 * Fails if there is nothing to validate, or if CRDs, policies or old objects cannot be read.
 */
export function validateObjects(request: ValidateRequest, context: Context): Promise<Result<ValidatedObjects>> {
  return fulfill(request, context, async () => {
    const { files, crds = [], policies = [], old = [] } = request;
    const repeated = repeatedInput([...files, ...crds, ...policies, ...old]);
    if (repeated) return failure(repeated);
    const read = await readManifestFiles(files, context);
    if (read.manifests.length === 0) return failure(nothingIn(files, read), read.sources);
    const defined = await readDefinitions(request, read, context);
    if (!defined.ok) return defined;
    const others = { policies: await readManifestFiles(policies, context), old: await readManifestFiles(old, context) };
    const unreadable = [...others.policies.diagnostics, ...others.old.diagnostics];
    const sources = [read, defined.value, others.policies, others.old].flatMap((part) => part.sources);
    if (unreadable.length > 0) return failure(unreadable, sources);
    if (request.policies && !hasPolicy(others.policies.manifests)) return failure(noPolicyIn(policies), sources);
    const found = judged(request, read, { ...others, subjects: defined.value.subjects }, context);
    return success({ ...found, sources });
  });
}

function nothingIn(files: readonly string[], { diagnostics }: ManifestFiles): readonly Diagnostic[] {
  return diagnostics.length > 0 ? diagnostics : [inManifest(diagnose("objects-missing", { path: files.join(", ") }))];
}

function noPolicyIn(paths: readonly string[]): Diagnostic[] {
  return [inManifest(diagnose("policies-missing", { path: paths.join(", ") }))];
}

function noCrdIn(paths: readonly string[]): Diagnostic[] {
  return [inManifest(diagnose("bundle-missing", { path: paths.join(", ") }))];
}

/** The directory of the project unless a user specifies another one. */
const THIS_DIRECTORY = ".";

interface ReadDefinitions {
  readonly subjects: readonly Subject[];
  readonly sources: readonly SourceText[];
}

/** The CRDs among the objects need no project. */
async function readDefinitions(
  request: ValidateRequest,
  { manifests: given }: ManifestFiles,
  context: Context,
): Promise<Result<ReadDefinitions>> {
  if (request.crds) {
    const { manifests, diagnostics, sources, unread } = await readCrdManifests(request.crds, context);
    if (diagnostics.length > 0) return failure(diagnostics, sources);
    if (unread.length > 0) context.remark({ about: "unread-in-charts", files: unread });
    const subjects = manifests.filter(isCrd).map(subjectOf);
    const isMissing = subjects.length === 0 && request.crds.length > 0;
    return isMissing ? failure(noCrdIn(request.crds), sources) : success({ subjects, sources });
  }
  const needsProject = request.project !== THIS_DIRECTORY || !given.some(isCrd);
  if (!needsProject && !(await isProject(request.project, context))) return success({ subjects: [], sources: [] });
  // Only a project needs the TypeScript compiler, which takes longer to load than most objects take to validate.
  const { projectSubjects } = await import("../check/project-subjects.js");
  const built = await projectSubjects(request, context);
  if (!built.ok) return built;
  const { bundle } = built.value;
  const missing = missingChannel(request.channel, bundle);
  if (missing) return failure(missing);
  const { channel = bundle.channels[0] } = request;
  return success({ ...built.value, subjects: built.value.subjects.filter((subject) => subject.channel === channel) });
}

async function isProject(project: string, { cwd }: Context): Promise<boolean> {
  return (await entryType(resolve(cwd, project, BUNDLE_FILE))) !== undefined;
}

interface Surroundings {
  readonly subjects: readonly Subject[];
  readonly policies: ManifestFiles;
  readonly old: ManifestFiles;
}

function judged(
  request: ValidateRequest,
  { manifests, diagnostics: unreadable, noObjects, links }: ManifestFiles,
  { subjects, policies, old }: Surroundings,
  { remark }: Context,
): Omit<ValidatedObjects, "sources"> {
  const minor = minorOf(request.kubernetes ?? NEWEST_MINOR);
  const given = new Map([...manifests, ...policies.manifests].filter(isCrd).map((crd) => [crd, subjectOf(crd)]));
  const installed = new Map(old.manifests.filter(isCrd).map(({ value }) => [nameOf(value), value]));
  const definitions = new Definitions([...given.values(), ...subjects], { minor, installed });
  const reviewed = new Policies(policies.manifests, manifests, definitions, minor);
  const olds = new StoredObjects(old.manifests.map(({ value }) => value));
  const validator = new ObjectValidator(definitions, reviewed, olds, request);
  const results = manifests.map((manifest) => {
    const subject = given.get(manifest);
    return subject ? validator.crd(manifest, subject) : validator.object(manifest);
  });
  if (request.old && !olds.isUsed) remark({ about: "nothing-updated" });
  if (olds.repeated.length > 0) remark({ about: "repeated-objects", objects: olds.repeated });
  if (definitions.repeated.length > 0) remark({ about: "repeated-crds", crds: definitions.repeated, use: "defining" });
  const unapplied = reviewed.unapplied();
  if (unapplied.length > 0) remark({ about: "unapplied-policies", policies: unapplied });
  const unchecked = results.filter(({ hasUncheckedRules }) => hasUncheckedRules).length;
  if (unchecked > 0) remark({ about: "unchecked-rules", objects: unchecked });
  const validated = results.flatMap(({ result }) => (result ? [result] : []));
  const builtin = manifests.filter((_, index) => results[index]?.result === undefined);
  const skipped = { documents: countKinds(builtin), links };
  if (skipped.documents.length > 0) remark({ about: "builtin-objects", documents: skipped.documents });
  if (links.length > 0) remark({ about: "skipped-links", links });
  for (const { kind, name, warnings } of validated) {
    for (const message of warnings) remark({ about: "object-warning", object: `${kind} ${name}`, message });
  }
  const found = [
    ...unreadable,
    ...noObjects.map((place) => unreadableManifest(NO_OBJECT, place)),
    ...definitions.diagnostics,
    ...reviewed.diagnostics,
    ...results.flatMap(({ diagnostics }) => diagnostics),
  ];
  return { objects: validated, diagnostics: inSourceOrder(found), skipped };
}
