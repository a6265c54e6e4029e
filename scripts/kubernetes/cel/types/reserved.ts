/** Words that the grammar uses itself. Source: google/cel-go, parser/gen/CEL.g4. */
export const KEYWORDS: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** Words that cannot be the name of a variable or function. Source: google/cel-go, parser/parser.go (reservedIds). */
export const RESERVED: ReadonlySet<string> = new Set([
  ...KEYWORDS,
  ..."as break const continue else for function if import let loop package namespace return var void while".split(" "),
]);
