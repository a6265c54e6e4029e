/** Imports CRDs: writes the TypeScript types and the settings that build to them. */
import { basename, resolve } from "node:path";
import { defaultName, newNameProblem } from "../../core/config/new-project.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { CHANNELS } from "../../core/model/channel.js";
import { kindOf } from "../../core/model/crd-parts.js";
import type { CreatedProject } from "../../core/model/created-project.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { ImportedCrd, MergedProject } from "../../core/model/imported-crd.js";
import { pathFrom } from "../../core/path-from.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { failure, type Result, success } from "../../core/result.js";
import { realPathOf } from "../../host/paths.js";
import type { Context } from "../context.js";
import { createProject, type NewSources, placeProblems } from "../init/create-project.js";
import { repeatedInput } from "../manifests.js";
import { fulfill } from "../request.js";
import { readLibrary } from "./build-back.js";
import { mergeCrds } from "./merge-crds.js";
import { type CrdSet, readCrdsToImport } from "./read-crds.js";
import { type Translation, translate } from "./translate.js";

export interface ImportRequest {
  /** Directory of the new project, relative to the working directory. */
  readonly project: string;
  /** Files, directories, or `-` for standard input. Unset if the CRDs of two channels are imported. */
  readonly files?: readonly string[];
  /** The same for the CRDs of the standard channel. Set together with `experimental`. */
  readonly standard?: readonly string[];
  /** The same for the CRDs of the experimental channel. */
  readonly experimental?: readonly string[];
  /** Name of the bundle; that of the directory, or the plural of the first kind, if unset. */
  readonly name?: string;
  /** Writes nothing. */
  readonly check?: boolean;
  /** Changes the types of an existing project instead of creating one. */
  readonly merge?: boolean;
  /** With `merge`: files or directories with the CRDs that were imported before. */
  readonly base?: readonly string[];
}

export interface ImportedCrds {
  readonly crds: readonly ImportedCrd[];
  /** Codes of the advice that the settings of the project turn off. */
  readonly advice: readonly string[];
  /** The created files. Unset if nothing was written: with `check`, or because no CRD can be imported. */
  readonly project?: CreatedProject;
  /** With `merge`: the files that changed or, with `check`, would change. */
  readonly merged?: MergedProject;
}

/**
 * Imports CRDs. Builds the types in memory and compares the result with each CRD before it writes anything. The value
 * lists the CRDs that the types cannot express, with the reasons. Their kinds are not in the project. No file is replaced.
 */
export function importCrds(request: ImportRequest, context: Context): Promise<Result<ImportedCrds>> {
  return fulfill(request, context, async () => {
    const { check = false, merge = false, base = [] } = request;
    const sets = setsIn(request);
    const wrongPaths = setsProblem(request, context) ?? repeatedInput([...sets.flatMap(({ paths }) => paths), ...base]);
    if (wrongPaths) return failure(wrongPaths);
    const wrong = wrongOption(request);
    if (wrong) return failure(diagnose("import-merge-option", wrong));
    const directory = await realPathOf(resolve(context.cwd, request.project));
    if (merge) {
      const merged = await mergeCrds({ directory, named: request.project, sets, base, check }, context);
      return merged.ok ? success({ ...merged.value, advice: [] }) : merged;
    }
    const wrongName = request.name === undefined ? undefined : newNameProblem(request.name);
    if (wrongName !== undefined) {
      return failure(diagnose("init-answer", { name: "name", value: request.name ?? "", problem: wrongName }));
    }
    const place = { directory, shown: (path: string) => pathFrom(context.cwd, path) || "." };
    const problems = check ? [] : await placeProblems(place);
    if (problems.length > 0) return failure(problems);
    const read = await readCrdsToImport(sets, context);
    if (!read.ok) return read;
    const name = request.name ?? defaultName(basename(directory), kindOf(read.value[0]?.crd ?? {}));
    const translation = translate(read.value, name, await readLibrary());
    const { crds, advice } = translation;
    if (check || translation.kinds.length === 0) return success({ crds, advice });
    const project = await createProject(contentOf(translation, name), place, context);
    return project.ok ? success({ crds, advice, project: project.value }) : project;
  });
}

/** Returns the sets of a request: one, or one for each channel. */
function setsIn({ files = [], standard, experimental }: ImportRequest): readonly CrdSet[] {
  if (!standard || !experimental) return [{ paths: files }];
  return [
    { channel: "standard", paths: standard },
    { channel: "experimental", paths: experimental },
  ];
}

/** Reports paths that are neither one set of CRDs nor two different ones. */
function setsProblem({ files = [], standard, experimental }: ImportRequest, { cwd }: Context): Diagnostic | undefined {
  const problemOf = (problem: string) => diagnose("usage-invalid", { problem });
  if (!standard && !experimental) return files.length > 0 ? undefined : problemOf(`specify ${PATHS}`);
  if (files.length > 0)
    return problemOf("paths without an option cannot be combined with --standard and --experimental");
  if (!standard || !experimental) {
    const [given, missing] = standard ? CHANNELS : [...CHANNELS].reverse();
    return problemOf(`--${given} requires --${missing}; to import one channel, specify its paths without an option`);
  }
  const paths = new Set(standard.map((path) => resolve(cwd, path)));
  const twice = experimental.find((path) => path !== "-" && paths.has(resolve(cwd, path)));
  return twice === undefined ? undefined : problemOf(`${twice} is specified for both channels`);
}

const PATHS = "files or directories with CRDs, or those of two channels with --standard and --experimental";

/** Returns an option that does not go together with `merge`, or that needs it. */
function wrongOption({ merge = false, base, name, standard }: ImportRequest) {
  if (merge && standard && base) return { option: "--base", problem: "does not apply to the CRDs of two channels" };
  if (merge && name !== undefined) return { option: "--name", problem: "only applies to a new project" };
  return !merge && base !== undefined ? { option: "--base", problem: "only applies with --merge" } : undefined;
}

function contentOf({ sources, settings, kinds }: Translation, name: string): NewSources {
  return { name, kinds, sources: [...sources, { path: BUNDLE_FILE, text: settings }] };
}
