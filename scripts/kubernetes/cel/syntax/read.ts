import { type Expanded, expand } from "./expand.js";
import { parse } from "./parse.js";

/** Versions of Kubernetes that decide which syntax exists. */
interface Versions {
  /** Minor version of the API server. */
  readonly server: number;
  /** Minor version whose features an expression can use. */
  readonly minor: number;
}

/** Reads an expression and replaces its macros. Returns the first problem if it is not valid. */
export function readExpression(source: string, { server, minor }: Versions): Expanded {
  const { expr, problem } = parse(source, server);
  return expr ? expand(expr, minor) : { problem };
}
