/**
 * Kubernetes' own types of values. Source: k8s.io/apiserver, pkg/cel/library, urls.go, quantity.go, ip.go, cidr.go,
 * format.go, semverlib.go and authz.go.
 */
import type { Row } from "../overload.js";

export const URLS: readonly Row[] = [
  ["url", "(string) URL", "url"],
  ["isURL", "(string) bool"],
  ...["getEscapedPath", "getHost", "getHostname", "getPort", "getScheme"].map((name): Row => [name, "URL.() string"]),
  ["getQuery", "URL.() map(string, list(string))"],
];

export const QUANTITIES: readonly Row[] = [
  ["quantity", "(string) Quantity", "traverse"],
  ["isQuantity", "(string) bool", "traverse"],
  ["sign", "(Quantity) int"],
  ["isGreaterThan", "Quantity.(Quantity) bool"],
  ["isLessThan", "Quantity.(Quantity) bool"],
  ["compareTo", "Quantity.(Quantity) int"],
  ["asApproximateFloat", "Quantity.() double"],
  ["asInteger", "Quantity.() int"],
  ["isInteger", "Quantity.() bool"],
  ["add", "Quantity.(Quantity) Quantity"],
  ["add", "Quantity.(int) Quantity"],
  ["sub", "Quantity.(Quantity) Quantity"],
  ["sub", "Quantity.(int) Quantity"],
];

const KINDS_OF_ADDRESSES = ["GlobalUnicast", "LinkLocalMulticast", "LinkLocalUnicast", "Loopback", "Unspecified"];

export const ADDRESSES: readonly Row[] = [
  ["ip", "(string) ip", "traverse"],
  ["isIP", "(string) bool", "traverse"],
  ["ip.isCanonical", "(string) bool", "traverse-twice"],
  ["family", "ip.() int"],
  ...KINDS_OF_ADDRESSES.map((kind): Row => [`is${kind}`, "ip.() bool"]),
  ["string", "(ip) string"],
  ["cidr", "(string) cidr", "traverse"],
  ["isCIDR", "(string) bool", "traverse"],
  ["containsIP", "cidr.(string) bool", "in-cidr-parsed"],
  ["containsIP", "cidr.(ip) bool", "in-cidr"],
  ["containsCIDR", "cidr.(string) bool", "cidr-in-cidr-parsed"],
  ["containsCIDR", "cidr.(cidr) bool", "cidr-in-cidr"],
  ["ip", "cidr.() ip"],
  ["masked", "cidr.() cidr"],
  ["prefixLength", "cidr.() int"],
  ["string", "(cidr) string"],
];

const FORMATS = (
  "byte date datetime dns1035Label dns1035LabelPrefix dns1123Label dns1123LabelPrefix dns1123Subdomain " +
  "dns1123SubdomainPrefix labelValue qualifiedName uri uuid"
).split(" ");

export const NAMED_FORMATS: readonly Row[] = [
  ...FORMATS.map((name): Row => [`format.${name}`, "() NamedFormat"]),
  ["format.named", "(string) optional(NamedFormat)"],
  ["validate", "NamedFormat.(string) optional(list(string))", "validate"],
];

export const SEMVERS: readonly Row[] = [
  ["semver", "(string) Semver", "traverse"],
  ["semver", "(string, bool) Semver", "traverse"],
  ["isSemver", "(string) bool", "traverse"],
  ["isSemver", "(string, bool) bool", "traverse"],
  ["isGreaterThan", "Semver.(Semver) bool"],
  ["isLessThan", "Semver.(Semver) bool"],
  ["compareTo", "Semver.(Semver) int"],
  ...["major", "minor", "patch"].map((name): Row => [name, "Semver.() int"]),
];

/** CRDs have no authorizer, but its functions can be called on values of type dyn. */
export const AUTHORIZATION: readonly Row[] = [
  ["path", "Authorizer.(string) PathCheck"],
  ["group", "Authorizer.(string) GroupCheck"],
  ["serviceAccount", "Authorizer.(string, string) Authorizer"],
  ["resource", "GroupCheck.(string) ResourceCheck"],
  ["subresource", "ResourceCheck.(string) ResourceCheck"],
  ["namespace", "ResourceCheck.(string) ResourceCheck"],
  ["name", "ResourceCheck.(string) ResourceCheck"],
  ["check", "PathCheck.(string) Decision", "authorize"],
  ["check", "ResourceCheck.(string) Decision", "authorize"],
  ["allowed", "Decision.() bool"],
  ["error", "Decision.() string"],
  ["errored", "Decision.() bool"],
  ["reason", "Decision.() string"],
];

export const SELECTORS: readonly Row[] = [
  ["fieldSelector", "ResourceCheck.(string) ResourceCheck", "selector"],
  ["labelSelector", "ResourceCheck.(string) ResourceCheck", "selector"],
];
