/** Lists without inner lists. Source: google/cel-go, ext/lists.go (flatten). */
import { Failure, isKind, type ListValue, listValue, type Value } from "../../values/value.js";
import { costFailure, LARGEST_LIST, tooManyItems } from "../limits.js";

/** Replaces inner lists, up to a depth, with their items. */
export function flatten({ items, size }: ListValue, depth: bigint): ListValue | Failure {
  if (depth < 0n) return new Failure("the depth must not be negative");
  const failure = costFailure(Number(depth) * size);
  if (failure) return failure;
  const result: Value[] = [];
  const open = [items.values()];
  let steps = 0;
  while (open.length > 0) {
    const next = open.at(-1)?.next();
    if (!next || next.done) {
      open.pop();
      continue;
    }
    // Empty lists also count: the same list can be in a list many times.
    if (++steps > LARGEST_LIST) return tooManyItems();
    if (isKind(next.value, "list") && open.length <= depth) open.push(next.value.items.values());
    else result.push(next.value);
  }
  return listValue(result);
}
