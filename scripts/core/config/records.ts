/** Reads YAML files that contain lists of records: waivers, attestations, conversions. */
import type { InferOutput } from "valibot";
import { diagnose } from "../diagnostics/diagnose.js";
import type { Page } from "../docs.js";
import type { Location, SourceText } from "../model/location.js";
import { diagnosticsIn, failure, type Result, success } from "../result.js";
import type { YamlNode } from "../yaml/yaml.js";
import type { FieldSchema } from "./schema.js";
import { isEmptyYaml, locate, readYaml, validate } from "./validate.js";

/** The page with an example of each of these files. */
const PAGE: Page = "policy.md";

export interface ReadRecord<Fields> {
  readonly fields: Fields;
  readonly location: Location;
  /** The location of each string in the record, by the string. */
  readonly places: ReadonlyMap<string, Location>;
}

/** Reads a list of records. A file that does not exist, or that has only comments, is an empty list. */
export function readRecords<Schema extends FieldSchema>(
  source: SourceText | undefined,
  schema: Schema,
): Result<readonly ReadRecord<InferOutput<Schema>>[]> {
  if (!source || isEmptyYaml(source.text)) return success([]);
  const loaded = readYaml(source);
  if (!loaded.ok) return loaded;
  const root = loaded.value;
  if (!root.items && root.value !== null) {
    const args = { key: source.path, expected: "must be a list" };
    return failure(diagnose("config-value", args, locate(source.path, root)));
  }
  const read = (root.items ?? []).map((item, index) => readRecord(item, index, schema, source.path));
  const problems = diagnosticsIn(read);
  return problems.length > 0 ? failure(problems) : success(read.flatMap((record) => (record.ok ? [record.value] : [])));
}

function readRecord<Schema extends FieldSchema>(
  node: YamlNode,
  index: number,
  schema: Schema,
  file: string,
): Result<ReadRecord<InferOutput<Schema>>> {
  const validated = validate(schema, { file, node, name: `[${index}]`, missingAt: node, page: PAGE });
  if (!validated.ok) return validated;
  const places = new Map(stringsIn(node).map((string) => [String(string.value), locate(file, string)]));
  return success({ fields: validated.value, location: locate(file, node), places });
}

/** Returns all strings in a node, keys and values. */
function stringsIn(node: YamlNode): YamlNode[] {
  const inner = node.items ?? node.entries?.flatMap(({ key, value }) => [key, value]);
  if (inner) return inner.flatMap(stringsIn);
  return typeof node.value === "string" ? [node] : [];
}
