/** Place in a document: keys and indexes. If a key is missing, the path ends with that key. */
export type Path = readonly (string | number)[];

/**
 * Reason of a problem: the API server rejects the document (`invalid`), it accepts the document but an evaluation needs
 * more than the documents (`undecidable`), or the document refers to another one that is not there (`missing`).
 */
export type PolicyProblemKind = "invalid" | "undecidable" | "missing";

/** Problem in a document. */
export interface DocumentProblem {
  readonly kind: PolicyProblemKind;
  readonly path: Path;
  readonly message: string;
  /** Part of the expression at the path, in code points. Omitted if the problem concerns the whole value. */
  readonly range?: { readonly offset: number; readonly length: number };
}

/** Problem in one of several documents. */
export interface PolicyProblem extends DocumentProblem {
  /** Position of the document. */
  readonly index: number;
}

/** Returns a problem of a document that the API server rejects. */
export function invalid(path: Path, message: string): DocumentProblem {
  return { kind: "invalid", path, message };
}
