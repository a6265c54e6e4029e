/**
 * Checks that the server preserves unknown fields, which a newer version or the other channel may have written, in
 * every object that a schema describes, of every kind and version. For this reason, versions can be converted without a
 * webhook.
 */
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { isJsonObject, type Json, type JsonObject, sameJson } from "../../scripts/core/model/json.js";
import { buildSources, bundleOf, SETTINGS_TEXT, widget } from "../support/project.js";
import { store } from "./ask.js";
import { crdsOf, installCrds } from "./bundle.js";
import { type ApiClient, expectSuccess, type ObjectRef } from "./client.js";
import { completeObject } from "./facts.js";
import { channelServer, serverSuite } from "./servers.js";
import { wholeObject } from "./whole-objects.js";

const FIELD = "fieldOfLater";
const VALUE = { kept: [1, "two", { three: true }] };

const tests = serverSuite("unknown fields");

for (const channel of CHANNELS) {
  for (const { spec } of crdsOf(channel)) {
    const kind = spec.names.kind;
    for (const { name: version, schema } of spec.versions) {
      tests(`${kind} ${version}, ${channel}`, async () => {
        const { client } = await channelServer(channel);
        const object = completeObject(wholeObject(kind, channel), kind, version, channel);
        const described = describedObjects(schema.openAPIV3Schema);
        const { value, marked } = mark({ ...object, metadata: { name: `unknown-${version}` } }, schema.openAPIV3Schema);
        assert.equal(
          described.filter((path) => !marked.has(path)),
          [],
          "objects that the whole object does not have",
        );
        assert.equal(lost(value, await writeAndRead(client, value as ObjectRef)), []);
      });
    }
  }
}

/**
 * x-kubernetes-preserve-unknown-fields applies only to its own object. The server continues into the fields that the
 * schema declares and prunes unknown fields there, unless that object also has the extension. If it is only at the
 * root, as with `preserveUnknownFields: root`, it preserves only fields next to the spec.
 */
tests("the mark at the root alone keeps nothing below the root", async () => {
  const bundle = bundleOf(`${SETTINGS_TEXT}preserveUnknownFields: root\n`);
  const { diagnostics, crds } = buildSources([widget("  /** How many. */\n  size?: string;")], bundle);
  assert.equal(diagnostics, []);
  const { client } = await channelServer("standard");
  await installCrds(client, crds.find(({ channel }) => channel === "standard")?.crds ?? []);
  const metadata = { name: "unknown" };
  const object = {
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata,
    spec: { size: "1", [FIELD]: VALUE },
    [FIELD]: VALUE,
  };
  assert.equal(lost(object, await writeAndRead(client, object)), [`.spec.${FIELD}`]);
});

async function writeAndRead(client: ApiClient, object: ObjectRef): Promise<JsonObject> {
  await store(client, object);
  return expectSuccess(await client.get(object), "the object that was written");
}

/**
 * Returns the paths of the objects that a schema describes. `[]` stands for the items of a list, `*` for the values of
 * a map. Maps are not included, because their schema declares all keys.
 */
function describedObjects(schema: JsonObject, path = ""): string[] {
  const own = isDescribed(schema) ? [path] : [];
  return [...own, ...childSchemas(schema).flatMap(([step, child]) => describedObjects(child, path + step))];
}

function isDescribed({ properties }: JsonObject): boolean {
  return properties !== undefined;
}

function childSchemas({ properties, additionalProperties, items }: JsonObject): [step: string, schema: JsonObject][] {
  const steps = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => [
    `.${name}`,
    schema,
  ]);
  const all = [...steps, [".*", additionalProperties], ["[]", items]] as [string, unknown][];
  return all.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}

/**
 * Adds an unknown field to every object in a value that the schema describes, and returns the paths of these objects.
 */
function mark(value: Json, schema: JsonObject): { value: Json; marked: Set<string> } {
  const marked = new Set<string>();
  const visit = (value: Json, schema: JsonObject, path: string): Json => {
    const children = new Map(childSchemas(schema));
    const child = (item: Json, step: string) => {
      const known = children.get(step);
      return known ? visit(item, known, path + step) : item;
    };
    if (Array.isArray(value)) return value.map((item: Json) => child(item, "[]"));
    if (!isJsonObject(value)) return value;
    if (isDescribed(schema)) marked.add(path);
    const step = (key: string) => (children.has(".*") ? ".*" : `.${key}`);
    const entries = Object.entries(value).map(([key, item]) => [key, child(item, step(key))]);
    return { ...Object.fromEntries(entries), ...(isDescribed(schema) && { [FIELD]: VALUE }) };
  };
  return { value: visit(value, schema, ""), marked };
}

/**
 * Returns the paths of fields that were written but are missing when the object is read. Fields that the server adds
 * are ignored.
 */
function lost(written: Json, read: Json | undefined, path = ""): string[] {
  if (isJsonObject(written) && isJsonObject(read)) {
    return Object.entries(written).flatMap(([key, value]) => lost(value, read[key], `${path}.${key}`));
  }
  if (Array.isArray(written) && Array.isArray(read)) {
    return written.flatMap((item: Json, index) => lost(item, read[index], `${path}[${index}]`));
  }
  return read !== undefined && sameJson(written, read) ? [] : [path];
}

tests.run();
