/** Finds the definitions with which objects are converted: those of a bundle, or those of a project. */
import { dirname, join, resolve } from "node:path";
import gt from "semver/functions/gt.js";
import { readBundleIndex } from "../../core/bundle-index.js";
import { BUNDLE_INDEX, CONVERSIONS, DIST } from "../../core/bundle-layout.js";
import { type BundleConversions, readBundleConversions } from "../../core/config/conversions.js";
import { readSettings, readVersion } from "../../core/config/settings.js";
import { describeDiagnostic } from "../../core/diagnostics/describe.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { conversionAnnotation } from "../../core/model/bundle.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { Version } from "../../core/model/release-version.js";
import { BUNDLE_FILE, CONVERSIONS_FILE, PACKAGE_FILE } from "../../core/project-layout.js";
import { combinedFailure, failure, type Result, success } from "../../core/result.js";
import { entryType } from "../../host/files.js";
import { readInput, readManifest } from "../../host/sources.js";
import { patternProblems } from "../../kubernetes/conversion/patterns.js";
import type { Context } from "../context.js";
import { missingProject } from "../missing-project.js";
import { readProjectConversions } from "../project-conversions.js";

export interface Definitions extends BundleConversions {
  /** Version of the bundle, if it is known. */
  readonly version?: Version | undefined;
  /** Directory of the bundle, relative to the working directory. */
  readonly directory: string;
}

/** Returns the definitions in `conversions.json` of a bundle, which is given by this file or its directory. */
export async function bundleDefinitions(path: string, { cwd }: Context): Promise<Result<Definitions>> {
  const type = path === "" ? undefined : await entryType(resolve(cwd, path));
  if (type === undefined) return failure(diagnose("crds-missing", { path }));
  const name = type === "directory" ? join(path, CONVERSIONS) : path;
  if ((await entryType(resolve(cwd, name))) !== "file") {
    return failure(diagnose("conversions-unreadable", { path: name, problem: "the file does not exist" }));
  }
  const { files, diagnostics } = await readManifest(resolve(cwd, name), name);
  const [file] = files;
  if (diagnostics.length > 0 || !file) return failure(diagnostics, files);
  const read = readBundleConversions(file);
  if (!read.ok) return failure(read.diagnostics.map(unreadable), files);
  const placeOf = () => ({ file: name, start: 0, end: 1 });
  const problems = read.value.conversions.flatMap((conversion) => patternProblems({ ...conversion, placeOf }));
  if (problems.length > 0) return failure(problems.map(unreadable), files);
  const { files: indexes } = await readInput(resolve(cwd, dirname(name)), BUNDLE_INDEX);
  return success({ ...read.value, version: readBundleIndex(indexes[0]?.text)?.version, directory: dirname(name) });
}

/** Users of a bundle cannot correct its definitions. */
function unreadable(diagnostic: Diagnostic): Diagnostic {
  const { location } = diagnostic;
  const { path, problem = describeDiagnostic(diagnostic).message } = diagnostic.args;
  const args = { path: String(path ?? location?.file), problem: String(problem) };
  return diagnose("conversions-unreadable", args, location);
}

/** Returns the definitions in `apis/conversions.yaml` of a project. */
export async function projectDefinitions(project: string, named: string): Promise<Result<Definitions>> {
  const [settings, packageJson, conversions] = await Promise.all([
    readInput(project, BUNDLE_FILE),
    readInput(project, PACKAGE_FILE),
    readProjectConversions(project),
  ]);
  const [file] = settings.files;
  if (settings.diagnostics.length > 0) return failure(settings.diagnostics, settings.files);
  if (!file) return failure((await missingProject(project, named)) ?? noDefinitions());
  const read = readSettings(file);
  if (!read.ok) return combinedFailure([failure(read.diagnostics, [file]), conversions]);
  if (!conversions.ok) return conversions;
  const stated = readVersion(undefined, packageJson.files[0]);
  // Maintainers write definitions for the next release, so they can be newer than the version.
  const releases = conversions.value.definitions.map(({ since }) => since);
  const version = stated.ok && [stated.value, ...releases].reduce((a, b) => (gt(a, b) ? a : b));
  return success({
    ...(version && { version }),
    directory: join(named, DIST),
    annotation: conversionAnnotation(read.value.annotations),
    conversions: conversions.value.definitions,
  });
}

function noDefinitions() {
  return diagnose("usage-invalid", {
    problem: `there is no ${BUNDLE_FILE} with ${CONVERSIONS_FILE} here; specify a project, or a bundle with --bundle`,
  });
}
