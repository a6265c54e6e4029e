/** IP addresses, CIDR ranges and hostnames. Source: k8s.io/kube-openapi/pkg/validation/strfmt, and Go's net. */
import { isIPv4, isIPv6 } from "node:net";

/**
 * Reports whether a string is an IP address in the strict form: without a zone, and without leading zeros in an octet.
 */
export function isIp(text: string): boolean {
  return isIPv4(text) || isStrictIPv6(text);
}

export function isStrictIPv6(text: string): boolean {
  return isIPv6(text) && !text.includes("%");
}

/**
 * Reports whether Go's older parser accepts an address. It ignores leading zeros. Kubernetes keeps it for stored
 * addresses.
 */
function isLooseIp(text: string): boolean {
  return isIp(text.replace(/(?<![0-9a-f])0+(?=[0-9a-f])/gi, ""));
}

/** Reports whether a string is an IPv4 address, or an IPv6 address that ends with one, such as `::ffff:1.2.3.4`. */
export function isLooseIPv4(text: string): boolean {
  return text.includes(".") && isLooseIp(text);
}

export function isCidr(text: string): boolean {
  const [address = "", bits] = text.split(/\/(.*)/s);
  if (bits === undefined || !/^\d+$/.test(bits) || !isLooseIp(address)) return false;
  return Number(bits) <= (address.includes(":") ? 128 : 32);
}

/** Reports whether a string is a hostname. Letters and symbols of any script are valid, and lengths are in bytes. */
export function isHostname(text: string): boolean {
  const bytes = (part: string) => Buffer.byteLength(part);
  return bytes(text) <= 255 && HOSTNAME.test(text) && text.split(".").every((label) => bytes(label) <= 63);
}

const SIGN = "a-zA-Z0-9\\p{S}\\p{L}";
const HOSTNAME = new RegExp(
  `^(?:[${SIGN}](?:-?[${SIGN}]{0,62})?|(?:[${SIGN}](?:[-${SIGN}]{0,61}[${SIGN}])?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  "u",
);
