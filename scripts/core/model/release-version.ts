/** Versions of releases and their Git tags. At run time both are strings, and only tags begin with a v. */
import major from "semver/functions/major.js";
import minor from "semver/functions/minor.js";
import patch from "semver/functions/patch.js";
import valid from "semver/functions/valid.js";

/** Semantic version without a v, such as `1.6.1`. */
export type Version = string & { readonly [brand]: "Version" };

/** Git tag of a release, such as `v1.6.1`. */
export type Tag = string & { readonly [brand]: "Tag" };

declare const brand: unique symbol;

/** Version of a project before its first release, from which the version of that release is computed. */
export const UNRELEASED = "0.0.0" as Version;

/** Reads a version, with or without a v. Returns undefined if it is not a semantic version. Drops build metadata. */
export function parseVersion(text: string | undefined): Version | undefined {
  return (valid(text) ?? undefined) as Version | undefined;
}

/** Reads the name of a Git tag. Returns undefined if it is not the tag of a release. */
export function parseTag(name: string): Tag | undefined {
  const version = parseVersion(name);
  const tag = version && tagOf(version);
  return tag === name ? tag : undefined;
}

/** Returns the tag of a release. */
export function tagOf(version: Version): Tag {
  return `v${version}` as Tag;
}

/** Returns the version of a tag. */
export function versionOf(tag: Tag): Version {
  return tag.slice(1) as Version;
}

/** Returns the versions among the names of Git tags, with or without a v. */
export function versionsIn(names: readonly string[]): Version[] {
  return names.flatMap((name) => parseVersion(name) ?? []);
}

/** Returns the release that a version is or leads to, such as `1.7.0` for `1.7.0-rc.1`. */
export function releaseOf(version: Version): Version {
  return parseVersion(`${major(version)}.${minor(version)}.${patch(version)}`) ?? version;
}
