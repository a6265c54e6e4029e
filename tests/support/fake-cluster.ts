/**
 * A small API server in memory, on loopback, for tests of the commands that need one. It has CRDs, admission policies and
 * custom resources, without schemas: tests/apiserver/ has the tests of what a real API server does.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectIn,
  parseJson,
  sameJson,
} from "../../scripts/core/model/json.js";

interface Request {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  readonly accept: string;
  /** True for a merge patch. An apply has another type. */
  readonly isMerge: boolean;
}

interface Response {
  readonly code: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request in place of the server, or returns undefined. */
export type Intercept = (method: string, path: string, body: JsonObject) => Response | undefined;

export class FakeCluster {
  /** All objects by path, such as `/apis/example.dev/widgets/default/a`. */
  readonly #objects = new Map<string, JsonObject>();
  /** Names of the annotations that each manager has applied to an object. */
  readonly #annotations = new Map<string, readonly string[]>();
  readonly #directory = mkdtempSync(join(tmpdir(), "fake-cluster-"));
  #server: Server | undefined;
  #version = 1;
  /** Requests that were answered, such as `PUT /apis/…`. */
  readonly requests: string[] = [];
  intercept: Intercept = () => undefined;

  get kubeconfig(): string {
    return join(this.#directory, "kubeconfig");
  }

  /** Starts a server for one test. */
  static async with<T>(test: (cluster: FakeCluster) => Promise<T>): Promise<T> {
    const cluster = new FakeCluster();
    await cluster.#start();
    try {
      return await test(cluster);
    } finally {
      cluster.#server?.closeAllConnections();
      cluster.#server?.close();
      rmSync(cluster.#directory, { recursive: true, force: true });
    }
  }

  /** Stores a CRD as if it was applied by a manager. */
  addCrd(crd: JsonObject, manager = "kubectl"): void {
    this.#storeCrd(crd, manager);
  }

  /** Stores an object as it is. */
  add(plural: string, object: JsonObject): void {
    const { namespace = "", name } = objectIn(object, "metadata");
    const [group] = String(object.apiVersion).split("/");
    const inside = group === "admissionregistration.k8s.io" ? "" : `${String(namespace)}/`;
    this.#put(`/apis/${group}/${plural}/${inside}${String(name)}`, object);
  }

  crd(name: string): JsonObject | undefined {
    return this.#objects.get(crdKey(name));
  }

  object(plural: string, group: string, namespace: string, name: string): JsonObject | undefined {
    return this.#objects.get(`/apis/${group}/${plural}/${namespace}/${name}`);
  }

  async #start(): Promise<void> {
    this.#server = createServer((request, response) => {
      void read(request).then((asked) => {
        const path = `/${asked.path.join("/")}`;
        this.requests.push(`${asked.method} ${path}`);
        const { code, body, headers } = this.intercept(asked.method, path, asked.body) ?? this.#answer(asked);
        response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "fake",
      clusters: [{ name: "fake", cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: "fake", user: { token: "secret-token" } }],
      contexts: [{ name: "fake", context: { cluster: "fake", user: "fake" } }],
    };
    writeFileSync(this.kubeconfig, JSON.stringify(config));
  }

  #answer(request: Request): Response {
    const [root, group, , resource, ...rest] = request.path;
    if (root !== "apis" || group === undefined) return failure(404, "NotFound", "not found");
    if (group === "apiextensions.k8s.io") return this.#crds(request, rest);
    if (group === "admissionregistration.k8s.io") return this.#simple(request, `/apis/${group}/${resource}`, rest);
    const crds = [...this.#objects.values()].filter(
      (each) => each.kind === CRD && objectIn(each, "spec").group === group && servesVersion(each, request.path[2]),
    );
    if (crds.length === 0) return failure(404, "NotFound", "the server could not find the requested resource");
    if (resource === undefined) return ok({ resources: crds.map(discovered) });
    return this.#custom(request, group, resource, rest);
  }

  #crds(request: Request, [name, subresource]: readonly string[]): Response {
    if (name === undefined) {
      const crds = [...this.#objects.values()].filter(({ kind }) => kind === CRD);
      const isPartial = request.accept.includes("PartialObjectMetadataList");
      return ok({ items: isPartial ? crds.map(({ metadata = {} }) => ({ metadata })) : crds, metadata: {} });
    }
    const known = this.#objects.get(crdKey(name));
    if (request.method === "GET") return known ? ok(known) : failure(404, "NotFound", `${name} not found`);
    if (request.method === "DELETE") {
      const wanted = Object.entries(objectIn(request.body, "preconditions"));
      const metadata = objectIn(known ?? {}, "metadata");
      if (wanted.some(([key, value]) => metadata[key] !== value))
        return failure(409, "Conflict", "the precondition failed");
      this.#objects.delete(crdKey(name));
      return ok({});
    }
    if (subresource === "status" && known) {
      const status = { ...objectIn(known, "status"), ...objectIn(request.body, "status") };
      return ok(this.#put(crdKey(name), { ...known, status }));
    }
    if (request.isMerge && known) {
      const { spec = {} } = merged(known, { spec: request.body.spec ?? {} });
      return ok(this.#storeCrd({ ...known, spec }, "merge patch"));
    }
    const stored = known ? objectIn(known, "status").storedVersions : [];
    const names = versionsOf(request.body).map((version) => version.name);
    const missing = isJsonArray(stored) ? stored.filter((version) => !names.includes(String(version))) : [];
    if (missing.length > 0) {
      const problem = `status.storedVersions[0]: Invalid value: "${String(missing[0])}": missing from spec.versions`;
      return failure(422, "Invalid", `${name} is invalid: ${problem}`);
    }
    const { resourceVersion } = objectIn(request.body, "metadata");
    if (resourceVersion !== undefined && resourceVersion !== objectIn(known ?? {}, "metadata").resourceVersion)
      return failure(409, "Conflict", "the object has been modified");
    if (request.query.has("dryRun")) return ok(request.body);
    const manager = request.query.get("fieldManager") ?? "unknown";
    const crd = this.#storeCrd(request.body, manager);
    if (request.method === "PATCH") return ok(crd);
    // An update replaces the whole metadata.
    const { name: own, annotations, labels, finalizers, managedFields } = objectIn(request.body, "metadata");
    const { uid, generation } = objectIn(crd, "metadata");
    const sent = { name: own, annotations, labels, finalizers, managedFields, uid, generation };
    const metadata = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as JsonObject;
    return ok(this.#put(crdKey(name), { ...crd, metadata }));
  }

  #storeCrd(crd: JsonObject, manager: string): JsonObject {
    const { name, annotations, labels } = objectIn(crd, "metadata");
    const key = crdKey(String(name));
    const before = this.#objects.get(key);
    const metadata = before ? objectIn(before, "metadata") : { uid: `uid-${this.#version}`, generation: 0 };
    const isChanged = !before || !sameJson(before.spec, withoutNulls(crd.spec ?? {}));
    const storage = String(versionsOf(crd).find((version) => version.storage === true)?.name);
    const stored = before ? objectIn(before, "status").storedVersions : [];
    const entry = { manager, operation: "Apply", apiVersion: "apiextensions.k8s.io/v1", fieldsV1: { "f:spec": {} } };
    return this.#put(key, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: CRD,
      metadata: {
        ...metadata,
        name: String(name),
        ...(labels && { labels }),
        annotations: this.#applied(
          key,
          manager,
          objectIn(metadata, "annotations"),
          isJsonObject(annotations) ? annotations : {},
        ),
        generation: Number(metadata.generation) + Number(isChanged),
        managedFields: [entry],
      },
      spec: withoutNulls(crd.spec ?? {}),
      status: {
        storedVersions: [...new Set([...(isJsonArray(stored) ? stored : []), storage])],
        conditions: [{ type: "Established", status: "True" }],
      },
    });
  }

  /** Returns annotations after an apply. A manager removes those that it has applied before, and no others. */
  #applied(key: string, manager: string, before: JsonObject, applied: JsonObject): JsonObject {
    const owner = `${key} ${manager}`;
    const own = this.#annotations.get(owner) ?? [];
    this.#annotations.set(owner, Object.keys(applied));
    const others = Object.entries(before).filter(([name]) => !own.includes(name));
    return { ...Object.fromEntries(others), ...applied };
  }

  #custom(request: Request, group: string, first: string, rest: readonly string[]): Response {
    const [namespace, plural, name, subresource] =
      first === "namespaces" ? [rest[0] ?? "", rest[1] ?? "", rest[2], rest[3]] : ["", first, rest[0], rest[1]];
    const apiVersion = `${group}/${request.path[2]}`;
    const shown = (object: JsonObject) => ({ ...object, apiVersion });
    if (name === undefined) {
      const prefix = `/apis/${group}/${plural}/`;
      const all = [...this.#objects].filter(([key]) => key.startsWith(prefix)).map(([, object]) => shown(object));
      const limit = Number(request.query.get("limit") ?? all.length);
      const start = Number(request.query.get("continue") ?? 0);
      const left = Math.max(0, all.length - start - limit);
      const next = left > 0 ? { continue: String(start + limit), remainingItemCount: left } : {};
      return ok({ items: all.slice(start, start + limit), metadata: next });
    }
    const key = `/apis/${group}/${plural}/${namespace}/${name}`;
    const known = this.#objects.get(key);
    if (!known) return failure(404, "NotFound", `${name} not found`);
    if (request.method === "GET") return ok(shown(known));
    const sent = objectIn(request.body, "metadata").resourceVersion;
    if (sent !== objectIn(known, "metadata").resourceVersion)
      return failure(409, "Conflict", "the object has been modified");
    if (request.query.has("dryRun")) return ok(request.body);
    const { status, ...content } = request.body;
    const next =
      subresource === "status"
        ? { ...known, ...(status !== undefined && { status }) }
        : { ...content, ...(known.status !== undefined && { status: known.status }) };
    return ok(this.#put(key, next));
  }

  #simple(request: Request, collection: string, [name]: readonly string[]): Response {
    if (name === undefined) {
      const items = [...this.#objects].filter(([key]) => key.startsWith(`${collection}/`)).map(([, item]) => item);
      return ok({ items });
    }
    const key = `${collection}/${name}`;
    const known = this.#objects.get(key);
    if (request.method === "GET") return known ? ok(known) : failure(404, "NotFound", `${name} not found`);
    if (request.method === "DELETE") {
      this.#objects.delete(key);
      return ok({});
    }
    return ok(request.query.has("dryRun") ? request.body : this.#put(key, request.body));
  }

  #put(key: string, object: JsonObject): JsonObject {
    const metadata = { ...objectIn(object, "metadata"), resourceVersion: String(this.#version++) };
    const stored = { ...object, metadata };
    this.#objects.set(key, stored);
    return stored;
  }
}

const CRD = "CustomResourceDefinition";

function merged(before: JsonObject, patch: JsonObject): JsonObject {
  const entries = Object.entries(patch).map(([key, value]): [string, Json] => [
    key,
    isJsonObject(value) ? merged(objectIn(before, key), value) : value,
  ]);
  return { ...before, ...Object.fromEntries(entries) };
}

function withoutNulls(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(entries.map(([key, part]): [string, Json] => [key, withoutNulls(part as Json)]));
}

function crdKey(name: string): string {
  return `/crds/${name}`;
}

function versionsOf(crd: JsonObject): JsonObject[] {
  const { versions } = objectIn(crd, "spec");
  return isJsonArray(versions) ? versions.filter(isJsonObject) : [];
}

function servesVersion(crd: JsonObject, version: string | undefined): boolean {
  return versionsOf(crd).some(({ name, served }) => name === version && served === true);
}

function discovered(crd: JsonObject): JsonObject {
  const { group, names } = objectIn(crd, "spec");
  const { plural = "", kind = "" } = isJsonObject(names) ? names : {};
  const storage = String(versionsOf(crd).find((version) => version.storage === true)?.name);
  const hash = createHash("sha256")
    .update(`${String(group)}/${storage}/${String(kind)}`)
    .digest();
  const storageVersionHash = hash.subarray(0, 8).toString("base64");
  return { name: plural, kind, storageVersionHash };
}

function ok(body: JsonObject): Response {
  return { code: 200, body };
}

export function failure(code: number, reason: string, message: string): Response {
  return { code, body: { kind: "Status", status: "Failure", code, reason, message } };
}

async function read(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const url = new URL(request.url ?? "/", "http://fake");
  const body = parseJson(Buffer.concat(chunks).toString("utf8") || "{}");
  return {
    method: request.method ?? "GET",
    path: url.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: url.searchParams,
    body: isJsonObject(body) ? body : {},
    accept: request.headers.accept ?? "",
    isMerge: request.headers["content-type"] === "application/merge-patch+json",
  };
}
