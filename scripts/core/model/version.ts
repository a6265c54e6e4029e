/** Parts of a Kubernetes API version: `v1beta2` has major version 1, stage beta and number 2. */
export interface ApiVersion {
  readonly major: number;
  readonly stage: "alpha" | "beta" | "stable";
  readonly number: number;
}

const API_VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/;
const STAGES = ["alpha", "beta", "stable"] as const;

/** Returns the parts of an API version, or undefined if the string is not one. */
export function parseApiVersion(text: string): ApiVersion | undefined {
  const match = API_VERSION.exec(text);
  if (!match) return undefined;
  const stage = (match[2] ?? "stable") as ApiVersion["stage"];
  return { major: Number(match[1]), stage, number: Number(match[3] ?? 0) };
}

/**
 * Compares by Kubernetes' version priority, the preferred version first: stable before beta before alpha, then higher
 * numbers first. Other strings come last, in code-unit order.
 *
 * Source: k8s.io/apimachinery/pkg/version CompareKubeAwareVersionStrings.
 */
export function compareApiVersions(a: string, b: string): number {
  const [left, right] = [parseApiVersion(a), parseApiVersion(b)];
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  return (
    STAGES.indexOf(right.stage) - STAGES.indexOf(left.stage) || right.major - left.major || right.number - left.number
  );
}
