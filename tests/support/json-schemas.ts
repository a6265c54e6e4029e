/** The published schemas of the JSON output, in `docs/schemas/`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ROOT } from "./golden.js";

const DIRECTORY = join(ROOT, "docs/schemas");

/** All schemas, by the names of their files without the extension. */
export const SCHEMAS = new Map(
  readdirSync(DIRECTORY).map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(DIRECTORY, file), "utf8"))]),
);

const ajv = new Ajv2020({ allErrors: true });
for (const [name, schema] of SCHEMAS) ajv.addSchema(schema, `${name}.json`); // schemas refer to each other by file

/** Describes the errors in an output briefly. */
export function schemaProblems(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`${name}.json`);
  if (!validate) throw new Error(`there is no schema ${name}`);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
