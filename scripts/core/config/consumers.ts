/** Reads the files in which consumers of a bundle state their requirements. */
import * as v from "valibot";
import { diagnose } from "../diagnostics/diagnose.js";
import { CHANNELS } from "../model/channel.js";
import { type Consumer, type RequiredField, SUBRESOURCES } from "../model/consumer.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { isJsonObject, type Json } from "../model/json.js";
import type { SourceText } from "../model/location.js";
import type { Placed } from "../model/policy.js";
import { diagnosticsIn, failure, type Result, success } from "../result.js";
import { apiGroup, apiVersion, exactValue, kindName, pathOfKind, releaseVersion, shortName } from "./api-parts.js";
import { placesIn } from "./records.js";
import { expectedOneOf, type FieldSchema, mapping } from "./schema.js";
import { isEmptyYaml, readYaml, validate } from "./validate.js";

/** Declared, because TypeScript cannot derive the type of a list of JSON values. */
const values: v.GenericSchema<unknown, readonly Json[]> = listOf(exactValue, "must be a list of one or more values");

const FIELD_KEYS = { path: pathOfKind, values: v.exactOptional(values) };

/** A field without values can be written as its path. */
const FIELD = {
  ...v.pipe(
    v.unknown(),
    v.check(
      (given) => typeof given === "string" || isJsonObject(given),
      "must be a path, or a mapping with path and values",
    ),
    v.transform((given) => (typeof given === "string" ? { path: given } : given)),
    mapping(FIELD_KEYS),
    v.transform(({ path, values: given = [] }): RequiredField => ({ path, values: given })),
  ),
  keys: FIELD_KEYS,
};

const KIND = mapping({
  group: apiGroup,
  kind: kindName,
  version: apiVersion,
  fields: v.optional(v.array(FIELD, "must be a list of fields"), []),
  subresources: v.optional(
    v.array(v.picklist(SUBRESOURCES, expectedOneOf(SUBRESOURCES)), "must be a list of subresources"),
    [],
  ),
});

const CONSUMER = mapping({
  name: shortName,
  channel: v.optional(v.picklist(CHANNELS, expectedOneOf(CHANNELS)), "standard"),
  bundle: v.exactOptional(mapping({ atLeast: v.exactOptional(releaseVersion) })),
  kinds: listOf(KIND, "must be a list of one or more kinds"),
});

function listOf<Item extends FieldSchema>(item: Item, expected: string) {
  return { ...v.pipe(v.array(item, expected), v.minLength(1, expected)), item };
}

/** Reads the file of a consumer, or returns the diagnostics of all mistakes. */
export function readConsumer(file: SourceText): Result<Placed<Consumer>> {
  const { path, text } = file;
  if (isEmptyYaml(text)) return failure(diagnose("consumers-missing", { path, problem: "is empty" }), [file]);
  const loaded = readYaml(file);
  if (!loaded.ok) return failure(loaded.diagnostics, [file]);
  const node = loaded.value;
  const missingAt = node.entries?.[0]?.key ?? node;
  const read = validate(CONSUMER, { file: path, node, name: path, missingAt, page: "consumers.md" });
  if (!read.ok) return failure(read.diagnostics, [file]);
  const { bundle, ...consumer } = read.value;
  return success({ ...consumer, ...bundle, placeOf: placesIn(node, path) });
}

/** Reads the files of several consumers, which must have different names. */
export function readConsumers(files: readonly SourceText[]): Result<readonly Placed<Consumer>[]> {
  const read = files.map(readConsumer);
  const consumers = read.flatMap((each) => (each.ok ? [each.value] : []));
  const diagnostics = [...diagnosticsIn(read), ...repeatedNames(consumers)];
  return diagnostics.length > 0 ? failure(diagnostics, files) : success(consumers);
}

function repeatedNames(consumers: readonly Placed<Consumer>[]): Diagnostic[] {
  const first = new Map<string, string>();
  return consumers.flatMap(({ name, placeOf }) => {
    const place = placeOf(["name"]);
    const known = first.get(name);
    if (known === undefined) first.set(name, place.file);
    return known === undefined ? [] : [diagnose("consumer-repeated", { name, first: known }, place)];
  });
}
