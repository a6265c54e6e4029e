import type { Diagnostic } from "../core/model/diagnostic.js";

/** Returns a diagnostic with the path that the user can open. One without a location has the path in its message. */
export function relocated(diagnostic: Diagnostic, named: (path: string) => string): Diagnostic {
  const { location, args } = diagnostic;
  if (location) return { ...diagnostic, location: { ...location, file: named(location.file) } };
  const { path } = args as { readonly path?: unknown };
  return typeof path === "string" ? { ...diagnostic, args: { ...args, path: named(path) } } : diagnostic;
}
