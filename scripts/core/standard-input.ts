/** Name of standard input in messages, and its path in diagnostics. */
export const STANDARD_INPUT = "standard input";
