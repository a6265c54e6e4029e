/** A question that the documents do not answer. */
export class Undecided {
  constructor(
    /** What is unknown, as the end of a sentence. */
    readonly cause: string,
  ) {}
}

/** Answer to a question about documents. */
export type Answer = boolean | Undecided;
