import { parseTag, parseVersion, type Tag, type Version } from "../../scripts/core/model/release-version.js";

/** A version that a test writes. */
export function versionFrom(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`${text} is not a version`);
  return version;
}

/** A tag that a test writes. */
export function tagFrom(text: string): Tag {
  const tag = parseTag(text);
  if (tag === undefined) throw new Error(`${text} is not a tag`);
  return tag;
}
