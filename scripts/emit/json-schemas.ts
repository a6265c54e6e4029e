/** JSON Schemas of a channel: one for each version of each kind, an index, and one that covers all kinds. */

import { GENERATED, schemasDirectory } from "../core/bundle-layout.js";
import type { Checksum, FilePrinter } from "../core/file-printer.js";
import { Latest } from "../core/latest.js";
import type { KindVersion } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { escapeInvisible } from "../core/model/control-characters.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type Json, type JsonObject, type Sorted, sortKeys } from "../core/model/json.js";
import { Remembered } from "../core/remembered.js";
import { toJsonSchema } from "./json-schema.js";
import { OBJECT_META } from "./object-meta.js";
import { type ChannelPrinter, filePart } from "./printed-channel.js";
import { metadataRestrictions, type SchemaPrinter, schemaPrinter, withDescription } from "./schema.js";
import type { Templates } from "./templates.js";

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
export function jsonSchemaPrinter(bundle: Bundle, _: Templates, printer: FilePrinter): ChannelPrinter {
  const ofKind = new Latest<Shared>(); // the versions of a kind in several channels share most parts
  return ({ model, channel }) => {
    const directory = schemasDirectory(channel);
    const comment = commentOf(channel, bundle);
    const printWith = (content: JsonObject, sorted?: Sorted) => printJson({ $comment: comment, ...content }, sorted);
    const printed = model.kinds
      .flatMap(({ versions }) => versions)
      .map((of) => {
        const print = () => {
          const { schemas, sorted } = ofKind.of(`${of.group}/${of.kind}`, newShared);
          return printWith(printSchema(of, schemas), sorted);
        };
        const name = schemaFileName(of);
        const file = printer.file(`${directory}/${name}`, print, [CHECKSUMS, of, [comment]]);
        return { file, about: schemaIdentity(of), path: name };
      })
      .sort((a, b) => compareStrings(a.path, b.path));
    const entries = printed.map(({ about, path }) => ({ ...about, path }));
    const other = (name: string, content: JsonObject) => ({ path: `${directory}/${name}`, text: printWith(content) });
    return [
      {
        key: "schemas",
        files: printed.map(({ file }) => file),
        about: new Map(printed.map(({ file, about }) => [file, about])),
      },
      filePart("schemaIndex", other("index.json", { schemas: entries })),
      filePart("schemaOfAll", other("all.json", { $schema: DRAFT, allOf: entries.map(dispatch) })),
    ];
  };
}

/** The parts that schemas share. */
interface Shared {
  readonly schemas: SchemaPrinter;
  readonly sorted: Sorted;
}

function newShared(): Shared {
  return { schemas: schemaPrinter("none", "all"), sorted: new Map() };
}

const CHECKSUMS = new Remembered<Checksum>("JSON Schema");

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
