/** The errors of the TypeScript compiler, for a thread of their own. */
import type { Imports } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";

export { TypeErrors } from "../language/read/type-errors.js";

/** Sources and the modules that they import, in a form that threads can exchange. */
export interface TypedSources {
  readonly sources: readonly SourceText[];
  readonly imports: Imports;
}
