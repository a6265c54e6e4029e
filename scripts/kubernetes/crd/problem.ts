import { type ArgsOf, type Code, isAdvice } from "../../core/diagnostics/catalog/index.js";
import type { DiagnosticArgs } from "../../core/model/diagnostic.js";

/** Place in a document: keys and indexes. If a key is missing, the path ends with that key. */
export type Path = readonly (string | number)[];

/** Problem of a CRD, as data. The catalog contains its message. */
export interface CrdProblem {
  readonly code: Code;
  readonly args: DiagnosticArgs;
  readonly path: Path;
  /** Set if the key at the end of the path is the problem, and not its value. */
  readonly part?: "key";
  /** Set if the code is an error in this project although the API server accepts the CRD. */
  readonly accepted?: true;
}

/** Returns a problem. The entry of the code in the catalog decides which arguments it takes. */
export function problem<C extends Code>(code: C, args: ArgsOf<C>, path: Path): CrdProblem {
  return { code, args, path };
}

/** Marks a problem of a CRD that the API server accepts, such as bounds that no value can meet. */
export function accepted<Problem extends CrdProblem>(found: Problem): Problem {
  return { ...found, accepted: true };
}

/** Reports whether the API server rejects a CRD because of a problem. */
export function isRejection({ code, accepted: isAccepted }: CrdProblem): boolean {
  return isAccepted !== true && !isAdvice(code);
}
