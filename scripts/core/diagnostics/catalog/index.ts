/** Every diagnostic there is. A code is stable: it stands in CI logs and bookmarks. */
import { nearest } from "../nearest.js";
import { BUNDLE_ENTRIES } from "./bundle.js";
import { CHANGELOG_ENTRIES } from "./changelog.js";
import { CHECK_ENTRIES } from "./checks.js";
import { CLAIM_ENTRIES } from "./claims.js";
import { COMMENT_ENTRIES } from "./comments.js";
import type { Entry } from "./entry.js";
import { FILE_ENTRIES } from "./files.js";
import { INPUT_ENTRIES } from "./input.js";
import { KIND_ENTRIES } from "./kinds.js";
import { POLICY_ENTRIES } from "./policy.js";
import { RELEASE_ENTRIES } from "./releases.js";
import { TYPE_ENTRIES } from "./types.js";

export const CATALOG = {
  ...COMMENT_ENTRIES,
  ...TYPE_ENTRIES,
  ...KIND_ENTRIES,
  ...CHECK_ENTRIES,
  ...FILE_ENTRIES,
  ...INPUT_ENTRIES,
  ...BUNDLE_ENTRIES,
  ...CHANGELOG_ENTRIES,
  ...CLAIM_ENTRIES,
  ...RELEASE_ENTRIES,
  ...POLICY_ENTRIES,
};

export type Code = keyof typeof CATALOG;

/** The arguments that the words of a code need. */
export type ArgsOf<C extends Code> = (typeof CATALOG)[C] extends Entry<infer Args> ? Args : never;

export const CODES = (Object.keys(CATALOG) as Code[]).sort();

/** The codes of advice: their level can be changed, and `@accept` accepts them. */
export const ADVICE_CODES = CODES.filter(isAdvice);

export function isAdvice(code: string): boolean {
  return isCode(code) && CATALOG[code].advice === true;
}

/** Why no level can be set for a code, and none be accepted; undefined for advice. */
export function adviceProblem(code: string): string | undefined {
  if (isAdvice(code)) return undefined;
  if (isCode(code)) return `${code} is always an error`;
  const near = nearest(code, ADVICE_CODES);
  return `there is no diagnostic "${code}"${near === undefined ? "" : `; did you mean ${near}?`}`;
}

export function isCode(text: string): text is Code {
  return Object.hasOwn(CATALOG, text);
}
