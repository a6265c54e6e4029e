/** Names of fields in CEL. Source: k8s.io/apiserver, pkg/cel/escaping.go. */
import { RESERVED } from "./reserved.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

const CHARACTERS: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([part, escaped]) => [escaped, part]));

/** Returns the name of a field in CEL, such as `__in__` or `a__dash__b`, or undefined if it has none. */
export function celName(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  return name.replace(/__|[./-]/g, (part) => ESCAPES.get(part) ?? part);
}

/** Returns the name of the field that an expression refers to. */
export function fieldName(name: string): string {
  const [, reserved = ""] = /^__(.+)__$/.exec(name) ?? [];
  if (RESERVED.has(reserved)) return reserved;
  return name.replace(/__(?:underscores|dot|dash|slash)__/g, (part) => CHARACTERS.get(part) ?? part);
}

/** Reports whether an expression refers to a field by a name. After a dot, reserved words need no escaping. */
export function isNamed(field: string, name: string): boolean {
  return celName(field) === name || (field === name && RESERVED.has(name));
}
