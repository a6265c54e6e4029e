/** Other YAML readers, as strict as the tests need them: keys keep the type that a reader gives them. */
import {
  CORE_SCHEMA,
  defineScalarTag,
  FAILSAFE_SCHEMA,
  load,
  mergeTag,
  NOT_RESOLVED,
  realMapTag,
  type Schema,
  YAML11_SCHEMA,
} from "js-yaml";
import type { Json } from "../../../scripts/core/model/json.js";

/** In YAML 1.1, a plain `=` has a special meaning, at which some readers fail. */
const defaultValueTag = defineScalarTag("tag:yaml.org,2002:value", {
  implicit: true,
  resolve: (source) => (source === "=" ? Symbol("=") : NOT_RESOLVED),
  identify: () => false,
});

/** Values that version 2 or 3 of go.yaml.in/yaml does not read as strings. Source: its resolve.go. */
const goTag = defineScalarTag("tag:example.dev:go", {
  implicit: true,
  resolve: (source) => {
    const known = GO_WORDS.get(source);
    if (known !== undefined) return known;
    if (source.startsWith(".")) return /^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(source) ? Number(source) : NOT_RESOLVED;
    return /^[-+0-9]/.test(source) ? resolveGoNumber(source) : NOT_RESOLVED;
  },
  identify: () => false,
});

const GO_WORDS = new Map<string, Json | symbol>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"].map(
    (word) => [word, Symbol(word)] as const,
  ),
]);

function resolveGoNumber(source: string): number | symbol | typeof NOT_RESOLVED {
  if (/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?$/.test(source)) return Symbol("a moment");
  const plain = source.replaceAll("_", "");
  const [, sign, base, digits = ""] = /^([-+]?)(0[xX]|0[oO]|0[bB]|0(?=[0-7]))?(.*)$/.exec(plain) ?? [];
  const isInteger = { x: /^[0-9a-fA-F]+$/, o: /^[0-7]+$/, b: /^[01]+$/ }[base?.[1]?.toLowerCase() ?? ""];
  const factor = sign === "-" ? -1 : 1;
  if (isInteger?.test(digits)) return factor * Number(`${base?.toLowerCase()}${digits}`);
  if (base === "0" && /^[0-7]+$/.test(digits)) return factor * Number.parseInt(digits, 8);
  return /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(plain) ? Number(plain) : NOT_RESOLVED;
}

export const READERS: Readonly<Record<string, Schema>> = {
  "YAML 1.2": CORE_SCHEMA,
  "YAML 1.1": YAML11_SCHEMA.withTags(defaultValueTag),
  Go: FAILSAFE_SCHEMA.withTags(goTag, mergeTag),
};

/**
 * Reads one document as a canonical string. Two documents have the same one only if they are equal, including keys and
 * their types.
 */
export function readAs(schema: Schema, text: string): string {
  return canonical(load(text, { schema: schema.withTags(realMapTag) }));
}

/** Returns the result that `readAs` must have for a value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value instanceof Date) return `a moment ${value.toISOString()}`;
  if (typeof value === "symbol") return String(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "number" ? String(value) : JSON.stringify(value);
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  return `{${entries
    .map(([key, child]) => `${canonical(key)}:${canonical(child)}`)
    .sort()
    .join()}}`;
}
