/** Documents and links that a command did not check, although they are in a file or directory that the user named. */
export interface Skipped {
  /** The documents that are not CRDs, by kind, the most frequent first. The kind of a document without one is empty. */
  readonly documents: readonly { readonly kind: string; readonly count: number }[];
  /** Symbolic links that lead out of their directory. */
  readonly links: readonly string[];
}
