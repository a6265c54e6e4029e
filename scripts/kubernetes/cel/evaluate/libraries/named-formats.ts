/**
 * Functions of named formats. Source: k8s.io/apiserver, pkg/cel/library/format.go, and k8s.io/apimachinery,
 * pkg/api/validate/content and pkg/api/validation/generic.go.
 */
import {
  DNS_1035_LABEL,
  DNS_1123_LABEL,
  isSubdomain,
  LABEL_LIMIT,
  QUALIFIED,
  SUBDOMAIN_LIMIT,
} from "../../../../core/model/names.js";
import { isOfFormat } from "../../../formats/formats.js";
import { isKind, type Library, listValue, type NamedFormat, optionalValue } from "../../values/value.js";

/** Returns a message for each requirement that a string violates. The API server returns as many. */
type Check = (text: string) => readonly string[];

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...named("dns1035Label", LABEL_LIMIT, "must be a DNS-1035 label", (name) => DNS_1035_LABEL.test(name)),
  ...named("dns1123Label", LABEL_LIMIT, "must be a DNS-1123 label", (name) => DNS_1123_LABEL.test(name)),
  ...named("dns1123Subdomain", SUBDOMAIN_LIMIT, "must be a DNS-1123 subdomain", isSubdomain),
  ["labelValue", ofBytes(labelValueProblems)],
  ["qualifiedName", ofBytes(qualifiedNameProblems)],
  ...["byte", "date", "datetime", "uri", "uuid"].map(schemaFormat),
]);

export const NAMED_FORMATS: Library = {
  functions: {
    ...Object.fromEntries([...CHECKS.keys()].map((name) => [`format.${name}`, () => namedFormat(name)])),
    "format.named": (name) => {
      if (typeof name !== "string") return undefined;
      return CHECKS.has(name) ? optionalValue(namedFormat(name)) : optionalValue();
    },
  },
  methods: {
    validate: (format, text) => {
      if (!isKind(format, "format") || typeof text !== "string") return undefined;
      const problems = CHECKS.get(format.name)?.(text) ?? [];
      return problems.length > 0 ? optionalValue(listValue(problems)) : optionalValue();
    },
  },
};

function namedFormat(name: string): NamedFormat {
  return { kind: "format", name };
}

/** Returns the check of a kind of name, and that of its prefixes, which can end with a hyphen. */
function named(name: string, limit: number, message: string, isValid: (name: string) => boolean): [string, Check][] {
  const problems = (bytes: string) => [...lengthProblems(bytes, limit), ...(isValid(bytes) ? [] : [message])];
  return [
    [name, ofBytes(problems)],
    [`${name}Prefix`, ofBytes((bytes) => problems(withoutHyphen(bytes)))],
  ];
}

/** Returns a check of bytes, because the API server counts them, and replaces them in prefixes. */
function ofBytes(problems: (bytes: string) => readonly string[]): Check {
  return (text) => problems(Buffer.from(text).toString("latin1"));
}

function lengthProblems(bytes: string, limit: number, part = ""): string[] {
  return bytes.length > limit ? [`${part}must be at most ${limit} characters`] : [];
}

/** Replaces a hyphen at the end, and the character before it. */
function withoutHyphen(bytes: string): string {
  return bytes.length > 1 && bytes.endsWith("-") ? `${bytes.slice(0, -2)}a` : bytes;
}

function labelValueProblems(bytes: string): string[] {
  return [...lengthProblems(bytes, LABEL_LIMIT), ...(bytes === "" ? [] : qualifiedProblems(bytes))];
}

function qualifiedProblems(bytes: string, part = ""): string[] {
  if (QUALIFIED.test(bytes)) return [];
  return [`${part}must consist of letters, digits, '-', '_' and '.', and start and end with a letter or digit`];
}

/** Checks a name with an optional prefix. Both the prefix and the name can violate two requirements. */
function qualifiedNameProblems(bytes: string): string[] {
  const [name = "", prefix, ...more] = bytes.split("/", 3).reverse();
  if (more.length > 0) return ["must have at most one slash, between a DNS-1123 subdomain and a name"];
  return [
    ...(prefix === undefined ? [] : prefixProblems(prefix)),
    ...(name === "" ? ["the name must not be empty"] : lengthProblems(name, LABEL_LIMIT, "the name ")),
    ...qualifiedProblems(name, "the name "),
  ];
}

function prefixProblems(prefix: string): string[] {
  if (prefix === "") return ["the prefix must not be empty"];
  return [
    ...lengthProblems(prefix, SUBDOMAIN_LIMIT, "the prefix "),
    ...(isSubdomain(prefix) ? [] : ["the prefix must be a DNS-1123 subdomain"]),
  ];
}

/** Returns the check of a format that schemas have, too. It has a single message. */
function schemaFormat(name: string): [string, Check] {
  return [name, (text) => (isOfFormat(name, text) ? [] : [`must be a string in the format ${name}`])];
}
