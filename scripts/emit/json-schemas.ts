/** The JSON Schemas of a channel: one for each version of each kind, an index, and one for all of them. */
import { GENERATED, schemasDirectory } from "../core/bundle-layout.js";
import type { ApiModel, KindVersion } from "../core/model/api.js";
import type { Bundle } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import { compareStrings } from "../core/model/diagnostic.js";
import { type Json, type JsonObject, sortKeys } from "../core/model/json.js";
import type { OutputFile } from "../core/model/output.js";
import { toJsonSchema } from "./json-schema.js";
import { OBJECT_META } from "./object-meta.js";
import { renderProse, SchemaPrinter } from "./schema.js";

/** A schema, and what it is for. */
interface SchemaEntry {
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

export type SchemaFile = SchemaEntry & OutputFile;

export interface ChannelSchemas {
  /** In the order of their paths. */
  readonly schemas: readonly SchemaFile[];
  /** What there is, for programs. */
  readonly index: OutputFile;
  /** The schema of every manifest: of ours by their kinds, and of others, of which it says nothing. */
  readonly all: OutputFile;
}

/** The schemas of a trimmed model. Its own marks keep unknown fields, the bundle's mark on every object does not. */
export function printJsonSchemas(model: ApiModel, channel: Channel, bundle: Bundle): ChannelSchemas {
  const printer = new SchemaPrinter("none");
  const folder = schemasDirectory(channel);
  const print = (name: string, content: JsonObject): OutputFile => ({
    path: `${folder}/${name}`,
    text: printJson({ $comment: commentOf(channel, bundle), ...content }),
  });
  const schemas = model.kinds
    .flatMap(({ versions }) => versions)
    .map((of) => ({ ...schemaIdentity(of), ...print(schemaFileName(of), printSchema(of, printer)) }))
    .sort((a, b) => compareStrings(a.path, b.path));
  const entries = schemas.map(({ group, kind, version, path }) => ({
    group,
    kind,
    version,
    path: path.slice(folder.length + 1),
  }));
  return {
    schemas,
    index: print("index.json", { schemas: entries }),
    all: print("all.json", { $schema: DRAFT, allOf: entries.map(dispatch) }),
  };
}

/** The newest draft that kubeconform and editors know alike. */
const DRAFT = "http://json-schema.org/draft-07/schema#";

function commentOf(channel: Channel, { title, version }: Bundle): string {
  return `${GENERATED} Do not edit. ${title} v${version}, ${channel} channel.`;
}

function printJson(value: Json): string {
  return `${JSON.stringify(sortKeys(value), null, 2)}\n`;
}

function schemaIdentity({ group, kind, version }: KindVersion) {
  return { group, kind, version };
}

/** As kubeconform looks for it: `{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`, the kind in lower case. */
function schemaFileName({ group, kind, version }: KindVersion): string {
  return `${group}/${kind.toLowerCase()}_${version}.json`;
}

function printSchema(of: KindVersion, printer: SchemaPrinter): JsonObject {
  const { group, version, kind, root, prose } = of;
  const { properties, required = [], ...schema } = toJsonSchema(printer.print(root));
  const description = renderProse(prose);
  return {
    $schema: DRAFT,
    ...schema,
    ...(description !== "" && { description }),
    properties: {
      ...properties,
      apiVersion: {
        description: "The group and version that this object is written in.",
        const: `${group}/${version}`,
      },
      kind: { description: "The kind of this object.", const: kind },
      metadata: OBJECT_META,
    },
    required: [...required, "apiVersion", "kind", "metadata"].sort(),
  };
}

/** A condition with one schema behind it: what is wrong is said about that kind, not about every other one too. */
function dispatch({ group, kind, version, path }: SchemaEntry): Json {
  const properties = { apiVersion: { const: `${group}/${version}` }, kind: { const: kind } };
  return { if: { properties, required: ["apiVersion", "kind"] }, [THEN]: { $ref: path } };
}

/** By a name, since an object that is written with this key looks like a promise. */
const THEN = "then";
