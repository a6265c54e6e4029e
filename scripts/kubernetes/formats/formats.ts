/**
 * Formats that the API server checks. It accepts any value for other formats, and so does this code.
 *
 * Source: apiextensions-apiserver pkg/apiserver/validation/formats.go, k8s.io/kube-openapi/pkg/validation/strfmt.
 */
import { isIntOrString, type StructuralSchema } from "../../core/model/schema.js";
import { matchesPattern } from "../re2/pattern.js";
import { isCreditCard, isIsbn10, isIsbn13 } from "./checksum.js";
import { isEmail } from "./mail.js";
import { isCidr, isHostname, isLooseIPv4, isStrictIPv6 } from "./network.js";
import { isDate, isDateTime, isDuration } from "./time.js";
import { isRequestUri } from "./uri.js";

/** Format of strings. A string must match its pattern, respect its length and pass its test. */
interface TextFormat {
  readonly pattern?: string;
  /** Length in characters, all of which are ASCII. */
  readonly maxLength?: number;
  readonly test?: (text: string) => boolean;
  /** Strings in this format, the simplest first, for generating values. */
  readonly examples: readonly string[];
}

const HEX = "[0-9a-fA-F]";
const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const COLOR = "\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*";

function uuid(version: string, variant: string): string {
  return `^${HEX}{8}-?${HEX}{4}-?${version}${HEX}{${version === "" ? 4 : 3}}-?${variant}-?${HEX}{12}$`;
}

/** Returns the pattern of a MAC address: 6, 8 or 20 bytes, with the same separator throughout. */
function macPattern(): string {
  const forms = [6, 8, 20].flatMap((bytes) => [
    `${HEX}{2}(:${HEX}{2}){${bytes - 1}}`,
    `${HEX}{2}(-${HEX}{2}){${bytes - 1}}`,
    `${HEX}{4}(\\.${HEX}{4}){${bytes / 2 - 1}}`,
    `${HEX}{${2 * bytes}}`,
  ]);
  return `^(${forms.join("|")})$`;
}

const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  bsonobjectid: { pattern: `^${HEX}{24}$`, examples: ["507f1f77bcf86cd799439011"] },
  byte: {
    pattern: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$",
    examples: ["YQ==", "YWFh"],
  },
  cidr: { pattern: `^[0-9a-fA-F.:]+/\\d+$`, test: isCidr, examples: ["192.0.2.0/24", "2001:db8::/32", "0.0.0.0/0"] },
  creditcard: { pattern: "(\\d[^\\d]*){13,16}", test: isCreditCard, examples: ["4111111111111111", "4222222222222"] },
  date: { pattern: "^\\d{4}-\\d{2}-\\d{2}$", test: isDate, examples: ["2024-02-29", "0001-01-01", "9999-12-31"] },
  datetime: {
    pattern: "^\\d{4}-\\d{2}-\\d{2}[tT]\\d{2}:\\d{2}:\\d{2}",
    test: isDateTime,
    examples: ["2024-02-29T12:00:00Z", "2024-02-29t00:00:00.123456789z", "2024-02-29T23:59:59+14:00"],
  },
  duration: { pattern: "\\d", test: isDuration, examples: ["1h", "0", "1h30m", "2 days", "-1.5ms"] },
  email: { pattern: "@", test: isEmail, examples: ["a@example.com", "a@b", "Ada <ada@example.com>"] },
  hexcolor: { pattern: `^#?(${HEX}{3}|${HEX}{6})$`, examples: ["#fff", "a0b1c2"] },
  hostname: { test: isHostname, examples: ["example.com", "a", "www.example.com"] },
  ipv4: {
    pattern: "^[0-9a-fA-F:]*\\d+\\.\\d+\\.\\d+\\.\\d+$",
    test: isLooseIPv4,
    examples: ["192.0.2.1", "0.0.0.0", "255.255.255.255", "::ffff:192.0.2.1"],
  },
  ipv6: {
    pattern: "^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$",
    test: isStrictIPv6,
    examples: ["2001:db8::1", "::", "::ffff:192.0.2.1"],
  },
  isbn: {
    pattern: "\\d",
    test: (text) => isIsbn10(text) || isIsbn13(text),
    examples: ["0321751043", "978-0321751041"],
  },
  isbn10: { pattern: "\\d", test: isIsbn10, examples: ["0321751043", "0-8044-2957-X"] },
  isbn13: { pattern: "\\d", test: isIsbn13, examples: ["9780321751041", "978-0321751041"] },
  k8slongname: { pattern: `^${LABEL}(\\.${LABEL})*$`, maxLength: 253, examples: ["a.b", "a"] },
  k8sshortname: { pattern: `^${LABEL}$`, maxLength: 63, examples: ["a", "a-b"] },
  mac: { pattern: macPattern(), examples: ["00:00:5e:00:53:01", "00005e005301"] },
  password: { examples: ["secret", ""] },
  rgbcolor: { pattern: `^rgb\\(${COLOR},${COLOR},${COLOR}\\)$`, examples: ["rgb(0,128,255)"] },
  ssn: { pattern: "^\\d{3}[- ]\\d{2}[- ]\\d{4}$", examples: ["123-45-6789"] },
  uri: { test: isRequestUri, examples: ["https://example.com/a?b=c", "/a", "mailto:a@example.com"] },
  uuid: { pattern: uuid("", `${HEX}{4}`), examples: ["123e4567-e89b-42d3-a456-426614174000"] },
  uuid3: { pattern: uuid("3", `${HEX}{4}`), examples: ["123e4567-e89b-32d3-a456-426614174000"] },
  uuid4: { pattern: uuid("4", `[89abAB]${HEX}{3}`), examples: ["123e4567-e89b-42d3-a456-426614174000"] },
  uuid5: { pattern: uuid("5", `[89abAB]${HEX}{3}`), examples: ["123e4567-e89b-52d3-a456-426614174000"] },
};

/**
 * Returns the name of the format that the API server checks for strings of a schema. It ignores hyphens in the name.
 */
export function textFormatOf(schema: StructuralSchema): string | undefined {
  const { type, format } = schema;
  const isOfTexts = type === undefined || type === "string" || isIntOrString(schema);
  if (format === undefined || !isOfTexts) return undefined;
  const name = format.replaceAll("-", "");
  return Object.hasOwn(TEXT_FORMATS, name) ? name : undefined;
}

/** Formats of numbers. Source: the same file, which selects formats by the compatibility version of the API server. */
const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

/** Names that are usually written with hyphens, which the API server ignores. */
const DASHED: Readonly<Record<string, string>> = {
  datetime: "date-time",
  k8slongname: "k8s-long-name",
  k8sshortname: "k8s-short-name",
};

/** Returns the formats that the API server checks for a type. A schema without a type has the formats of strings. */
export function formatsOf(type: string): readonly string[] {
  return NUMBER_FORMATS[type] ?? Object.keys(TEXT_FORMATS).map((name) => DASHED[name] ?? name);
}

/** Reports whether the API server checks a format for a type. */
export function isFormatOf(type: string, format: string): boolean {
  const known = NUMBER_FORMATS[type];
  return known ? known.includes(format) : Object.hasOwn(TEXT_FORMATS, format.replaceAll("-", ""));
}

/**
 * Returns the first minor version of Kubernetes 1 that checks a format, or undefined if all supported versions check
 * it.
 */
export function formatSince(format: string): number | undefined {
  return ["k8slongname", "k8sshortname"].includes(format.replaceAll("-", "")) ? 34 : undefined;
}

export function textFormat(name: string): TextFormat | undefined {
  return TEXT_FORMATS[name];
}

export function isOfFormat(name: string, text: string): boolean {
  const { pattern, maxLength = Number.POSITIVE_INFINITY, test } = TEXT_FORMATS[name] ?? {};
  if (text.length > maxLength || (pattern !== undefined && !matchesPattern(pattern, text))) return false;
  return test === undefined || test(text);
}
