/**
 * The parsed sources of earlier calls, by path. The caller keeps it, and passes it to the next call. Only the reader
 * knows the content, so the types of the library do not need those of the compiler.
 */
export type ParsedSources = Map<string, object>;
