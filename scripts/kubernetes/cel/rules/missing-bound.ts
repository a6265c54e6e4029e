/** Finds the missing bound that makes an expression expensive. */
import type { Compiled } from "../compile/compile.js";
import { estimate } from "../cost/estimate.js";
import type { DeclType } from "../types/decl-type.js";
import { celName } from "../types/names.js";
import type { MissingBound, SchemaPath } from "./walk.js";

/** Most values whose missing bounds are compared. */
const MOST_COMPARED = 50;

/** Missing bound of a value that an expression reads. */
export interface CostlyBound extends MissingBound {
  /** Factor by which the cost is higher than with a bound of one. */
  readonly factor: number;
}

/**
 * Returns the missing bound without which the cost would be lowest, of the values that the expression reads. Its path is
 * relative to `self`.
 */
export function costliestBound(
  { checked, cost, unbounded }: Compiled,
  self: DeclType,
  server: number,
): CostlyBound | undefined {
  let costliest: CostlyBound | undefined;
  for (const decl of [...unbounded].slice(0, MOST_COMPARED)) {
    const bounded = estimate(checked, self, server, decl).cost;
    const factor = Number(cost) / Math.max(1, Number(bounded));
    const found = factor > (costliest?.factor ?? 1) ? boundOf(decl, self) : undefined;
    if (found) costliest = { ...found, factor };
  }
  return costliest;
}

/** Returns the missing bound of a value that a rule can read. */
function boundOf(wanted: DeclType, self: DeclType): MissingBound | undefined {
  const open: { decl: DeclType; path: SchemaPath }[] = [{ decl: self, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { decl, path } = next;
    if (decl === wanted) return { path, keyword: keywordOf(decl) };
    for (const property of Object.keys(decl.schema.properties ?? {})) {
      const field = decl.fields?.get(celName(property) ?? "");
      if (field) open.push({ decl: field, path: [...path, "properties", property] });
    }
    const key = decl.type.kind === "list" ? "items" : "additionalProperties";
    if (decl.element) open.push({ decl: decl.element, path: [...path, key] });
  }
  return undefined;
}

function keywordOf({ type: { kind } }: DeclType): MissingBound["keyword"] {
  return kind === "list" ? "maxItems" : kind === "map" ? "maxProperties" : "maxLength";
}
