/** Messages about types. */
import { OPERATORS } from "../syntax/tree.js";
import { printType, type Type, unwrapOptional } from "../types/type.js";

const WRITTEN = new Map<string, string>([
  ...Object.entries(OPERATORS).map(([written, name]) => [name, written] as const),
  ["!_", "!"],
  ["-_", "-"],
  ["_[_]", "[]"],
  ["_[?_]", "[?]"],
]);

export function noField(type: Type, name: string, problem: "no field" | "no fields"): string {
  if (problem === "no fields")
    return `a value of type ${printType(type)} has no fields, so \`.${name}\` cannot be read`;
  const { fields } = unwrapOptional(type);
  return fields ? `there is no field \`${name}\`` : `a value of type ${printType(type)} has no field \`${name}\``;
}

export function noFunction(name: string, near: string | undefined): string {
  return `there is no function \`${name}()\`${near === undefined ? "" : `; did you mean \`${near}()\`?`}`;
}

export function noOverload(name: string, args: readonly Type[], isMember: boolean): string {
  const types = args.map(printType);
  const operator = WRITTEN.get(name);
  if (operator !== undefined) return `\`${operator}\` cannot be used with ${types.join(" and ")}`;
  if (!isMember) return `\`${name}()\` cannot be called with (${types.join(", ")})`;
  const [target, ...others] = types;
  return `\`${name}()\` cannot be called on ${target} with (${others.join(", ")})`;
}
