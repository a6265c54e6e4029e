/** Results as JSON for other programs. */

/** The version of the format: it changes when a field goes or comes to mean something else. Schemas: `docs/schemas/`. */
const JSON_API_VERSION = "crd-bundle/v2";

/** Prints one result, with the version of the format first. */
export function printVersionedJson(result: object): string {
  return `${JSON.stringify({ apiVersion: JSON_API_VERSION, ...result }, null, 2)}\n`;
}
