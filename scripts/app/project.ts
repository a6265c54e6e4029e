/** What every command needs to know of a project: its settings, its sources, its templates. */
import { join, relative, sep } from "node:path";
import { floorProblem, readSettings, readVersion } from "../core/config/settings.js";
import { diagnose } from "../core/diagnostics/diagnose.js";
import type { Bundle } from "../core/model/bundle.js";
import { type Diagnostic, inSourceOrder } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";
import type { Templates } from "../emit/files.js";
import { readText } from "../host/files.js";
import { readInput, readSources } from "../host/sources.js";

/** The settings of a project and what it has waived, by their paths from its folder. */
export const BUNDLE_FILE = "apis/bundle.yaml";
export const WAIVERS_FILE = "apis/waivers.yaml";

export interface Project {
  /** Absent where the configuration is wrong. */
  readonly bundle?: Bundle;
  readonly diagnostics: readonly Diagnostic[];
  /** What diagnostics may point into. */
  readonly sources: readonly SourceText[];
}

/** Reads a project's settings and sources. `bundleVersion` replaces the version of its package.json. */
export async function readProject(project: string, bundleVersion: string | undefined): Promise<Project> {
  const [settingsFile, packageJson, apis] = await Promise.all([
    readInput(project, BUNDLE_FILE),
    readInput(project, "package.json"),
    readSources(project, "apis"),
  ]);
  const inputs = [settingsFile, packageJson, apis];
  const unsound = inputs.flatMap(({ diagnostics }) => diagnostics);
  if (unsound.length > 0) {
    return { diagnostics: inSourceOrder(unsound), sources: inputs.flatMap(({ files }) => files) };
  }
  const [file] = settingsFile.files;
  const purpose = "it says what belongs to the bundle and to no type";
  if (!file) return { diagnostics: [diagnose("file-missing", { path: BUNDLE_FILE, purpose })], sources: [] };
  const version = readVersion(bundleVersion, packageJson.files[0]);
  const { settings, diagnostics } = readSettings(file);
  const sources = [file, ...apis.files];
  const wrongVersion = typeof version === "string" ? [] : [version];
  if (!settings || typeof version !== "string") {
    return { diagnostics: [...diagnostics, ...wrongVersion], sources: [...sources, ...packageJson.files] };
  }
  const floor = floorProblem(settings, version);
  if (floor) return { diagnostics: [floor], sources };
  return { bundle: { ...settings, version }, diagnostics: [], sources: apis.files };
}

/** Reads the tool's own templates. */
export async function readTemplates(folder: string): Promise<Templates> {
  const read = async (name: string) => (await readText(join(folder, `${name}.yaml`))) ?? "";
  const [crd, install, kustomization, admissionPolicy] = await Promise.all(
    ["crd", "install", "kustomization", "admission-policy"].map(read),
  );
  return { crd, install, kustomization, admissionPolicy } as Templates;
}

/** A path as one would type it where the command runs, with forward slashes. */
export function pathFrom(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/");
}
