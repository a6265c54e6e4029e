/** Finds the missing bound that makes a rule expensive. */
import type { Compiled } from "../compile.js";
import { estimate } from "../cost/estimate.js";
import type { DeclType } from "../types/decl-type.js";
import { celName } from "../types/names.js";
import type { MissingBound, RuleScope, SchemaPath } from "./walk.js";

/** Most values whose missing bounds are compared. */
const MOST_COMPARED = 50;

/**
 * Returns the missing bound without which the cost would be lowest: that of a list or map around the value, or of a value
 * that the expression reads.
 */
export function costliestBound(
  { checked, cost, unbounded }: Compiled,
  scope: RuleScope,
  cardinality: bigint,
  server: number,
): MissingBound | undefined {
  const self = scope.self as DeclType;
  let costliest = scope.unbounded;
  let factor = scope.unbounded ? Number(cardinality) : 1;
  for (const decl of [...unbounded].slice(0, MOST_COMPARED)) {
    const bounded = estimate(checked, self, server, decl).cost;
    const saved = Number(cost) / Math.max(1, Number(bounded));
    const found = saved > factor ? pathOf(decl, scope) : undefined;
    if (!found) continue;
    factor = saved;
    costliest = found;
  }
  return costliest;
}

/** Returns the path of a value that a rule can read. */
function pathOf(wanted: DeclType, { self, path }: RuleScope): MissingBound | undefined {
  const open: { decl: DeclType; path: SchemaPath }[] = self ? [{ decl: self, path }] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { decl } = next;
    if (decl === wanted) return { path: next.path, keyword: keywordOf(decl) };
    for (const property of Object.keys(decl.schema.properties ?? {})) {
      const field = decl.fields?.get(celName(property) ?? "");
      if (field) open.push({ decl: field, path: [...next.path, "properties", property] });
    }
    const key = decl.type.kind === "list" ? "items" : "additionalProperties";
    if (decl.element) open.push({ decl: decl.element, path: [...next.path, key] });
  }
  return undefined;
}

function keywordOf({ type: { kind } }: DeclType): MissingBound["keyword"] {
  return kind === "list" ? "maxItems" : kind === "map" ? "maxProperties" : "maxLength";
}
