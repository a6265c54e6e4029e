/** Functions of URLs. Source: k8s.io/apiserver, pkg/cel/library/urls.go, and Go's net/url. */
import { decodedParameter, isRequestUri, parseUri } from "../../../formats/uri.js";
import {
  Failure,
  type Implementation,
  isKind,
  type Library,
  listValue,
  type MapValue,
  stringMap,
  type Url,
  type Value,
} from "../../values/value.js";

export const URLS: Library = {
  functions: {
    url: (text) => (typeof text === "string" ? urlOf(text) : undefined),
    isURL: (text) => (typeof text === "string" ? isRequestUri(text) : undefined),
  },
  methods: {
    getScheme: of(({ scheme }) => scheme),
    getHost: of(({ host }) => host),
    getHostname: of(({ host }) => hostnameOf(host)),
    getPort: of(({ host }) => portOf(host)),
    getEscapedPath: of(({ escapedPath }) => escapedPath),
    getQuery: of(parametersOf),
  },
};

function of(result: (url: Url) => Value): Implementation {
  return (url) => (isKind(url, "url") ? result(url) : undefined);
}

function urlOf(text: string): Url | Failure {
  const uri = parseUri(text);
  return uri ? { kind: "url", ...uri } : new Failure("a URL must be an absolute URI, or an absolute path");
}

function portOf(host: string): string {
  return /:(\d*)$/.exec(host)?.[1] ?? "";
}

/** Returns a host without its port, and without the brackets of an IPv6 address. */
function hostnameOf(host: string): string {
  const name = host.replace(/:\d*$/, "");
  return name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
}

/** Parameters that Go reads. It returns none at all if there are more. */
const MAX_PARAMETERS = 10_000;

/** Returns the values of all parameters. Those with a semicolon or an incomplete escape are ignored. */
function parametersOf({ query }: Url): MapValue {
  const found = new Map<string, string[]>();
  const pairs = query.split("&");
  if (pairs.length > MAX_PARAMETERS) return stringMap(new Map());
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const key = decodedParameter(equals < 0 ? pair : pair.slice(0, equals));
    const value = decodedParameter(equals < 0 ? "" : pair.slice(equals + 1));
    if (pair === "" || pair.includes(";") || key === undefined || value === undefined) continue;
    const values = found.get(key);
    if (values) values.push(value);
    else found.set(key, [value]);
  }
  return stringMap(new Map([...found].map(([key, values]) => [key, listValue(values)])));
}
