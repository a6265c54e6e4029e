/**
 * URIs as Go parses them, with its exceptions to RFC 3986. Source: net/url (ParseRequestURI, Parse, URL.String). Parts
 * are decoded byte by byte, so strings in this file contain one character per byte, except the input and the results.
 */
import { isStrictIPv6 } from "./network.js";

export interface Uri {
  /** In lowercase. Empty for an absolute path. */
  readonly scheme: string;
  /** Decoded, with the port. */
  readonly host: string;
  readonly escapedPath: string;
  /** Encoded. */
  readonly query: string;
  /** The whole URI in the notation that Go prints. */
  readonly text: string;
}

/** Characters that a part contains without being escaped, as classes of regular expressions. */
const UNESCAPED = {
  path: "A-Za-z0-9\\-_.~$&+,/:;=@",
  host: "A-Za-z0-9\\-_.~$&+,:;=!'()*[\\]<>\"",
  user: "A-Za-z0-9\\-_.~$&+,;=",
  fragment: "A-Za-z0-9\\-_.~$&+,/:;=@?!()*",
} as const;

type Part = keyof typeof UNESCAPED;

/** Reports whether Go's url.ParseRequestURI accepts a string: an absolute URI or an absolute path. */
export function isRequestUri(text: string): boolean {
  return parse(bytesOf(text), true) !== undefined;
}

/**
 * Parses an absolute URI or an absolute path, like url.Parse after a successful url.ParseRequestURI. This fails for some
 * request URIs, because only url.Parse checks the fragment, and reads a host from `//host/path`.
 */
export function parseUri(text: string): Uri | undefined {
  if (!isRequestUri(text)) return undefined;
  const [, start = "", fragment = ""] = /^([^#]*)#?(.*)$/s.exec(bytesOf(text)) ?? [];
  const parsed = parse(start, false);
  if (!parsed || !hasWholeEscapes(fragment)) return undefined;
  return {
    scheme: parsed.scheme,
    host: textOf(parsed.authority?.host ?? ""),
    escapedPath: escapedOf("path", parsed.path),
    query: textOf(parsed.query ?? ""),
    text: textOf(printed(parsed, fragment)),
  };
}

interface Parsed {
  readonly scheme: string;
  /** Encoded rest of a URI without a hierarchy, such as `a@example.com` in `mailto:a@example.com`. */
  readonly opaque?: string;
  readonly authority?: Authority;
  readonly path: string;
  /** Unset if there is no question mark. */
  readonly query: string | undefined;
}

interface Authority {
  /** Encoded name of the user and their password. */
  readonly user: string | undefined;
  readonly host: string;
}

const CONTROL = /[^\x20-\x7e\x80-\xff]/;

function parse(bytes: string, isRequest: boolean): Parsed | undefined {
  if (CONTROL.test(bytes) || bytes.startsWith(":") || (isRequest && bytes === "")) return undefined;
  if (bytes === "*") return { scheme: "", path: "*", query: undefined };
  const [, name = "", rest = bytes] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/.exec(bytes) ?? [];
  const [, hierarchy = "", query] = /^([^?]*)(?:\?(.*))?$/.exec(rest) ?? [];
  const scheme = name.toLowerCase();
  if (!hierarchy.startsWith("/")) {
    return scheme === "" ? undefined : { scheme, opaque: hierarchy, path: "", query };
  }
  const hasAuthority = scheme !== "" || (!isRequest && !hierarchy.startsWith("///"));
  const [, found, path = hierarchy] = (hasAuthority && /^\/\/([^/]*)(.*)$/.exec(hierarchy)) || [];
  if (!hasWholeEscapes(path)) return undefined;
  if (found === undefined) return { scheme, path, query };
  const authority = authorityOf(found, scheme);
  return authority && { scheme, authority, path, query };
}

function hasWholeEscapes(bytes: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(bytes);
}

function authorityOf(bytes: string, scheme: string): Authority | undefined {
  const at = bytes.lastIndexOf("@");
  const user = at < 0 ? undefined : bytes.slice(0, at);
  const host = hostOf(bytes.slice(at + 1), scheme);
  if (host === undefined || (user !== undefined && !isUser(user))) return undefined;
  return { user, host };
}

function isUser(bytes: string): boolean {
  return /^[-A-Za-z0-9._:~!$&'()*+,;=%@]*$/.test(bytes) && hasWholeEscapes(bytes);
}

/** Returns a decoded host. Go allows colons in it, but not for HTTP. */
function hostOf(bytes: string, scheme: string): string | undefined {
  const bracket = bytes.lastIndexOf("[");
  if (bracket > 0) return undefined;
  if (bracket === 0) return bracketedHost(bytes);
  const colon = scheme === "http" || scheme === "https" ? bytes.indexOf(":") : bytes.lastIndexOf(":");
  const hasPort = colon < 0 || /^:\d*$/.test(bytes.slice(colon));
  return hasPort && isHostText(bytes) ? unescaped(bytes) : undefined;
}

/**
 * Reports whether a string is valid as a host. Characters outside of ASCII, and `%`, can be escaped; other ASCII
 * characters cannot.
 */
function isHostText(bytes: string): boolean {
  return !NO_HOST.test(bytes.replace(/%(?:[89a-f][0-9a-f]|25)/gi, "a"));
}

const NO_HOST = new RegExp(`[^${UNESCAPED.host}\\x80-\\xff]`);

/** Returns the decoded form of an IPv6 address in brackets, with its zone and its port. */
function bracketedHost(bytes: string): string | undefined {
  const [, literal, port] = /^\[(.*)\]((?::\d*)?)$/.exec(bytes) ?? [];
  const [, address = "", zone] = /^(.*?)(%25.*)?$/.exec(literal ?? "") ?? [];
  if (!isStrictIPv6(address) || (zone !== undefined && !isZone(zone))) return undefined;
  return `[${address}${unescaped(zone ?? "")}]${port}`;
}

/** Reports whether a string is a zone behind `%25`. Only characters that a host can contain, spaces and `%` can be escaped. */
function isZone(bytes: string): boolean {
  const escapes = bytes.match(/%[0-9a-f]{2}/gi) ?? [];
  const isAllowed = (code: string) => code === "%25" || ZONE_BYTE.test(unescaped(code));
  if (bytes === "%25") return false;
  return hasWholeEscapes(bytes) && escapes.every(isAllowed) && isHostText(bytes.replace(/%[0-9a-f]{2}/gi, ""));
}

const ZONE_BYTE = new RegExp(`^[ ${UNESCAPED.host}]$`);

function unescaped(bytes: string): string {
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function escaped(part: Part, bytes: string): string {
  return bytes.replace(TO_ESCAPE[part], (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

const TO_ESCAPE = {
  path: new RegExp(`[^${UNESCAPED.path}]`, "g"),
  host: new RegExp(`[^${UNESCAPED.host}]`, "g"),
  user: new RegExp(`[^${UNESCAPED.user}]`, "g"),
  fragment: new RegExp(`[^${UNESCAPED.fragment}]`, "g"),
};

/** Returns the escaped form of a part: its own if that is valid, otherwise that of Go. */
function escapedOf(part: "path" | "fragment", bytes: string): string {
  return VALID[part].test(bytes) ? bytes : escaped(part, unescaped(bytes));
}

const VALID = {
  path: new RegExp(`^[${UNESCAPED.path}!'()*[\\]%]*$`),
  fragment: new RegExp(`^[${UNESCAPED.fragment}'[\\]%]*$`),
};

function printed({ scheme, opaque, authority, path, query }: Parsed, fragment: string): string {
  const { user, host = "" } = authority ?? {};
  const isEmpty = user === undefined && host === "" && path === "";
  const slashes =
    authority !== undefined && !isEmpty && (scheme !== "" || user !== undefined || host !== "") ? "//" : "";
  return [
    scheme === "" ? "" : `${scheme}:`,
    opaque ?? slashes,
    user === undefined ? "" : `${printedUser(user)}@`,
    escaped("host", host),
    escapedOf("path", path),
    query === undefined ? "" : `?${query}`,
    fragment === "" ? "" : `#${escapedOf("fragment", fragment)}`,
  ].join("");
}

function printedUser(user: string): string {
  const [, name = "", password] = /^([^:]*)(:.*)?$/.exec(user) ?? [];
  const print = (bytes: string) => escaped("user", unescaped(bytes));
  return print(name) + (password === undefined ? "" : `:${print(password.slice(1))}`);
}

/** Decodes a parameter, in which a plus sign is a space. Returns undefined if an escape is incomplete. */
export function decodedParameter(text: string): string | undefined {
  const bytes = bytesOf(text);
  return hasWholeEscapes(bytes) ? textOf(unescaped(bytes.replaceAll("+", " "))) : undefined;
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Decodes UTF-8. Other bytes, which Go keeps, become replacement characters. */
function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}
