/**
 * IP addresses, CIDR ranges, hostnames and URIs. Source: k8s.io/kube-openapi/pkg/validation/strfmt, and Go's net and
 * net/url.
 */
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

/** Reports whether Go's url.ParseRequestURI accepts a string: an absolute URI or an absolute path. */
export function isRequestUri(text: string): boolean {
  if (text === "" || [...text].some((sign) => sign < " " || sign === "\x7f")) return false;
  if (text === "*") return true;
  const [, scheme, rest = text] = /^([A-Za-z][-+.A-Za-z0-9]*):(.*)$/s.exec(text) ?? [];
  const hierarchy = rest.replace(/\?.*$/s, "");
  if (!hierarchy.startsWith("/")) return scheme !== undefined;
  const [, authority, path = hierarchy] = (scheme !== undefined && /^\/\/([^/]*)(.*)$/s.exec(hierarchy)) || [];
  return hasWholeEscapes(path) && (authority === undefined || isAuthority(authority, `${scheme}`.toLowerCase()));
}

function hasWholeEscapes(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(at, 0));
  return (
    /^[-A-Za-z0-9._:~!$&'()*+,;=%@]*$/.test(user) && hasWholeEscapes(user) && isHost(authority.slice(at + 1), scheme)
  );
}

function isHost(host: string, scheme: string): boolean {
  if (host.lastIndexOf("[") > 0) return false;
  if (host.startsWith("[")) {
    const [, address, port] = /^\[(.*)\]([^\]]*)$/s.exec(host) ?? [];
    return address !== undefined && /^(:\d*)?$/.test(`${port}`) && isBracketedAddress(address);
  }
  const isStrict = scheme === "http" || scheme === "https";
  const colon = isStrict ? host.indexOf(":") : host.lastIndexOf(":");
  return (colon < 0 || /^:\d*$/.test(host.slice(colon))) && isHostText(host);
}

/**
 * Reports whether a string is valid as the host of a URI. Characters outside of ASCII, and `%`, can be escaped; other
 * ASCII characters cannot.
 */
function isHostText(text: string): boolean {
  const signs = text.replace(/%(?:[89a-f][0-9a-f]|25)/gi, "a");
  return !/[^-A-Za-z0-9._~!$&'()*+,;=:[\]<>"\P{ASCII}]/u.test(signs);
}

function isBracketedAddress(text: string): boolean {
  const [address = "", zone] = text.split(/%25(.*)/s);
  return isStrictIPv6(address) && (zone === undefined || (zone !== "" && isZone(zone)));
}

function isZone(zone: string): boolean {
  const escapes = zone.match(/%[0-9a-f]{2}/gi) ?? [];
  const isAllowed = (code: string) => code === "%25" || /^[- A-Za-z0-9._~!$&'()*+,;=:[\]<>"]$/.test(unescaped(code));
  return hasWholeEscapes(zone) && escapes.every(isAllowed) && isHostText(zone.replace(/%[0-9a-f]{2}/gi, ""));
}

function unescaped(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(1), 16));
}
