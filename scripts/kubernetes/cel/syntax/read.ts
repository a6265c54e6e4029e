import { expand } from "./expand.js";
import { type Parsed, parse } from "./parse.js";

/** An API server of this version knows all macros, but rejects names in backticks, which older servers do not read. */
const SERVER = 36;

/**
 * Parses an expression for an analysis that needs no version of Kubernetes, including the arguments of its macros.
 * Returns the first problem if it is not valid.
 */
export function readExpression(source: string): Parsed {
  const parsed = parse(source, SERVER);
  const problem = parsed.expr && expand(parsed.expr, SERVER).problem;
  return problem ? { problem } : parsed;
}
