/** The formats that the API server checks and that can be checked here. Others it takes as they are. */
import { isIPv4, isIPv6 } from "node:net";
import type { Json } from "../model/json.js";

type Format = (value: string) => boolean;

/** Source: k8s.io/kube-openapi/pkg/validation/strfmt. */
const TEXT_FORMATS: Readonly<Record<string, Format>> = {
  "date-time": (value) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[-+]\d{2}:\d{2})$/.test(value) && isDate(value),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
  // Go's parser takes octets with leading zeros here, which Node does not: they are dropped first.
  ipv4: (value) => isIPv4(value.replace(/\b0+(?=\d)/g, "")),
  ipv6: (value) => isIPv6(value) && !value.includes("%"),
  uuid: (value) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value),
  byte: (value) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value),
};

const INTEGER_FORMATS: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 63 };

/** What is wrong with a value of a format, or undefined. */
export function formatProblem(format: string, value: Json): string | undefined {
  const limit = INTEGER_FORMATS[format];
  const isOutside = typeof value === "number" && limit !== undefined && (value < -limit || value >= limit);
  const isMalformed = typeof value === "string" && TEXT_FORMATS[format]?.(value) === false;
  return isOutside || isMalformed ? `it is no ${format}` : undefined;
}

function isDate(value: string): boolean {
  return !Number.isNaN(Date.parse(value));
}
