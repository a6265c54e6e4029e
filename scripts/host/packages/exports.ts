/**
 * The resolution of package exports. Source: PACKAGE_EXPORTS_RESOLVE in Node's documentation, "Modules: Packages" and
 * "Modules: ECMAScript modules".
 */
import type { ImportTarget } from "../../core/model/imports.js";

/** No package needs as many conditions inside each other. */
const DEPTH_LIMIT = 20;
const OUTSIDE = /^(\.{0,2}|node_modules)$/i;

/**
 * Returns the path in a package to which its `exports` map a subpath, such as `.` or `./meta/v1`.
 *
 * @param conditions names that apply besides `default`; the first matching key of a target counts
 */
export function exportedPath(exports: unknown, subpath: string, conditions: ReadonlySet<string>): ImportTarget {
  const key = findKey(exports, subpath);
  if (key === undefined) return { problem: notExported(subpath) };
  const target = targetPath(key.target, conditions, 0);
  if (target === undefined || target === null) return { problem: notExported(subpath) };
  const path = key.match === undefined ? target : target.replaceAll("*", () => key.match ?? "");
  if (!target.startsWith("./") || !isPlainPath(path.slice(2))) {
    return { problem: `its package.json exports ${subpath} as ${JSON.stringify(path)}, which is not a path in it` };
  }
  return { path: path.slice(2) };
}

function notExported(subpath: string): string {
  return `its package.json does not export ${subpath}`;
}

/** Reports whether a path stays in its directory, and outside of the packages in it. */
export function isPlainPath(path: string): boolean {
  return !/[\\%]/.test(path) && !path.includes("\0") && !path.split("/").some((segment) => OUTSIDE.test(segment));
}

interface ExportsKey {
  readonly target: unknown;
  /** The text for `*`, if the key is a pattern. */
  readonly match?: string;
}

function findKey(exports: unknown, subpath: string): ExportsKey | undefined {
  const byKey = isObject(exports) && Object.keys(exports).every((key) => key.startsWith(".")) ? exports : undefined;
  if (byKey === undefined) return subpath === "." ? { target: exports } : undefined;
  if (Object.hasOwn(byKey, subpath) && !subpath.includes("*")) return { target: byKey[subpath] };
  for (const key of Object.keys(byKey).filter(isPattern).sort(comparePatterns)) {
    const [base = "", trailer = ""] = key.split("*");
    const isMatch = subpath.startsWith(base) && subpath.endsWith(trailer) && subpath.length >= key.length;
    const match = isMatch ? subpath.slice(base.length, subpath.length - trailer.length) : "";
    if (match !== "" && isPlainPath(match)) return { target: byKey[key], match };
  }
  return undefined;
}

function isPattern(key: string): boolean {
  return key.split("*").length === 2;
}

/** Orders patterns by the length of their base, then by their whole length, longest first. */
function comparePatterns(a: string, b: string): number {
  return b.indexOf("*") - a.indexOf("*") || b.length - a.length;
}

/** Returns the target that the conditions select. `null` excludes a subpath; undefined means that nothing matches. */
function targetPath(target: unknown, conditions: ReadonlySet<string>, depth: number): string | null | undefined {
  if (typeof target === "string" || target === null) return target;
  if (depth > DEPTH_LIMIT) return undefined;
  const isList = Array.isArray(target);
  if (!isList && !isObject(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    if (!isList && condition !== "default" && !conditions.has(condition)) continue;
    const found = targetPath(inner, conditions, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
