/** JSON Schemas of a channel: one for each version of each kind, an index, and one that covers all kinds. */

import type { BundlePart } from "../core/bundle-index.js";
import { GENERATED, schemasDirectory } from "../core/bundle-layout.js";
import type { KindVersion } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { escapeInvisible } from "../core/model/control-characters.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type Json, type JsonObject, type Sorted, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { Remembered } from "../core/remembered.js";
import { toJsonSchema } from "./json-schema.js";
import { OBJECT_META } from "./object-meta.js";
import { filePart, type PrintableChannel } from "./printed-channel.js";
import { metadataRestrictions, type SchemaPrinter, schemaPrinter, withDescription } from "./schema.js";

/** Path of a schema, and the kind and version that it describes. */
interface SchemaEntry {
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/**
 * Returns the schemas of a channel:
 * - one for each version of each kind, in the order of their paths
 * - an index, for programs
 * - one for any manifest, which applies the schema of its kind and accepts kinds that are not in the bundle
 *
 * They accept unknown fields if a type asks for it, but not if only the bundle's `preserveUnknownFields` does.
 */
export function printJsonSchemas({ model, channel }: PrintableChannel, bundle: Bundle): readonly BundlePart[] {
  const printer = schemaPrinter("none", "all");
  const directory = schemasDirectory(channel);
  const comment = commentOf(channel, bundle);
  const print = (name: string, content: JsonObject, sorted?: Sorted): OutputFile => ({
    path: `${directory}/${name}`,
    text: printJson({ $comment: comment, ...content }, sorted),
  });
  const schemas = model.kinds
    .flatMap(({ versions }) => {
      const sorted: Sorted = new Map(); // versions share most parts
      return versions.map((of) => ({
        about: schemaIdentity(of),
        ...SCHEMAS.of(of, [comment], () => print(schemaFileName(of), printSchema(of, printer), sorted)),
      }));
    })
    .sort((a, b) => compareStrings(a.path, b.path));
  const entries = schemas.map(({ about, path }) => ({ ...about, path: path.slice(directory.length + 1) }));
  return [
    { key: "schemas", files: schemas },
    filePart("schemaIndex", print("index.json", { schemas: entries })),
    filePart("schemaOfAll", print("all.json", { $schema: DRAFT, allOf: entries.map(dispatch) })),
  ];
}

const SCHEMAS = new Remembered<OutputFile>("JSON Schema");

/** Newest draft that both kubeconform and editors support. */
const DRAFT = "http://json-schema.org/draft-07/schema#";

function commentOf(channel: Channel, { title, version }: Bundle): string {
  return `${GENERATED} Do not edit. ${title} v${version}, ${channel} channel.`;
}

function printJson(value: Json, sorted: Sorted | undefined): string {
  return escapeInvisible(`${JSON.stringify(sortKeys(value, sorted), null, 2)}\n`);
}

function schemaIdentity({ group, kind, version }: KindVersion) {
  return { group, kind, version };
}

/**
 * Returns the name that kubeconform looks for: `{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`, with the
 * kind in lowercase.
 */
function schemaFileName({ group, kind, version }: KindVersion): string {
  return `${group}/${kind.toLowerCase()}_${version}.json`;
}

function printSchema(of: KindVersion, printer: SchemaPrinter): JsonObject {
  const { group, version, kind, root, prose } = of;
  const { properties, required = [], ...schema } = toJsonSchema(withDescription(printer.print(root), prose));
  return {
    $schema: DRAFT,
    ...schema,
    properties: {
      ...properties,
      ...printer.objectProperties(of, {
        apiVersion: {
          description: "API group and version of the object's schema.",
          const: `${group}/${version}`,
        },
        kind: { description: "Kind of the object.", const: kind },
        metadata: metadataSchema(of),
      }),
    },
    required: [...required, "apiVersion", "kind", "metadata"].sort(),
  };
}

/** Returns the schema of metadata, in which the author can restrict the name and the generateName. */
function metadataSchema(version: KindVersion): JsonObject {
  const fields = OBJECT_META.properties as Readonly<Record<string, JsonObject>>;
  const restricted = Object.entries(metadataRestrictions(version)).map(([name, schema]) => [
    name,
    { ...fields[name], ...toJsonSchema(schema) },
  ]);
  return restricted.length === 0
    ? OBJECT_META
    : { ...OBJECT_META, properties: { ...fields, ...Object.fromEntries(restricted) } };
}

/**
 * Returns a condition that applies a schema only to its own kind, so an error is reported once and not for every kind.
 */
function dispatch({ group, kind, version, path }: SchemaEntry): Json {
  const properties = { apiVersion: { const: `${group}/${version}` }, kind: { const: kind } };
  return { if: { properties, required: ["apiVersion", "kind"] }, [THEN]: { $ref: path } };
}

/** A constant, because linters mistake an object literal with the key `then` for a promise. */
const THEN = "then";
