import type { JsonObject } from "../../../../scripts/core/model/json.js";
import { reviews, withSpec, withWebhook } from "../documents.js";
import type { NewCase } from "./case.js";

function service(more: JsonObject): JsonObject {
  return withWebhook({
    conversionReviewVersions: ["v1"],
    clientConfig: { service: { name: "a", namespace: "b", ...more } },
  });
}

function url(text: string): JsonObject {
  return withWebhook({ conversionReviewVersions: ["v1"], clientConfig: { url: text } });
}

export const CASES: readonly NewCase[] = [
  ["no strategy", withSpec({ conversion: {} }), "crd-field-required"],
  ["another strategy", withSpec({ conversion: { strategy: "Hook" } }), "crd-field-value"],
  ["the strategy None", withSpec({ conversion: { strategy: "None" } })],
  [
    "the strategy None with a webhook",
    withSpec({ conversion: { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } } }),
    "crd-conversion",
  ],
  [
    "the strategy None with a client",
    withSpec({ conversion: { strategy: "None", webhook: { clientConfig: {} } } }),
    "crd-conversion",
  ],
  ["a webhook without anything", withWebhook(null), "crd-field-required", "crd-field-required"],
  [
    "a webhook without an address",
    withWebhook({ conversionReviewVersions: ["v1"], clientConfig: {} }),
    "crd-conversion",
  ],
  [
    "a webhook with two addresses",
    withWebhook({
      conversionReviewVersions: ["v1"],
      clientConfig: { url: "https://a.dev", service: { name: "a", namespace: "b" } },
    }),
    "crd-conversion",
  ],
  ["the URL of a webhook", url("https://example.dev:8443/convert")],
  ["a URL with another scheme", url("http://example.dev"), "crd-conversion"],
  ["a URL without a host", url("https:///convert"), "crd-conversion"],
  ["a URL with a user", url("https://a@example.dev"), "crd-conversion"],
  ["a URL with a query", url("https://example.dev/?a=b"), "crd-conversion"],
  ["a URL with a fragment", url("https://example.dev/#a"), "crd-conversion"],
  ["a URL with a wrong escape", url("https://example.dev/%zz"), "crd-conversion"],
  ["the service of a webhook", service({ path: "/convert/v1", port: 8443 })],
  ["a service without a name", service({ name: "" }), "crd-field-required"],
  ["a service without a namespace", service({ namespace: "" }), "crd-field-required"],
  ["the port of a service", service({ port: 65_536 }), "crd-conversion"],
  ["a service path without a slash", service({ path: "convert" }), "crd-conversion"],
  ["a service path of two slashes", service({ path: "//" }), "crd-conversion"],
  ["an empty step of a service path", service({ path: "/a//b" }), "crd-conversion"],
  ["a service path in uppercase", service({ path: "/Convert" }), "crd-conversion"],
  ["no review versions", reviews(), "crd-field-required"],
  ["unknown review versions", reviews("v2"), "crd-conversion"],
  ["repeated review versions", reviews("v1", "v1"), "crd-conversion"],
  ["the name of a review version", reviews("v1", "V2"), "crd-conversion"],
];
