/** Compares two CRDs that must mean the same: a real server must accept, reject and complete the same objects. */
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
  sortKeys,
} from "../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../scripts/core/model/schema.js";
import { changed, drawValue } from "../support/drawn-objects.js";
import type { Random } from "../support/random.js";
import { installCrds } from "./bundle.js";
import type { Answer, ApiClient, ObjectRef } from "./client.js";
import { comparable } from "./relaxed-crds.js";

/** Two CRDs of one kind, of which the first one is the model of the other. */
export interface Pair {
  readonly original: CustomResourceDefinition;
  readonly built: CustomResourceDefinition;
}

/** Results for the same objects of both CRDs. */
export interface Comparison {
  readonly objects: number;
  /** Number of objects that both CRDs accept. */
  readonly accepted: number;
  readonly differences: readonly string[];
}

/** Number of objects of each version. */
const OBJECTS = 24;

/** Installs both CRDs of all pairs on a server, and compares the results for drawn objects. */
export async function compareCrds(client: ApiClient, pairs: readonly Pair[], random: Random): Promise<Comparison> {
  const results: Result[] = [];
  for (const { original, built } of pairs) {
    const subject = {
      original: inGroup(original, `original.${original.spec.group}.example.dev`),
      built: inGroup(built, `built.${built.spec.group}.example.dev`),
    };
    await installCrds(client, [subject.original, subject.built]); // all at once would delay each of them
    results.push(...(await compareObjects(client, subject, random)));
  }
  return {
    objects: results.length,
    accepted: results.filter(({ isAccepted }) => isAccepted).length,
    differences: results.flatMap(({ difference }) => difference ?? []),
  };
}

/** Returns a CRD of another group, so one server can have both. Its versions are served and need no webhook. */
function inGroup(crd: CustomResourceDefinition, group: string): CustomResourceDefinition {
  const { conversion: _, ...spec } = crd.spec;
  // Without the subresource, the API server also reads and validates the status of a new object.
  const versions = spec.versions.map((version) => ({ ...version, served: true, subresources: {} }));
  const metadata = { name: `${spec.names.plural}.${group}` };
  return { ...crd, metadata, spec: { ...spec, group, versions } } as unknown as CustomResourceDefinition;
}

interface Result {
  readonly isAccepted: boolean;
  readonly difference?: string;
}

async function compareObjects(client: ApiClient, pair: Pair, random: Random): Promise<Result[]> {
  const { names, versions } = pair.original.spec;
  const questions = versions.flatMap(({ name, schema }) =>
    drawObjects(schema.openAPIV3Schema, names.kind, random).map((object) => [name, object] as const),
  );
  return Promise.all(questions.map(([version, object]) => compareObject(client, pair, version, object)));
}

/** Draws objects of a version, of which two of three have faults. They have no apiVersion. */
function drawObjects(schema: StructuralSchema, kind: string, random: Random): JsonObject[] {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = schema.properties ?? {};
  const own: StructuralSchema = { ...schema, properties };
  return Array.from({ length: OBJECTS }, (_, index) => {
    const drawn = drawValue(own, random);
    const object = { ...(isJsonObject(drawn) && drawn), kind, metadata: { name: "drawn" } };
    return index % 3 === 0 ? object : changed(own, object, random, 1);
  });
}

/** Asks the server to create an object of both CRDs, without storing it, and compares the results. */
async function compareObject(
  client: ApiClient,
  { original, built }: Pair,
  version: string,
  object: JsonObject,
): Promise<Result> {
  const resultFrom = async ({ spec: { group } }: CustomResourceDefinition) => {
    const named = { ...object, apiVersion: `${group}/${version}` } as unknown as ObjectRef;
    return resultOf(await client.create(named, { dryRun: true }), group);
  };
  const [before, after] = [await resultFrom(original), await resultFrom(built)];
  const isAccepted = before.code === 201;
  if (sameJson(before, after)) return { isAccepted };
  const { name } = original.metadata;
  return { isAccepted, difference: [`${name} ${version}`, object, before, after].map(shown).join("\n  ") };
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value).slice(0, 2000);
}

/** Returns the verdict with the errors or the completed object, without what depends on the group. */
function resultOf({ code, body }: Answer, group: string): JsonObject {
  if (code === 400) return { code, message: String(body.message).replaceAll(group, "") }; // it cannot be decoded
  if (code === 422) return { code, causes: causesOf(body) };
  if (code !== 201) throw new Error(`${code} ${String(body.message)}`);
  const { apiVersion: _, ...object } = comparable(body);
  return { code, object };
}

/** Returns the errors in one order: the server returns them in random order. */
function causesOf({ details }: JsonObject): Json[] {
  const causes = isJsonObject(details) && isJsonArray(details.causes) ? details.causes : [];
  return causes.map((cause) => JSON.stringify(sortKeys(cause))).sort();
}
