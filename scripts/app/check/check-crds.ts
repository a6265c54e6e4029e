/** Checks offline whether the API server accepts CRDs: those of a project, or those in files. */
import { diagnose, inManifest } from "../../core/diagnostics/diagnose.js";
import { asErrors } from "../../core/diagnostics/levels.js";
import type { CheckedCrd } from "../../core/model/checked-crd.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { minorOf, NEWEST_MINOR } from "../../core/model/kubernetes-minor.js";
import type { SourceText } from "../../core/model/location.js";
import type { Skipped } from "../../core/model/skipped.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { repeatedInput } from "../manifests.js";
import { fulfill } from "../request.js";
import { fileSubjects } from "./file-subjects.js";
import { asInstalled } from "./installed.js";
import { judgedCrds } from "./judged-crds.js";
import { nameOf } from "./problems.js";
import type { Subject, Subjects } from "./subject.js";

export interface CheckRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** Files, directories, or `-` for standard input. If unset, the CRDs that the project builds are checked. */
  readonly crds?: readonly string[];
  /** Files or directories with the installed CRDs. A CRD with the same name is checked as its update. */
  readonly old?: readonly string[];
  /** Version of the API server, as in `1.34`, one of those with known rules. If unset, the oldest of the project or, with `crds`, the newest. */
  readonly kubernetes?: string;
  /** Reports warnings as errors. */
  readonly strict?: boolean;
}

/** The checked CRDs, including those that the API server rejects. */
export interface CheckedCrds {
  readonly crds: readonly CheckedCrd[];
  /** The reasons for which the API server rejects CRDs, unreadable files, and advice that is neither accepted nor off. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files to which the diagnostics refer. */
  readonly sources: readonly SourceText[];
  /** The documents and links that were not checked. Unset for a project. */
  readonly skipped?: Skipped;
}

/**
 * Checks CRDs. The value contains errors if the API server rejects any of them. Fails if there are no CRDs to check, for
 * example because the types of the project have errors.
 */
export function checkCrds(request: CheckRequest, context: Context): Promise<Result<CheckedCrds>> {
  return fulfill(request, context, async () => {
    const { crds = [], old = [] } = request;
    const repeated = repeatedInput([...crds, ...old]);
    if (repeated) return failure(repeated);
    const read = await readSubjects(request, context);
    if (!read.ok) return read;
    const installed = await readInstalled(old, context);
    if (!installed.ok) return installed;
    remarkOnNames(read.value.subjects, installed.value, request, context);
    return judged(read.value, installed.value, request);
  });
}

/** Remarks on CRDs that are given more than once, and on installed CRDs that are compared with nothing. */
function remarkOnNames(
  subjects: readonly Subject[],
  old: readonly Subject[],
  { crds }: CheckRequest,
  { remark }: Context,
): void {
  const [names, oldNames] = [namesOf(subjects), namesOf(old)];
  const repeated = crds === undefined ? [] : repeatedIn(names); // a project has each CRD in both channels
  if (repeated.length > 0) remark({ about: "repeated-crds", crds: repeated, use: "checked" });
  const repeatedOld = repeatedIn(oldNames);
  if (repeatedOld.length > 0) remark({ about: "repeated-crds", crds: repeatedOld, use: "installed" });
  const known = new Set(names);
  const isCompared = oldNames.length === 0 || oldNames.some((name) => known.has(name));
  if (!isCompared) remark({ about: "nothing-installed", crds: [...new Set(oldNames)] });
}

function namesOf(subjects: readonly Subject[]): string[] {
  return subjects.map(({ crd }) => nameOf(crd)).filter((name) => name !== "");
}

function repeatedIn(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.size === seen.add(name).size))];
}

interface ReadSubjects extends Subjects {
  /** The version of the API server, unless the request names one. */
  readonly kubernetes: string;
  readonly sources: readonly SourceText[];
  readonly skipped?: Skipped;
}

async function readSubjects(request: CheckRequest, context: Context): Promise<Result<ReadSubjects>> {
  if (request.crds === undefined) {
    // Only a project needs the TypeScript compiler, which takes longer to load than most files take to check.
    const { projectSubjects } = await import("./project-subjects.js");
    const built = await projectSubjects(request, context);
    if (!built.ok) return built;
    const { bundle, ...subjects } = built.value;
    return success({ ...subjects, kubernetes: bundle.kubernetes.oldest });
  }
  const { diagnostics: found, ...read } = await fileSubjects(request.crds, context);
  if (read.subjects.length > 0) return success({ ...read, found, acceptances: [], kubernetes: NEWEST_MINOR });
  return failure(found.length > 0 ? found : noCrds(request.crds), read.sources);
}

/** Reads the installed CRDs. Fails if there are none although the user named files, because nothing would be compared. */
async function readInstalled(names: readonly string[], context: Context): Promise<Result<readonly Subject[]>> {
  const { subjects, diagnostics, sources } = await fileSubjects(names, context);
  if (diagnostics.length > 0) return failure(diagnostics, sources);
  return names.length > 0 && subjects.length === 0 ? failure(noCrds(names)) : success(subjects);
}

function noCrds(names: readonly string[]): Diagnostic {
  return inManifest(diagnose("bundle-missing", { path: names.join(", ") }));
}

function judged(
  { kubernetes, sources, skipped, ...subjects }: ReadSubjects,
  old: readonly Subject[],
  request: CheckRequest,
): Result<CheckedCrds> {
  const installed = new Map(old.map(({ crd }) => [nameOf(crd), asInstalled(crd)]));
  const { crds, diagnostics } = judgedCrds(subjects, { minor: minorOf(request.kubernetes ?? kubernetes), installed });
  const found = request.strict ? asErrors(diagnostics) : diagnostics;
  return success({ crds, diagnostics: found, sources, ...(skipped && { skipped }) });
}
