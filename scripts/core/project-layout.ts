/** Paths of the files of a project, relative to its directory, with forward slashes. */

/** Directory of the types, the settings of the bundle, and the waivers, attestations and conversions. */
export const APIS = "apis";

/** Reports whether a source is a file of the project itself, and not of a package that it imports. */
export function isOwnSource(path: string): boolean {
  return path.startsWith(`${APIS}/`);
}

export const BUNDLE_FILE = `${APIS}/bundle.yaml`;
export const WAIVERS_FILE = `${APIS}/waivers.yaml`;
export const GRADUATION_FILE = `${APIS}/graduation.yaml`;
export const CONVERSIONS_FILE = `${APIS}/conversions.yaml`;
/** Directory with a YAML file for each known consumer of the bundle. */
export const CONSUMERS = `${APIS}/consumers`;

/** File that contains the version of the bundle. */
export const PACKAGE_FILE = "package.json";

/** Files that contain the version of the project. */
export const VERSIONED_FILES = [PACKAGE_FILE, "package-lock.json", "npm-shrinkwrap.json"] as const;

export const CHANGELOG = "CHANGELOG.md";

/**
 * Directory of the assets, with a directory for each release. Each of these has a `.gitignore` for itself, so the
 * assets are never committed.
 */
export const ASSETS_DIRECTORY = "release";

/** Returns the directory of the assets of a release. */
export function assetsPath(version: string): string {
  return `${ASSETS_DIRECTORY}/${version}`;
}

/** Files that a new project has for other programs: the editor, git, and GitHub. */
export const TSCONFIG = "tsconfig.json";
export const GITIGNORE = ".gitignore";
export const WORKFLOW = ".github/workflows/check.yaml";
