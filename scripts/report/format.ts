/** The formats in which commands print. */
export const FORMATS = ["text", "json", "github", "junit", "sarif"] as const;
export type Format = (typeof FORMATS)[number];

/** Formats of commands whose result is a table. */
export const TABLE_FORMATS = ["text", "markdown", "json", "github"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Formats of commands whose result is neither a list of diagnostics nor a table. */
export const RESULT_FORMATS = ["text", "json", "github"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];
