import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  libraryObject,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  parameter,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from "../types/type.js";
import type { CostModel } from "./cost-model.js";

/** One signature of a function. */
export interface Overload {
  readonly function: string;
  /** Types of the arguments; the first one is that of the target if `isMember`. */
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly isMember: boolean;
  /** Names of the type parameters. */
  readonly typeParameters: readonly string[];
  readonly cost: CostModel;
}

/**
 * Declaration of an overload: the function, its signature, what a call costs (1 if omitted), and the minor version of
 * Kubernetes that introduced it (that of its library if omitted). The order decides which overload the checker tries
 * first. In a signature, the type of the target is before the dot, and single capital letters are type parameters,
 * as in `list(A).(A) int`.
 */
export type Row = readonly [name: string, signature: string, cost?: CostModel, since?: number];

export const IP = opaque("net.IP");
export const CIDR = opaque("net.CIDR");

/** Types that signatures contain, by their name there. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  ...[BOOL, BYTES, DOUBLE, DURATION, DYN, INT, NULL, STRING, TIMESTAMP, UINT].map((type) => [type.name, type] as const),
  ["ip", IP],
  ["cidr", CIDR],
  ...["URL", "Quantity", "NamedFormat", "Semver"].map((name) => [name, libraryObject(`kubernetes.${name}`)] as const),
  ...["Authorizer", "PathCheck", "GroupCheck", "ResourceCheck", "Decision"].map(
    (name) => [name, libraryObject(`kubernetes.authorization.${name}`)] as const,
  ),
]);

/** Reads a declaration. */
export function overloadOf([name, signature, cost = "one"]: Row): Overload {
  const [, target, args = "", result = ""] = /^(?:(.+)\.)?\((.*)\) (.+)$/.exec(signature) ?? [];
  const written = [...(target === undefined ? [] : [target]), ...splitTypes(args)];
  return {
    function: name,
    parameters: written.map(readType),
    result: readType(result),
    isMember: target !== undefined,
    typeParameters: [...new Set(signature.match(/\b[A-Z]\b/g))],
    cost,
  };
}

/** Splits a list of types at the commas that are not in parentheses. */
function splitTypes(text: string): string[] {
  return text === "" ? [] : text.split(/, (?![^(]*\))/);
}

function readType(text: string): Type {
  const [, name, inner] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  if (name === undefined) return /^[A-Z]$/.test(text) ? parameter(text) : (TYPES.get(text) as Type);
  const [first, second] = (name === "map" ? splitMap(inner as string) : [inner as string]).map(readType) as [
    Type,
    Type,
  ];
  const made = { list: listOf, optional: optionalOf, type: typeOf, map: (key: Type) => mapOf(key, second) };
  return made[name as keyof typeof made](first);
}

/** Keys of maps have no parameters, so the first comma separates key and value. */
function splitMap(inner: string): string[] {
  const comma = inner.indexOf(", ");
  return [inner.slice(0, comma), inner.slice(comma + 2)];
}
