/** Where the files of a project are, by their paths from its directory, with forward slashes. */

/** The types, the settings of the bundle, and what answers the policy. */
export const APIS = "apis";

export const BUNDLE_FILE = `${APIS}/bundle.yaml`;
export const WAIVERS_FILE = `${APIS}/waivers.yaml`;
export const GRADUATION_FILE = `${APIS}/graduation.yaml`;
export const CONVERSIONS_FILE = `${APIS}/conversions.yaml`;

/** Has the version of the bundle. */
export const PACKAGE_FILE = "package.json";

/** Files whose version is that of the project. */
export const VERSIONED_FILES = [PACKAGE_FILE, "package-lock.json", "npm-shrinkwrap.json"] as const;

export const CHANGELOG = "CHANGELOG.md";

/** Has a directory for each release, which ignores itself, so that its files are never committed. */
export const ASSETS_DIRECTORY = "release";

/** The directory of the assets of a release. */
export function assetsPath(version: string): string {
  return `${ASSETS_DIRECTORY}/${version}`;
}
