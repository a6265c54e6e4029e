import { parseTag, parseVersion, type Tag, type Version } from "../../scripts/core/model/release-version.js";

/** Returns a parsed version. */
export function versionFrom(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`${text} is not a version`);
  return version;
}

/** Returns a parsed Git tag. */
export function tagFrom(text: string): Tag {
  const tag = parseTag(text);
  if (tag === undefined) throw new Error(`${text} is not a tag`);
  return tag;
}
