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
import { hasPendingFiles, type OutputPlace } from "../host/output-directory.js";
import { type Inputs, readInput, readSources, textProblems } from "../host/sources.js";
import type { ParsedSources } from "../language/read/parsed-sources.js";
import { type EarlierRun, valueIn } from "./earlier-run.js";
import { missingProject } from "./missing-project.js";
import { type ProjectConversions, readProjectConversions } from "./project-conversions.js";
import { readImports } from "./read-imports.js";

export interface Project {
  readonly bundle: Bundle;
  /** All TypeScript files under `apis/`, and the modules of packages that they import. */
  readonly sources: readonly SourceText[];
  readonly imports: Imports;
  /** All files to which diagnostics of a build refer: the settings and the sources. */
  readonly files: readonly SourceText[];
  readonly conversions: ProjectConversions;
}

/** A project as it was read, with the settings, version and conversions only if they are valid. */
export interface ProjectInputs extends Omit<Project, "bundle" | "conversions"> {
  readonly settled: Result<Pick<Project, "bundle" | "conversions">>;
}

export interface ReadOptions {
  /** Replaces the version in the package.json of the project. */
  readonly bundleVersion?: string | undefined;
  /** The directory as the user passed it, for messages. */
  readonly named?: string | undefined;
  /** The directory in which the packages are installed, for a copy of the sources. */
  readonly packages?: string | undefined;
  /** The sources that an editor has not saved yet. */
  readonly unsaved?: Unsaved | undefined;
  /** The parsed sources of earlier calls, which gets those of this one. */
  readonly parsed?: ParsedSources | undefined;
  /** The content of the project that an earlier run read. */
  readonly earlier?: EarlierRun | undefined;
}

/** Returns the content of a source that an editor has open, by its path, or undefined for all other sources. */
export type Unsaved = (path: string) => string | undefined;

/** Returns the place of the sources, in which `import --merge` writes. */
export function placeOfSources(project: string): OutputPlace {
  return { root: join(project, APIS), anchor: project, beside: [] };
}

/** Reads the settings and sources of a project. */
export async function readProject(project: string, options: ReadOptions = {}): Promise<Result<Project>> {
  const inputs = await readProjectInputs(project, options);
  if (!inputs.ok) return inputs;
  const { settled, ...read } = inputs.value;
  if (settled.ok) return success({ ...read, ...settled.value });
  const { sourceErrors } = await import("./build.js");
  const diagnostics = inSourceOrder([...settled.diagnostics, ...sourceErrors({ ...read, parsed: options.parsed })]);
  return failure(diagnostics, [...read.files, ...settled.sources]);
}

/** Reads the settings and sources of a project. Fails if a file cannot be used, or if there are no settings. */
export async function readProjectInputs(
  project: string,
  { bundleVersion, named = project, packages = project, unsaved, parsed, earlier }: ReadOptions = {},
): Promise<Result<ProjectInputs>> {
  const [isMerging, settingsFile, packageJson, saved, conversions] = await Promise.all([
    hasPendingFiles(placeOfSources(project)),
    readInput(project, BUNDLE_FILE),
    readInput(project, PACKAGE_FILE),
    readSources(project, APIS),
    readProjectConversions(project, earlier?.conversions),
  ]);
  if (isMerging) return failure(diagnose("import-interrupted", { path: APIS }));
  const apis = unsaved ? withUnsaved(saved, unsaved) : saved;
  const inputs = [settingsFile, packageJson, apis];
  const unsound = inputs.flatMap(({ diagnostics }) => diagnostics);
  if (unsound.length > 0) {
    const files = inputs.flatMap((input) => input.files);
    return combinedFailure([failure(inSourceOrder(unsound), files), conversions]);
  }
  const [file] = settingsFile.files;
  if (!file) return failure(await missingSettings(project, named));
  const version = readVersion(bundleVersion, packageJson.files[0]);
  const kept = valueIn(earlier?.settings, file);
  const settings = kept ? success(kept) : readSettings(file);
  const { sources: modules, imports } = await readImports(
    packages,
    apis.files,
    settings.ok ? settings.value.kubernetes : undefined,
    parsed,
    earlier?.reading,
  );
  const sources = [...apis.files, ...modules];
  const settled = settledFrom(bundleFrom(settings, version), conversions, packageJson.files);
  return success({ settled, sources, imports, files: [file, ...sources] });
}

/** Returns sources with the content that an editor has not saved yet. */
function withUnsaved({ files, diagnostics }: Inputs, unsaved: Unsaved): Inputs {
  const edited = files.map(({ path, text }) => ({ path, text: unsaved(path) ?? text }));
  const isSaved = ({ location }: Diagnostic) => location === undefined || unsaved(location.file) === undefined;
  const problems = edited.filter(({ path }) => unsaved(path) !== undefined).flatMap(textProblems);
  return { files: edited, diagnostics: [...diagnostics.filter(isSaved), ...problems] };
}

/** Combines everything that a bundle consists of except the sources. */
function settledFrom(
  bundle: Result<Omit<Bundle, "conversions">>,
  conversions: Result<ProjectConversions>,
  packageFiles: readonly SourceText[],
): ProjectInputs["settled"] {
  if (bundle.ok && conversions.ok) {
    const { definitions } = conversions.value;
    return success({ bundle: { ...bundle.value, conversions: definitions }, conversions: conversions.value });
  }
  const files = conversions.ok ? conversions.value.files : conversions.sources;
  return failure(diagnosticsIn([bundle, conversions]), [...packageFiles, ...files]);
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
