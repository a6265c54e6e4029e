/** Names of fields in CEL. Source: k8s.io/apiserver, pkg/cel/escaping.go. */
import { RESERVED } from "../syntax/reserved.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

/** Returns the name of a field in CEL, such as `__in__` or `a__dash__b`, or undefined if it has none. */
export function celName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  return name.replace(/__|[./-]/g, (part) => ESCAPES.get(part) ?? part);
}

/** Returns the name of the field that has a name in CEL. Reserved words need not be escaped. */
export function jsonName(name: string): string {
  const reserved = /^__(.+)__$/.exec(name)?.[1];
  if (reserved !== undefined && RESERVED.has(reserved)) return reserved;
  return name.includes("__") ? name.replace(/__[a-z]+__/g, (part) => PLAIN.get(part) ?? part) : name;
}

const PLAIN: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([plain, escaped]) => [escaped, plain]));
