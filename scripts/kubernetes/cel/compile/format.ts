/** Checks the directives in a format string against its arguments. Source: google/cel-go, ext/formatting.go. */
import type { Core } from "../syntax/core.js";
import { type ExpressionProblem, problemAt } from "../syntax/problem.js";
import { type Kind, printType, type Type } from "../types/type.js";

/** Types that each directive accepts. */
const DIRECTIVES: ReadonlyMap<string, readonly Kind[]> = new Map([
  ["s", ["list", "map", "int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type", "null"]],
  ["d", ["int", "uint"]],
  ["f", ["double", "string"]],
  ["e", ["double", "string"]],
  ["b", ["int", "uint", "bool"]],
  ["x", ["int", "uint", "string", "bytes"]],
  ["X", ["int", "uint", "string", "bytes"]],
  ["o", ["int", "uint"]],
]);

/** Returns the first problem in a call of `format` on a literal with a list of arguments. */
export function formatProblem(core: Core, typeOf: (part: Core) => Type): ExpressionProblem | undefined {
  if (core.kind !== "call" || core.name !== "format" || core.target?.kind !== "literal") return undefined;
  const [list] = core.args;
  const { value } = core.target;
  if (value.type !== "string" || list?.kind !== "list") return undefined;
  const items = list.items.map((item) => item.value);
  let used = 0;
  for (const [directive] of value.value.matchAll(/%(?:%|[\s\S]?(?:(?<=\.)\d*[\s\S]?)?|)/gu)) {
    if (directive === "%%") continue;
    const item = items[used++];
    if (!item) return problemAt(core.target, `the format needs more than ${items.length} arguments`);
    const [, letter = ""] = /^%(?:\.\d+)?([^.])$/u.exec(directive) ?? [];
    const kinds = DIRECTIVES.get(letter);
    if (!kinds) return problemAt(core.target, `\`${directive}\` is not a directive of format()`);
    const wrong = unprintable(item, kinds, typeOf, letter === "s");
    if (wrong) return problemAt(wrong, `\`${directive}\` cannot be used with ${printType(typeOf(wrong))}`);
  }
  return used < items.length
    ? problemAt(items[used] as Core, `the format uses only ${used} of ${items.length} arguments`)
    : undefined;
}

/** Returns the part of an argument that a directive does not accept. `%s` also accepts the items of lists and maps. */
function unprintable(
  core: Core,
  kinds: readonly Kind[],
  typeOf: (part: Core) => Type,
  isDeep: boolean,
): Core | undefined {
  const { kind } = typeOf(core);
  if (kind !== "dyn" && !kinds.includes(kind)) return core;
  if (!isDeep) return undefined;
  const inner =
    core.kind === "list"
      ? core.items.map(({ value }) => value)
      : core.kind === "map"
        ? core.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of inner) {
    const wrong = unprintable(part, kinds, typeOf, true);
    if (wrong) return wrong;
  }
  return undefined;
}
