/** The versions of releases and the Git tags that they have. Both are strings at run time, and only tags begin with a v. */
import { valid } from "semver";

/** A semantic version without a v: `1.6.1`. */
export type Version = string & { readonly [brand]: "Version" };

/** The Git tag of a release: `v1.6.1`. */
export type Tag = string & { readonly [brand]: "Tag" };

declare const brand: unique symbol;

/** What a project states before its first release, and what that one is counted from. */
export const UNRELEASED = "0.0.0" as Version;

/** Reads a version, with or without a v; undefined unless it is a semantic one. Build metadata is dropped. */
export function parseVersion(text: string | undefined): Version | undefined {
  return (valid(text) ?? undefined) as Version | undefined;
}

/** Reads the name of a Git tag; undefined unless releases have tags of this form. */
export function parseTag(name: string): Tag | undefined {
  const version = parseVersion(name);
  const tag = version && tagOf(version);
  return tag === name ? tag : undefined;
}

/** The tag that a release has. */
export function tagOf(version: Version): Tag {
  return `v${version}` as Tag;
}

/** The version that a tag is of. */
export function versionOf(tag: Tag): Version {
  return tag.slice(1) as Version;
}

/** The versions among the names of Git tags, with or without a v. */
export function versionsIn(names: readonly string[]): Version[] {
  return names.flatMap((name) => parseVersion(name) ?? []);
}
