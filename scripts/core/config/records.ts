/** Reads YAML files that contain lists of records: waivers, attestations, conversions. */
import type { InferOutput } from "valibot";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Page } from "../docs.js";
import { type Diagnostic, inSourceOrder } from "../model/diagnostic.js";
import type { Location, SourceText } from "../model/location.js";
import type { PlaceOf } from "../model/policy.js";
import { diagnosticsIn, failure, type Result, success } from "../result.js";
import type { YamlNode } from "../yaml/yaml.js";
import type { FieldSchema } from "./schema.js";
import { follow, isEmptyYaml, locate, readYaml, validate } from "./validate.js";

/** The page with an example of each of these files. */
export const PAGE: Page = "policy.md";

export interface ReadRecord<Fields> {
  readonly fields: Fields;
  readonly location: Location;
  readonly placeOf: PlaceOf;
}

/**
 * Reads a list of records. A file that does not exist, or that has only comments, is an empty list. `check` returns the
 * problems of all records that are valid on their own.
 */
export function readRecords<Schema extends FieldSchema>(
  source: SourceText | undefined,
  schema: Schema,
  check: (records: readonly ReadRecord<InferOutput<Schema>>[]) => readonly Diagnostic[] = () => [],
): Result<readonly ReadRecord<InferOutput<Schema>>[]> {
  if (!source || isEmptyYaml(source.text)) return success([]);
  const loaded = readYaml(source);
  if (!loaded.ok) return loaded;
  const root = loaded.value;
  if (!root.items && root.value !== null) {
    const args = { key: source.path, expected: "must be a list", page: PAGE };
    return failure(diagnose("config-value", args, locate(source.path, root)));
  }
  const read = (root.items ?? []).map((item, index) => readRecord(item, index, schema, source.path));
  const records = read.flatMap((record) => (record.ok ? [record.value] : []));
  const problems = [...diagnosticsIn(read), ...check(records)];
  return problems.length > 0 ? failure(inSourceOrder(problems)) : success(records);
}

function readRecord<Schema extends FieldSchema>(
  node: YamlNode,
  index: number,
  schema: Schema,
  file: string,
): Result<ReadRecord<InferOutput<Schema>>> {
  const validated = validate(schema, { file, node, name: `[${index}]`, missingAt: node, page: PAGE });
  if (!validated.ok) return validated;
  return success({ fields: validated.value, location: locate(file, node), placeOf: placesIn(node, file) });
}

/** Returns a function that finds the parts of a node. */
export function placesIn(node: YamlNode, file: string): PlaceOf {
  return (path, part) => {
    const { key, value } = follow(path, node);
    return locate(file, part === "key" ? key : value);
  };
}
