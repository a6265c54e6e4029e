/** All diagnostics, by code. Codes are stable because CI logs, bookmarks and scripts refer to them. */
import type { Level } from "../../model/diagnostic.js";
import { nearest } from "../../nearest.js";
import { BUNDLE_ENTRIES } from "./bundle.js";
import { CHANGELOG_ENTRIES } from "./changelog.js";
import { CHECK_ENTRIES } from "./checks.js";
import { CLAIM_ENTRIES } from "./claims.js";
import { CLUSTER_ENTRIES } from "./clusters.js";
import { COMMENT_ENTRIES } from "./comments.js";
import { CONSUMER_ENTRIES } from "./consumers.js";
import { CONVERSION_ENTRIES } from "./conversions.js";
import { CRD_ENTRIES } from "./crds.js";
import type { Entry } from "./entry.js";
import { FILE_ENTRIES } from "./files.js";
import { IMPORT_ENTRIES } from "./imports.js";
import { INPUT_ENTRIES } from "./input.js";
import { KIND_ENTRIES } from "./kinds.js";
import { NEW_PROJECT_ENTRIES } from "./new-project.js";
import { OBJECT_ENTRIES } from "./objects.js";
import { POLICY_ENTRIES } from "./policy.js";
import { RELEASE_ENTRIES } from "./releases.js";
import { RULE_ENTRIES } from "./rules.js";
import { TYPE_ENTRIES } from "./types.js";

export const CATALOG = {
  ...COMMENT_ENTRIES,
  ...TYPE_ENTRIES,
  ...KIND_ENTRIES,
  ...CHECK_ENTRIES,
  ...CRD_ENTRIES,
  ...RULE_ENTRIES,
  ...FILE_ENTRIES,
  ...NEW_PROJECT_ENTRIES,
  ...CONVERSION_ENTRIES,
  ...CONSUMER_ENTRIES,
  ...INPUT_ENTRIES,
  ...IMPORT_ENTRIES,
  ...OBJECT_ENTRIES,
  ...BUNDLE_ENTRIES,
  ...CHANGELOG_ENTRIES,
  ...CLAIM_ENTRIES,
  ...RELEASE_ENTRIES,
  ...POLICY_ENTRIES,
  ...CLUSTER_ENTRIES,
};

export type Code = keyof typeof CATALOG;

/** The arguments that the message and the fix of a code take. */
export type ArgsOf<C extends Code> = (typeof CATALOG)[C] extends Entry<infer Args> ? Args : never;

export const CODES = (Object.keys(CATALOG) as Code[]).sort();

/** The codes of advice. The settings can change their level, and `@accept` can accept them. */
export const ADVICE_CODES = CODES.filter(isAdvice);

export function isAdvice(code: string): boolean {
  return isCode(code) && CATALOG[code].advice !== undefined;
}

/** Returns the level of a diagnostic for which the settings have none. */
export function defaultLevel(code: string): Level {
  return isCode(code) && CATALOG[code].advice === true ? "warning" : "error";
}

/** Returns why a code has no level and cannot be accepted. Returns undefined for advice. */
export function adviceProblem(code: string): string | undefined {
  if (isAdvice(code)) return undefined;
  if (isCode(code)) return `${code} is always an error`;
  const near = nearest(code, ADVICE_CODES);
  return `"${code}" is not the code of a diagnostic${near === undefined ? "" : `; did you mean ${near}?`}`;
}

export function isCode(text: string): text is Code {
  return Object.hasOwn(CATALOG, text);
}
