import { X509Certificate } from "node:crypto";
import { webhookUrlProblem } from "../../core/model/url.js";
import {
  hasKnownReviewVersion,
  reviewVersionProblems,
  servicePathProblem,
  servicePortProblem,
} from "../../core/model/webhook.js";
import { pathInWords } from "../../core/shape.js";
import type { ClientConfig, Conversion, Crd } from "./crd.js";
import { type CrdProblem, type Path, problem } from "./problem.js";
import { type Rule, ratcheted, requiredProblem, valueProblem } from "./rule.js";

const PATH = ["spec", "conversion"];
const WEBHOOK_PATH = [...PATH, "webhook"];
const CONFIG_PATH = [...WEBHOOK_PATH, "clientConfig"];
const REVIEW_PATH = [...WEBHOOK_PATH, "conversionReviewVersions"];

/**
 * Checks the conversion between versions, and the webhook that carries it out.
 *
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation (validateCustomResourceConversion), and apiserver
 * pkg/util/webhook/validation.go.
 */
export const conversionRule: Rule = {
  check: ({ conversion, preserveUnknownFields }) => {
    if (!conversion) return [];
    const { strategy, webhook } = conversion;
    return [
      ...requiredProblem(strategy, [...PATH, "strategy"]),
      ...valueProblem(strategy, ["None", "Webhook"], [...PATH, "strategy"]),
      ...(preserveUnknownFields && strategy !== "None"
        ? [conversionProblem("must be None, because spec.preserveUnknownFields is true", [...PATH, "strategy"])]
        : []),
      ...(strategy === "Webhook" ? [...configProblems(webhook?.clientConfig), ...reviewProblems(webhook)] : []),
      ...(strategy === "None" ? surplusProblems(webhook) : []),
    ];
  },
};

/** Checks that the API server and the webhook have a version of ConversionReview in common. */
export const reviewVersionRule: Rule = ratcheted({
  check: ({ conversion }) => {
    const { strategy, webhook } = conversion ?? {};
    const versions = webhook?.conversionReviewVersions ?? [];
    const isKnown = versions.length === 0 || hasKnownReviewVersion(versions);
    return strategy !== "Webhook" || isKnown ? [] : [conversionProblem("must contain v1 or v1beta1", REVIEW_PATH)];
  },
});

/**
 * Checks that a CA bundle contains a certificate. The API server accepts an unreadable one
 * until the CRD is established, and as long as the old CRD has one.
 */
export const caBundleRule: Rule = { check: caBundleProblems };

function caBundleProblems(crd: Crd, old?: Crd): CrdProblem[] {
  if (!old?.isEstablished || crd.conversion?.strategy !== "Webhook" || hasUnreadableBundle(old)) return [];
  return hasUnreadableBundle(crd)
    ? [conversionProblem("must contain a certificate in PEM format", [...CONFIG_PATH, "caBundle"])]
    : [];
}

function hasUnreadableBundle({ conversion }: Crd): boolean {
  const bundle = conversion?.webhook?.clientConfig?.caBundle ?? "";
  return bundle !== "" && !hasCertificate(Buffer.from(bundle, "base64").toString("latin1"));
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function hasCertificate(pem: string): boolean {
  return (pem.match(CERTIFICATE) ?? []).some(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function conversionProblem(cause: string, path: Path): CrdProblem {
  return problem("crd-conversion", { field: pathInWords(path), problem: cause }, path);
}

function surplusProblems(webhook: Conversion["webhook"]): CrdProblem[] {
  const isSurplus = webhook?.clientConfig !== undefined || (webhook?.conversionReviewVersions ?? []).length > 0;
  return isSurplus ? [conversionProblem("may only be set with the strategy Webhook", WEBHOOK_PATH)] : [];
}

function configProblems(config: ClientConfig | undefined): CrdProblem[] {
  if (!config) return requiredProblem(config, CONFIG_PATH);
  const { url, service } = config;
  if ((url === undefined) === (service === undefined)) {
    return [conversionProblem("must have either a URL or a service", CONFIG_PATH)];
  }
  const urlProblem = url === undefined ? undefined : webhookUrlProblem(url);
  return [
    ...(urlProblem === undefined ? [] : [conversionProblem(urlProblem, [...CONFIG_PATH, "url"])]),
    ...(service ? serviceProblems(service) : []),
  ];
}

function serviceProblems({
  name,
  namespace,
  path = "",
  port = 443,
}: NonNullable<ClientConfig["service"]>): CrdProblem[] {
  const place = [...CONFIG_PATH, "service"];
  const [portProblem, pathProblem] = [servicePortProblem(port), servicePathProblem(path)];
  return [
    ...requiredProblem(name, [...place, "name"]),
    ...requiredProblem(namespace, [...place, "namespace"]),
    ...(portProblem === undefined ? [] : [conversionProblem(portProblem, [...place, "port"])]),
    ...(pathProblem === undefined ? [] : [conversionProblem(pathProblem, [...place, "path"])]),
  ];
}

function reviewProblems(webhook: Conversion["webhook"]): CrdProblem[] {
  const versions = webhook?.conversionReviewVersions ?? [];
  if (versions.length === 0) return requiredProblem(undefined, REVIEW_PATH);
  return reviewVersionProblems(versions).flatMap((cause, index) =>
    cause === undefined ? [] : [conversionProblem(`"${versions[index]}" ${cause}`, [...REVIEW_PATH, index])],
  );
}
