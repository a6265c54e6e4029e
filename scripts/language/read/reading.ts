/**
 * The result of reading sources without a diagnostic, as plain data. A later run reads only the sources that changes can
 * affect. While a bundle is watched, `kept.ts` also keeps single types of changed sources. The types of the library
 * contain these, so they must not need those of the compiler.
 */

import type { Kind, KindVersion } from "../../core/model/api.js";
import type { DescriptionLayout } from "../../core/model/bundle.js";
import type { Acceptance } from "../../core/model/diagnostic.js";

export interface Reading {
  readonly layout: DescriptionLayout;
  readonly kinds: readonly Kind[];
  /** By path, in code-unit order. */
  readonly files: ReadonlyMap<string, ReadFile>;
}

/** The state of a source, and the result of reading it. */
export interface ReadFile extends SourceState {
  readonly versions: readonly KindVersion[];
  readonly acceptances: readonly Acceptance[];
}

/** The content of a source, and where its imports lead. */
export interface SourceState {
  readonly text: string;
  readonly specifiers: readonly string[];
  /** The modules of packages to which they lead, as JSON. */
  readonly imports: string;
  /** The paths of the sources to which they lead. */
  readonly targets: readonly string[];
}
