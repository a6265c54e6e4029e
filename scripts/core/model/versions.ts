/**
 * Finds versions of a kind or of a CRD. The API server requires exactly one storage version, but a draft can have none.
 */

export function storageVersion<V extends { readonly storage: boolean }>(versions: readonly V[]): V | undefined {
  return versions.find(({ storage }) => storage);
}

export function versionNamed<V extends { readonly name: string }>(versions: readonly V[], name: string): V | undefined {
  return versions.find((version) => version.name === name);
}
