/** The errors of the TypeScript compiler, for a thread of their own. */
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { Imports } from "../core/model/imports.js";
import type { SourceText } from "../core/model/location.js";
import { type ParsedSources, typeErrors } from "../language/read/index.js";

/** Sources and the modules that they import, in a form that threads can exchange. */
export interface TypedSources {
  readonly sources: readonly SourceText[];
  readonly imports: Imports;
}

/** Finds the errors of the compiler in one state of the sources after the other. */
export class TypeErrors {
  readonly #parsed: ParsedSources = new Map();

  in({ sources, imports }: TypedSources): readonly Diagnostic[] {
    return typeErrors(sources, imports, this.#parsed);
  }
}
