/** Result of looking up an imported module: the path of its source, or the reason why there is none. */
export type ImportTarget = { readonly path: string } | { readonly problem: string };

/**
 * Modules that sources import from packages, by the path of the importing source and by specifier. For the sources of a
 * package, also the modules of the package itself.
 */
export type Imports = ReadonlyMap<string, ReadonlyMap<string, ImportTarget>>;

export const NO_IMPORTS: Imports = new Map();
