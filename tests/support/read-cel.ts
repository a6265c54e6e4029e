import { readRule } from "../../scripts/kubernetes/cel/compare/read.js";
import type { Core } from "../../scripts/kubernetes/cel/syntax/core.js";

/** Reads a rule, with its macros replaced. Throws if it is not valid. */
export function readCel(source: string): Core {
  const core = readRule(source);
  if (!core) throw new Error(`not a valid rule: ${source.slice(0, 200)}`);
  return core;
}
