/** Reads the settings in `apis/bundle.yaml` and the bundle version in package.json. */
import coerce from "semver/functions/coerce.js";
import gt from "semver/functions/gt.js";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Settings } from "../model/bundle.js";
import { compareStrings, type Diagnostic } from "../model/diagnostic.js";
import { isJsonObject, jsonErrorAt, parseJson } from "../model/json.js";
import type { SourceText } from "../model/location.js";
import { parseVersion, type Version } from "../model/release-version.js";
import { PACKAGE_FILE } from "../project-layout.js";
import { failure, type Result, success } from "../result.js";
import { SETTINGS_SCHEMA } from "./settings-schema.js";
import { follow, isEmptyYaml, locate, readYaml, validate } from "./validate.js";

/** Reads the settings, or returns the diagnostics of all mistakes. */
export function readSettings(source: SourceText): Result<Settings> {
  if (isEmptyYaml(source.text)) {
    return failure(diagnose("config-empty", { path: source.path }, { file: source.path, start: 0, end: 1 }));
  }
  const loaded = readYaml(source);
  if (!loaded.ok) return loaded;
  const root = loaded.value;
  const file = source.path;
  const missingAt = root.entries?.[0]?.key ?? root;
  const read = validate(SETTINGS_SCHEMA, { file, node: root, name: file, missingAt });
  if (!read.ok) return read;
  const { admission, groups, kinds, ...settings } = read.value;
  const found = (...path: readonly string[]) => follow(path, root);
  const located = [...groups].map(([name, group]) => {
    return { name, ...group, location: locate(file, found("groups", name).key) };
  });
  const ofKinds = [...(kinds ?? [])].map(([name, kind]) => {
    return { name, ...kind, location: locate(file, found("kinds", name).key) };
  });
  const floorAt = locate(file, found("admission", "floor").value);
  return success({
    ...settings,
    groups: located.sort((a, b) => compareStrings(a.name, b.name)),
    ...(kinds && { kinds: ofKinds.sort((a, b) => compareStrings(a.name, b.name)) }),
    ...(admission && { admission: { ...admission, location: floorAt } }),
  });
}

/** Returns a diagnostic if the admission policy requires a newer version than the bundle itself has. */
export function floorProblem({ admission }: Settings, version: Version): Diagnostic | undefined {
  const release = coerce(version);
  if (!admission || !release || !gt(admission.floor, release)) return undefined;
  const expected = `must be less than or equal to the version of the bundle, ${version}`;
  return diagnose("config-value", { key: "admission.floor", expected }, admission.location);
}

/**
 * Returns the given bundle version, or the version in package.json if none is given. Removes a leading `v`.
 */
export function readVersion(given: string | undefined, packageJson: SourceText | undefined): Result<Version> {
  if (given !== undefined) return versionFrom(given, "--bundle-version");
  const purpose = "it must contain the version of the bundle";
  if (!packageJson) return failure(diagnose("file-missing", { path: PACKAGE_FILE, purpose }));
  const json = parseJson(packageJson.text);
  if (json === undefined) return failure(jsonProblem(packageJson), [packageJson]);
  if (!isJsonObject(json)) return failure(notAnObject(packageJson), [packageJson]);
  const { version } = json;
  if (version === undefined || typeof version === "string") return versionFrom(version, packageJson.path);
  return failure(diagnose("version-invalid", { noString: JSON.stringify(version), source: packageJson.path }));
}

function versionFrom(text: string | undefined, source: string): Result<Version> {
  const version = parseVersion(text);
  return version === undefined ? failure(diagnose("version-invalid", { version: text, source })) : success(version);
}

function notAnObject({ path, text }: SourceText): Diagnostic {
  const start = text.search(/\S/);
  return diagnose("json-invalid", { path, cause: "no-object" }, { file: path, start, end: start + 1 });
}

/** Returns where and why a file is not valid JSON. The most frequent cause is conflict markers of a merge. */
function jsonProblem({ path, text }: SourceText): Diagnostic {
  const conflict = /^<{7} .*$/m.exec(text);
  const start = conflict?.index ?? jsonErrorAt(text) ?? 0;
  const location = { file: path, start, end: start + (conflict?.[0].length ?? 1) };
  if (conflict) return diagnose("json-invalid", { path, cause: "conflict" }, location);
  return diagnose("json-invalid", { path, cause: text.trim() === "" ? "empty" : undefined }, location);
}
