/** Reads the parts of a project that every command needs: its settings and its sources. */
import { join } from "node:path";
import { floorProblem, readSettings, readVersion } from "../core/config/settings.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Bundle, Settings } from "../core/model/bundle.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { Imports } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";
import type { Version } from "../core/model/release-version.js";
import { APIS, BUNDLE_FILE, PACKAGE_FILE } from "../core/project-layout.js";
import { combinedFailure, diagnosticsIn, failure, type Result, success } from "../core/result.js";
import { hasPendingFiles } from "../host/output-directory.js";
import { readInput, readSources } from "../host/sources.js";
import { missingProject } from "./missing-project.js";
import { type ProjectConversions, readProjectConversions } from "./project-conversions.js";
import { type ImportsOf, readImports } from "./read-imports.js";

export interface Project {
  readonly bundle: Bundle;
  /** All TypeScript files under `apis/`, and the modules of packages that they import. */
  readonly sources: readonly SourceText[];
  readonly imports: Imports;
  /** All files to which diagnostics of a build refer: the settings and the sources. */
  readonly files: readonly SourceText[];
  readonly conversions: ProjectConversions;
}

export interface ReadOptions {
  /** Replaces the version in the package.json of the project. */
  readonly bundleVersion?: string | undefined;
  /** The directory as the user passed it, for messages. */
  readonly named?: string | undefined;
  /** The directory in which the packages are installed, for a copy of the sources. */
  readonly packages?: string | undefined;
  /** Finds the imports of the sources. If unset, the compiler does. */
  readonly importsOf?: ImportsOf | undefined;
}

/** Reads the settings and sources of a project. */
export async function readProject(
  project: string,
  { bundleVersion, named = project, packages = project, importsOf }: ReadOptions = {},
): Promise<Result<Project>> {
  const [isMerging, settingsFile, packageJson, apis, conversions] = await Promise.all([
    hasPendingFiles({ root: join(project, APIS), anchor: project, beside: [] }),
    readInput(project, BUNDLE_FILE),
    readInput(project, PACKAGE_FILE),
    readSources(project, APIS),
    readProjectConversions(project),
  ]);
  if (isMerging) return failure(diagnose("import-interrupted", { path: APIS }));
  const inputs = [settingsFile, packageJson, apis];
  const unsound = inputs.flatMap(({ diagnostics }) => diagnostics);
  if (unsound.length > 0) {
    const files = inputs.flatMap((input) => input.files);
    return combinedFailure([failure(inSourceOrder(unsound), files), conversions]);
  }
  const [file] = settingsFile.files;
  if (!file) return failure(await missingSettings(project, named));
  const version = readVersion(bundleVersion, packageJson.files[0]);
  const settings = readSettings(file);
  const bundle = bundleFrom(settings, version);
  const { sources: modules, imports } = await readImports(
    packages,
    apis.files,
    settings.ok ? settings.value.kubernetes : undefined,
    importsOf,
  );
  const sources = [...apis.files, ...modules];
  if (bundle.ok && conversions.ok) {
    const { definitions } = conversions.value;
    return success({
      bundle: { ...bundle.value, conversions: definitions },
      sources,
      imports,
      files: [file, ...sources],
      conversions: conversions.value,
    });
  }
  const { sourceErrors } = await import("./build.js");
  const diagnostics = inSourceOrder([...diagnosticsIn([bundle, conversions]), ...sourceErrors(sources, imports)]);
  const files = conversions.ok ? conversions.value.files : conversions.sources;
  return failure(diagnostics, [file, ...sources, ...packageJson.files, ...files]);
}

/** Combines the settings and the version, if they are valid and match. */
function bundleFrom(settings: Result<Settings>, version: Result<Version>): Result<Omit<Bundle, "conversions">> {
  if (!settings.ok || !version.ok) return failure(diagnosticsIn([settings, version]));
  const floor = floorProblem(settings.value, version.value);
  return floor ? failure(floor) : success({ ...settings.value, version: version.value });
}

/** Returns the problem of a project without settings. In most cases, the user passed another directory by mistake. */
async function missingSettings(project: string, named: string): Promise<Diagnostic> {
  const missing = await missingProject(project, named);
  return missing ?? diagnose("file-missing", { path: BUNDLE_FILE, purpose: PURPOSE });
}

const PURPOSE = "it must contain the settings of the bundle";
