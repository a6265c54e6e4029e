/** Identifiers of findings and changes, with which waivers and baselines refer to them. */
import type { ChangeRule } from "../../core/diagnostics/catalog/changes.js";
import type { Change } from "../../core/model/change.js";
import { sha256 } from "../../core/model/digest.js";
import { sortKeys } from "../../core/model/json.js";
import type { Finding } from "../../core/model/policy.js";

/** Place of a finding. */
export type FindingPlace = Pick<Finding, "channel" | "crd" | "versions" | "path">;
/** Data that distinguishes findings of the same rule at the same place. */
export type FindingSubject = Pick<Change, "before" | "after" | "digest">;

/**
 * Returns twelve hexadecimal digits that identify the subject of a finding. They do not depend on line numbers,
 * wording, or the order of versions.
 */
export function fingerprintOf(
  rule: string,
  { channel, crd, versions, path }: FindingPlace,
  { before = null, after = null, digest }: FindingSubject,
): string {
  const content = [before, after, ...(digest === undefined ? [] : [digest])];
  const all = [rule, channel, crd, [...versions].sort(), path ?? "", ...content];
  return sha256(JSON.stringify(sortKeys(all))).slice(0, 12);
}

/** Returns the fingerprint of the finding about a change. */
export function changeFingerprint(change: Change): string {
  return fingerprintOf(changeRule(change), change, change);
}

/** Returns the rule of the finding about a change. */
export function changeRule(change: Change): ChangeRule {
  return `${change.class}/${change.subject}`;
}
