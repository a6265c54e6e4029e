/** Prints results as JSON for other programs. */
import { randomUUID } from "node:crypto";

/** The version of the format. It changes if a field is removed or changes its meaning. Schemas: `docs/schemas/`. */
const JSON_API_VERSION = "crd-bundle/v2";

/** Prints one result. The first key is the version of the format. A bigint becomes a number with all its digits. */
export function printVersionedJson(result: object): string {
  const mark = randomUUID(); // no string of the result can contain it
  const marked = (_: string, value: unknown) => (typeof value === "bigint" ? `${mark}${value}` : value);
  const text = JSON.stringify({ apiVersion: JSON_API_VERSION, ...result }, marked, 2);
  return `${text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1")}\n`;
}
