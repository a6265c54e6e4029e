/** Prints results as JSON for other programs. */

/** The version of the format. It changes if a field is removed or changes its meaning. Schemas: `docs/schemas/`. */
const JSON_API_VERSION = "crd-bundle/v2";

/** Prints one result. The first key is the version of the format. */
export function printVersionedJson(result: object): string {
  return `${JSON.stringify({ apiVersion: JSON_API_VERSION, ...result }, null, 2)}\n`;
}
