/** Minor versions of Kubernetes, such as `1.34`. */

/** Oldest minor version with known rules: the first that evaluates validation rules by default. */
const OLDEST = 25;
/** Newest minor version with known rules. */
const NEWEST = 37;

export const NEWEST_MINOR = `1.${NEWEST}`;

/** The known versions, oldest first. */
export const MINORS = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => `1.${OLDEST + index}`);

/** The versions whose own types the package contains, oldest first. */
export const TYPED_MINORS: readonly string[] = ["1.33", "1.34", "1.35", "1.36", NEWEST_MINOR];

/** The known versions, in words. */
export const KNOWN_MINORS = `from 1.${OLDEST} to ${NEWEST_MINOR}`;

/** Reports whether the rules of a minor version are known. */
export function isKnownMinor(version: string): boolean {
  return /^1\.[1-9]\d$/.test(version) && minorOf(version) >= OLDEST && minorOf(version) <= NEWEST;
}

/** Returns the number of a minor version, such as 34. */
export function minorOf(version: string): number {
  return Number(version.slice("1.".length));
}
