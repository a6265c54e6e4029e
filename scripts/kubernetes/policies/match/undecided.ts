/** A question that the documents do not answer. */
export class Undecided {
  constructor(
    /** Message about the unknown fact. */
    readonly cause: string,
  ) {}
}

/** Answer to a question about documents. */
export type Answer = boolean | Undecided;
