/** The schema of the settings of single kinds in `apis/bundle.yaml`. */
import * as v from "valibot";
import { isBase64 } from "../model/base64.js";
import { isJsonObject, type JsonObject } from "../model/json.js";
import { groupProblem, subdomainProblem } from "../model/names.js";
import { webhookUrlProblem } from "../model/url.js";
import {
  hasKnownReviewVersion,
  reviewVersionProblems,
  servicePathProblem,
  servicePortProblem,
} from "../model/webhook.js";
import { ANY_KEY, described, inJsonSchema, MAPPING, mapping, stringMatching } from "./schema.js";

/** Returns the schema of a string without a problem, which the message states otherwise. `json` are keywords for editors. */
function stringWithout(problemOf: (value: string) => string | undefined, json: JsonObject = {}) {
  return inJsonSchema(
    v.custom<string>(
      (value) => typeof value === "string" && problemOf(value) === undefined,
      ({ input }) => (typeof input === "string" ? problemOf(input) : undefined) ?? "must be a string",
    ),
    { type: "string", ...json },
  );
}

const DNS_NAME = { maxLength: 253, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$" };

const port = inJsonSchema(
  v.custom<number>(
    (value) => typeof value === "number" && servicePortProblem(value) === undefined,
    "must be an integer between 1 and 65535",
  ),
  { type: "integer", minimum: 1, maximum: 65_535 },
);

const service = mapping({
  name: described("Name of the service.", stringWithout(subdomainProblem, DNS_NAME)),
  namespace: described("Namespace of the service.", stringWithout(subdomainProblem, DNS_NAME)),
  path: v.exactOptional(
    described(
      "Path of the requests. If omitted, `/`.",
      stringWithout(servicePathProblem, { pattern: "^(/[-a-z0-9.]*)*$" }),
    ),
  ),
  port: v.exactOptional(described("Port of the service. If omitted, 443.", port)),
});

const config = mapping({
  url: v.exactOptional(
    described(
      "URL of the webhook, with the scheme https. Requires that `service` is omitted.",
      stringWithout(webhookUrlProblem),
    ),
  ),
  service: v.exactOptional(described("Service of the webhook. Requires that `url` is omitted.", service)),
  caBundle: v.exactOptional(
    described(
      "CA certificates for the certificate of the webhook: PEM in base64. If omitted, the API server trusts the CA " +
        "certificates of its system, unless a controller adds some to the CRD.",
      inJsonSchema(stringMatching(isBase64, "must be base64"), { type: "string", pattern: "^[A-Za-z0-9+/=\\r\\n]*$" }),
    ),
  ),
});

const clientConfig = {
  ...v.pipe(
    config,
    v.check(({ url, service: own }) => (url === undefined) !== (own === undefined), "must have either url or service"),
  ),
  keys: config.keys,
};

const REVIEW_VERSIONS = "must be a list of versions of ConversionReview, such as [v1]";

const reviewVersions = v.pipe(
  v.array(v.string("must be a version, such as v1"), REVIEW_VERSIONS),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, problem] of reviewVersionProblems(dataset.value).entries()) {
      const input = dataset.value;
      if (problem !== undefined) {
        addIssue({ message: problem, path: [{ type: "array", origin: "value", input, key, value: input[key] }] });
      }
    }
  }),
  v.check(
    (versions) => hasKnownReviewVersion(versions),
    "must contain v1 or v1beta1, which are the versions that the API server knows",
  ),
);

const conversionReviewVersions = inJsonSchema(reviewVersions, {
  type: "array",
  items: { type: "string" },
  contains: { enum: ["v1", "v1beta1"] },
  minItems: 1,
  uniqueItems: true,
});

const webhook = mapping({
  clientConfig: described("Address of the webhook.", clientConfig),
  conversionReviewVersions: described(
    "Versions of ConversionReview that the webhook understands, in order of preference. Must contain `v1` or `v1beta1`.",
    conversionReviewVersions,
  ),
});

const conversion = mapping({
  strategy: described(
    "Must be `Webhook`.",
    inJsonSchema(v.literal("Webhook", "must be Webhook; for the strategy None, omit the conversion"), {
      const: "Webhook",
    }),
  ),
  webhook: described("Webhook that converts the objects.", webhook),
});

const kind = mapping({
  conversion: described(
    "Conversion of objects between the API versions of the kind, as in `spec.conversion` of the CRD.",
    conversion,
  ),
});

const crdName = v.custom<string>(
  (name) => typeof name === "string" && groupProblem(name) === undefined,
  "must be the name of a CRD, such as widgets.example.dev",
);

/** Validated as a map, because in objects valibot ignores keys such as `__proto__` and `constructor`. */
export const kinds = {
  ...v.pipe(
    v.custom<JsonObject>(isJsonObject, MAPPING),
    v.transform((settings) => new Map<string, unknown>(Object.entries(settings))),
    v.map(crdName, kind),
  ),
  keys: { [ANY_KEY]: kind },
};
