/** Semantic versions. Source: github.com/blang/semver, and k8s.io/apiserver, pkg/cel/library/semverlib.go. */
import { type Semver, UINT64_MAX } from "./value.js";

const CORE = "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)";
const LABELS = "([\\dA-Za-z.-]+)";
const SEMVER = new RegExp(`^${CORE}(?:-${LABELS})?(?:\\+${LABELS})?$`);

/** Parses a version. Its numbers are limited to 64 bits, also those of a pre-release. */
export function parseSemver(text: string): Semver | undefined {
  const [whole, major = "", minor = "", patch = "", ...labels] = SEMVER.exec(text) ?? [];
  const [prerelease = [], build = []] = labels.map((part) => part?.split("."));
  const numbers = [major, minor, patch, ...prerelease.filter(isNumber)];
  if (whole === undefined || prerelease.includes("") || build.includes("") || !numbers.every(isUint64))
    return undefined;
  return {
    kind: "semver",
    major: BigInt(major),
    minor: BigInt(minor),
    patch: BigInt(patch),
    prerelease: prerelease.map((label) => (isNumber(label) ? BigInt(label) : label)),
    build,
  };
}

function isNumber(label: string): boolean {
  return /^\d+$/.test(label);
}

function isUint64(digits: string): boolean {
  return /^(0|[1-9]\d{0,19})$/.test(digits) && BigInt(digits) <= UINT64_MAX;
}

/** Parses a version that may start with `v`, have leading zeros, and lack its last numbers: `v01.2` is `1.2.0`. */
export function parseLooseSemver(text: string): Semver | undefined {
  const [, ...parts] = /^v?([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(text) ?? [];
  const given = parts.filter((part) => part !== undefined);
  if (given.length < 3 && /[+-]/.test(given.at(-1) ?? "")) return undefined;
  return parseSemver([...given.map(normalized), "0", "0"].slice(0, 3).join("."));
}

/** Returns a part without leading zeros. One that starts with another character gets a zero: `1.2.-rc` is valid. */
function normalized(part: string): string {
  const digits = part.replace(/^0+/, "");
  return part.length < 2 || /^\d/.test(digits) ? digits || part : `0${digits}`;
}

/** Returns -1, 0 or 1. Build metadata does not count. */
export function compareSemvers(a: Semver, b: Semver): number {
  return (
    order(a.major, b.major) ||
    order(a.minor, b.minor) ||
    order(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

export function sameSemver(a: Semver, b: Semver): boolean {
  return compareSemvers(a, b) === 0;
}

/** Compares pre-releases. A version without one comes after all others, and a longer one after its beginning. */
function comparePrereleases(a: Semver["prerelease"], b: Semver["prerelease"]): number {
  if (a.length === 0 || b.length === 0) return order(b.length, a.length);
  const index = a.findIndex((label, place) => label !== b[place]);
  if (index < 0 || index >= b.length) return order(a.length, b.length);
  return compareLabels(a[index] ?? "", b[index] ?? "");
}

/** Compares labels. Numbers come before other labels. */
function compareLabels(a: string | bigint, b: string | bigint): number {
  return typeof a === typeof b ? order(a, b) : typeof a === "bigint" ? -1 : 1;
}

function order<T extends number | bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
