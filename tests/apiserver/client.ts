/** A small client of the Kubernetes API. It returns every response, including errors, and does not throw for them. */
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";

/** The parts of an object that identify it, enough to read or delete it. */
export interface ObjectRef extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly namespace?: string };
}

export interface Answer {
  readonly code: number;
  readonly body: JsonObject;
  /** Messages of the warnings, in their order. */
  readonly warnings: readonly string[];
}

export interface WriteOptions {
  /** Run the whole request, including admission and validation, without storing the result. */
  readonly dryRun?: boolean;
  /** Handling of unknown fields. The server's default is Warn. */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export interface RequestBody {
  readonly type:
    | "application/json"
    | "application/json-patch+json"
    | "application/merge-patch+json"
    | "application/apply-patch+yaml";
  readonly value: Json;
}

const TIMEOUT = 60_000;
const FIELD_MANAGER = "crd-bundle-tests";

export class ApiClient {
  readonly #agent: Agent;
  readonly #resources = new Map<string, Resource>();

  /** `authority` is the CA certificate that issued the certificate of the server. */
  constructor(
    readonly url: string,
    authority: Buffer,
    readonly token: string,
  ) {
    this.#agent = new Agent({ ca: authority, keepAlive: true, maxSockets: 16 });
  }

  /** Closes the connections, which would otherwise keep this process running. */
  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request to a path such as `/readyz`. */
  request(method: string, path: string, body?: RequestBody, accept = "application/json"): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      accept,
      ...(body && { "content-type": body.type }),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent, timeout: TIMEOUT };
      const sent = request(new URL(path, this.url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const warnings = (response.headersDistinct.warning ?? []).map(warningText);
          resolve({ code: response.statusCode ?? 0, body: parse(Buffer.concat(chunks)), warnings });
        });
      });
      sent.on("timeout", () => sent.destroy(new Error(`${method} ${path}: no answer`)));
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body.value));
    });
  }

  async get(ref: ObjectRef): Promise<Answer> {
    return this.request("GET", await this.#pathOf(ref));
  }

  /** Lists the objects of a kind in all namespaces. */
  async list(apiVersion: string, kind: string): Promise<Answer> {
    const { name } = await this.#resource(apiVersion, kind);
    return this.request("GET", `${rootOf(apiVersion)}/${name}`);
  }

  /** Lists the objects of a kind as a table, as kubectl displays them. */
  async table(apiVersion: string, kind: string): Promise<Answer> {
    const { name } = await this.#resource(apiVersion, kind);
    return this.request(
      "GET",
      `${rootOf(apiVersion)}/${name}`,
      undefined,
      "application/json;as=Table;g=meta.k8s.io;v=v1",
    );
  }

  async create(object: ObjectRef, options: WriteOptions = {}): Promise<Answer> {
    const path = await this.#collectionOf(object);
    return this.request("POST", path + query(options), { type: "application/json", value: object });
  }

  /** Replaces an object. Custom resources require `metadata.resourceVersion`. */
  async replace(object: ObjectRef, options: WriteOptions = {}): Promise<Answer> {
    const path = await this.#pathOf(object);
    return this.request("PUT", path + query(options), { type: "application/json", value: object });
  }

  /** Replaces only the status of an object. */
  async replaceStatus(object: ObjectRef, options: WriteOptions = {}): Promise<Answer> {
    const path = `${await this.#pathOf(object)}/status`;
    return this.request("PUT", path + query(options), { type: "application/json", value: object });
  }

  /** Applies an object server-side, with force: it takes over fields that other managers own. */
  async apply(object: ObjectRef, options: WriteOptions = {}): Promise<Answer> {
    const path = await this.#pathOf(object);
    const parameters = query(options, { fieldManager: FIELD_MANAGER, force: "true" });
    return this.request("PATCH", path + parameters, { type: "application/apply-patch+yaml", value: object });
  }

  /** Changes the fields of an object that are given, as a merge patch. */
  async merge(object: ObjectRef, options: WriteOptions = {}): Promise<Answer> {
    const path = await this.#pathOf(object);
    return this.request("PATCH", path + query(options), { type: "application/merge-patch+json", value: object });
  }

  async delete(ref: ObjectRef): Promise<Answer> {
    return this.request("DELETE", await this.#pathOf(ref));
  }

  async #pathOf(ref: ObjectRef): Promise<string> {
    return `${await this.#collectionOf(ref)}/${ref.metadata.name}`;
  }

  async #collectionOf({ apiVersion, kind, metadata }: ObjectRef): Promise<string> {
    const { name, namespaced } = await this.#resource(apiVersion, kind);
    return `${rootOf(apiVersion)}${namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : ""}/${name}`;
  }

  /** Asks the server for the resource name of a kind. Only served kinds are cached. */
  async #resource(apiVersion: string, kind: string): Promise<Resource> {
    const key = `${apiVersion}/${kind}`;
    const known = this.#resources.get(key);
    if (known) return known;
    const { code, body } = await this.request("GET", rootOf(apiVersion));
    const resources = code === 200 ? (body.resources as unknown as Resource[]) : [];
    const found = resources.find((resource) => resource.kind === kind && !resource.name.includes("/"));
    if (!found) throw new Error(`the server does not serve ${kind} ${apiVersion}`);
    this.#resources.set(key, found);
    return found;
  }
}

/** Returns the body of a response, which must be a success. */
export function expectSuccess({ code, body }: Answer, what: string): JsonObject {
  if (code >= 200 && code < 300) return body;
  throw new Error(`${what}: ${code} ${typeof body.message === "string" ? body.message : JSON.stringify(body)}`);
}

/** Repeats an attempt until it succeeds. Some changes take effect shortly after the server's response. */
export async function eventually<Result>(attempt: () => Promise<Result>, milliseconds = 20_000): Promise<Result> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function query({ dryRun, fieldValidation }: WriteOptions, others: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(others);
  if (dryRun) parameters.set("dryRun", "All");
  if (fieldValidation) parameters.set("fieldValidation", fieldValidation);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** Parses a body as JSON, except for those of probes, which are plain text. */
function parse(bytes: Buffer): JsonObject {
  const text = bytes.toString("utf8");
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { message: text };
  } catch {
    return { message: text };
  }
}

/** Returns the text of a warning. Source: RFC 7234, section 5.5. */
function warningText(header: string): string {
  const [, text = ""] = header.match(/^\d+ \S+ "(.*)"/s) ?? [];
  return text.replace(/\\(.)/gs, "$1");
}
