/**
 * Webhooks that convert objects between API versions, as the API server accepts them. Functions return how a value breaks
 * a rule, or undefined.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateCustomResourceConversion), and apiserver
 * pkg/util/webhook/validation.go.
 */
import { labelProblem, subdomainProblem } from "./names.js";

/**
 * Conversion of a CRD by a webhook, with the names of apiextensions.k8s.io/v1. It is a type and not an interface, because
 * only a type is assignable to `JsonObject`.
 */
export type WebhookConversion = {
  readonly strategy: "Webhook";
  readonly webhook: {
    readonly clientConfig: {
      readonly url?: string;
      readonly service?: {
        readonly name: string;
        readonly namespace: string;
        readonly path?: string;
        readonly port?: number;
      };
      /** PEM in base64. */
      readonly caBundle?: string;
    };
    readonly conversionReviewVersions: readonly string[];
  };
};

/** Checks the port of a service. */
export function servicePortProblem(port: number): string | undefined {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? undefined : "must be between 1 and 65535";
}

/** Checks the path of a request to a service. */
export function servicePathProblem(path: string): string | undefined {
  if (path === "" || path === "/") return undefined;
  if (!path.startsWith("/")) return "must start with a slash";
  const steps = path.slice(1).replace(/\/$/, "").split("/");
  return steps.every((step) => subdomainProblem(step) === undefined)
    ? undefined
    : "must consist of DNS names in lowercase, separated by slashes";
}

/** Checks each of the versions of ConversionReview in a list. */
export function reviewVersionProblems(versions: readonly string[]): (string | undefined)[] {
  const seen = new Set<string>();
  return versions.map((version) =>
    seen.size === seen.add(version).size ? "is listed more than once" : labelProblem(version),
  );
}

/** Reports whether the API server can send one of these versions of ConversionReview. */
export function hasKnownReviewVersion(versions: readonly string[]): boolean {
  return versions.includes("v1") || versions.includes("v1beta1");
}
