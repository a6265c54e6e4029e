/**
 * Sends requests to an API server. The Kubernetes client library provides the credentials and the connection. Its typed
 * clients are not used, because they drop the fields that they do not know.
 */
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as sendHttp } from "node:http";
import { type AgentOptions, Agent as HttpsAgent, request as sendHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { KubeConfig } from "@kubernetes/client-node";
import { parseExactJson, printExactJson } from "../../core/exact-json.js";
import { ApiError, type ApiRequest, type ApiServer, ApiUnreachable } from "../../core/model/api-server.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/model/json.js";

export interface ClientOptions {
  /** Time in milliseconds for which a request is repeated while the API server does not respond. */
  readonly patience?: number;
  /** Largest number of requests per second. Not limited if omitted. */
  readonly requestsPerSecond?: number | undefined;
  /** Number of requests at the same time, if it is more than 16. Others wait for a connection. */
  readonly connections?: number | undefined;
  /** Called before the client waits, with the reason. */
  readonly onWait?: (why: string) => void;
  /** Product and version for the log of the API server. */
  readonly userAgent: string;
}

const PATIENCE = 120_000;
/** In milliseconds. A list of many objects can take long. */
const TIMEOUT = 60_000;
const CONNECTIONS = 16;
/** In bytes. A page of objects is much smaller. */
const RESPONSE_LIMIT = 256 * 2 ** 20;
/** Levels of a response. Deeper ones would overflow the stack somewhere; objects of Kubernetes have a few dozen. */
const DEEPEST = 400;
/** Characters of a message. That of a rejected CRD can have more than 100 KB. */
const LONGEST_MESSAGE = 2000;
/** Characters that are quoted of a response that is not one of an API server. */
const LONGEST_QUOTE = 200;
/** In seconds. */
const LONGEST_PAUSE = 30;
/** Attempts if the API server reports an internal error, which is rarely temporary. */
const MOST_INTERNAL = 4;
/** Time in milliseconds after which credentials are read again: tokens in files change about every hour. */
const CREDENTIALS_LIFE = 60_000;

/** Response before it is known whether it reports an error. */
interface Response {
  readonly code: number;
  readonly retryAfter: number | undefined;
  readonly body: JsonObject | undefined;
  readonly text: string;
  /** The credentials of the request, which no message may contain. */
  readonly secrets: readonly string[];
}

export class ApiClient implements ApiServer {
  readonly address: string;
  #connection: Promise<Connection> | undefined;
  #connectedAt = 0;
  #nextTurn = 0;

  constructor(
    readonly config: KubeConfig,
    readonly options: ClientOptions,
  ) {
    this.address = new URL(config.getCurrentCluster()?.server ?? "https://unknown").origin;
  }

  async send(request: ApiRequest): Promise<JsonObject> {
    const { patience = PATIENCE, onWait } = this.options;
    const deadline = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      const result = await this.#once(request, attempt);
      if (!("retry" in result)) return accepted(request, result, this.address);
      const pause = result.pause ?? backoff(attempt);
      if (Date.now() + pause > deadline) throw result.retry;
      onWait?.(result.retry.message);
      await sleep(pause);
    }
  }

  /** Closes the connections, which would otherwise keep the process running. */
  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.agent.destroy();
  }

  async #once(request: ApiRequest, attempt: number): Promise<Response | Retry> {
    await this.#turn();
    const used = this.#connected();
    const first = await this.#attempt(request, used);
    if (!("code" in first) || first.code !== 401) return retryOf(request, first, attempt);
    // The token has expired. A request at the same time may have read the credentials again already.
    if (this.#connection === used) this.#connectedAt = 0;
    const second = await this.#attempt(request, this.#connected());
    if (!("code" in second) || second.code !== 401) return retryOf(request, second, attempt);
    const said = "the API server does not accept the credentials, which can be expired";
    throw new ApiUnreachable(this.address, "credentials", said);
  }

  async #attempt(request: ApiRequest, connected: Promise<Connection>): Promise<Response | Retry> {
    const connection = await connected;
    try {
      return await exchange(connection, request);
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (error instanceof ApiUnreachable) throw error;
      if (isCertificateProblem(code)) {
        throw new ApiUnreachable(this.address, "certificate", certificateProblem(code));
      }
      if (code === "" && !/socket hang up/.test(message)) throw error;
      if (code === "ERR_INVALID_CHAR") {
        // Its message would be about the header, which contains the token.
        throw new ApiUnreachable(
          this.address,
          "credentials",
          "the credentials contain a character that is not allowed",
        );
      }
      return { retry: new ApiUnreachable(this.address, "connection", code || "the connection was closed") };
    }
  }

  /** Waits so that requests are not more frequent than the limit. */
  async #turn(): Promise<void> {
    const { requestsPerSecond } = this.options;
    if (requestsPerSecond === undefined) return;
    const now = Date.now();
    const turn = Math.max(now, this.#nextTurn);
    this.#nextTurn = turn + 1000 / requestsPerSecond;
    if (turn > now) await sleep(turn - now);
  }

  #connected(): Promise<Connection> {
    if (this.#connection && Date.now() - this.#connectedAt < CREDENTIALS_LIFE) return this.#connection;
    this.#connectedAt = Date.now();
    const before = this.#connection?.catch(() => undefined);
    this.#connection = connect(this.config, this.options, before);
    return this.#connection;
  }
}

/** Failed attempt that can be repeated, after a pause in milliseconds. */
interface Retry {
  readonly retry: ApiError | ApiUnreachable;
  readonly pause?: number;
}

interface Connection {
  readonly server: URL;
  readonly agent: HttpAgent;
  /** Agent for requests that need a connection of their own. */
  readonly singleAgent: HttpAgent;
  readonly headers: NonNullable<RequestOptions["headers"]>;
  /** The certificates and keys, to notice that they have changed. */
  readonly identity: string;
}

/** Applies the credentials. Keeps the open connections if only a header has changed. */
async function connect(
  config: KubeConfig,
  { userAgent, connections = 0 }: ClientOptions,
  earlier: Promise<Connection | undefined> | undefined,
): Promise<Connection> {
  const cluster = config.getCurrentCluster();
  const server = new URL(cluster?.server ?? "");
  const options: import("node:https").RequestOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw new ApiUnreachable(server.origin, "credentials", credentialsProblem(error as NodeJS.ErrnoException));
  }
  const { ca, cert, key, servername, rejectUnauthorized, auth } = options;
  const identity = [ca, cert, key, servername, rejectUnauthorized].map(String).join("\n");
  const tls = { ca, cert, key, servername, ...(rejectUnauthorized !== undefined && { rejectUnauthorized }) };
  const before = await earlier;
  const kept = before?.identity === identity ? before.agent : undefined;
  if (before && !kept) before.agent.destroy();
  const proxy = cluster?.proxyUrl ? (options.agent as HttpAgent) : undefined;
  return {
    server,
    identity,
    agent:
      kept ?? proxy ?? agentOf(server, { keepAlive: true, maxSockets: Math.max(CONNECTIONS, connections), ...tls }),
    singleAgent: proxy ?? agentOf(server, { keepAlive: false, ...tls }),
    headers: {
      ...options.headers,
      ...(auth && { authorization: `Basic ${Buffer.from(auth).toString("base64")}` }),
      "user-agent": userAgent,
    },
  };
}

/** The message of a credential plugin can contain secrets, so only the code of an error is quoted. */
function credentialsProblem({ code, syscall = "" }: NodeJS.ErrnoException): string {
  if (syscall === "open" || syscall === "read") return `a file that the kubeconfig names cannot be read (${code})`;
  if (syscall.startsWith("spawn")) return `the credential plugin of the kubeconfig cannot run (${code})`;
  return "the kubeconfig has no credentials that can be used, or its credential plugin has failed";
}

function agentOf(server: URL, options: AgentOptions): HttpAgent {
  return server.protocol === "http:" ? new HttpAgent(options) : new HttpsAgent(options);
}

function exchange(connection: Connection, request: ApiRequest): Promise<Response> {
  const { server, headers } = connection;
  const { method, path, query = {}, body, contentType = "application/json", accept = "application/json" } = request;
  const url = new URL(server.pathname.replace(/\/$/, "") + path, server);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const payload = body === undefined ? undefined : printExactJson(body);
  const options: RequestOptions = {
    method,
    agent: request.hasOwnConnection ? connection.singleAgent : connection.agent,
    timeout: TIMEOUT,
    headers: {
      ...headers,
      accept,
      ...(payload !== undefined && { "content-type": contentType, "content-length": Buffer.byteLength(payload) }),
    },
  };
  return new Promise((resolve, reject) => {
    const send = server.protocol === "http:" ? sendHttp : sendHttps;
    const sent = send(url, options, (response) => resolve(readResponse(response, server.origin, secretsIn(headers))));
    sent.on("timeout", () => sent.destroy(Object.assign(new Error("no response"), { code: "ETIMEDOUT" })));
    sent.on("error", reject);
    sent.end(payload);
  });
}

/** Returns the credentials in headers, which a proxy could quote in a message, also a password in plain text. */
function secretsIn(headers: Connection["headers"]): string[] {
  const { Authorization: added, authorization = added } = headers as Readonly<Record<string, string | undefined>>;
  const [, scheme = "", sent = ""] = /^(\S+) (.*)$/s.exec(authorization ?? "") ?? [];
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(sent, "base64").toString("utf8") : "";
  const password = decoded.slice(decoded.indexOf(":") + 1);
  return [sent, decoded, password]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]); // as it is, and quoted in JSON
}

/** In characters. A shorter one would also be part of ordinary words. */
const SHORTEST_SECRET = 4;

async function readResponse(response: IncomingMessage, address: string, secrets: readonly string[]): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > RESPONSE_LIMIT) throw new ApiUnreachable(address, "response", "its response is too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  const seconds = Number(response.headers["retry-after"]);
  const body = parseExactJson(text);
  return {
    code: response.statusCode ?? 0,
    retryAfter: seconds > 0 ? Math.min(seconds, LONGEST_PAUSE) : undefined,
    body: isJsonObject(body) && isFlat(body, DEEPEST) ? body : undefined,
    text,
    secrets,
  };
}

function accepted(request: ApiRequest, response: Response, address: string): JsonObject {
  const { code, body } = response;
  if (code >= 400) throw errorOf(request, response);
  if (code >= 200 && code < 300 && body) return body;
  throw new ApiUnreachable(address, "response", "its response is not one of the Kubernetes API");
}

/** Returns the response, or an error after which the request is repeated: the API server is overloaded or starts. */
function retryOf(request: ApiRequest, response: Response | Retry, attempt: number): Response | Retry {
  if ("retry" in response) return response;
  const { code, retryAfter } = response;
  // 503 and 504 are also sent for a short time after a CRD has changed.
  const isTemporary = [429, 502, 503, 504].includes(code) || (code === 500 && retryAfter !== undefined);
  if (!isTemporary && code !== 500) return response;
  const retry = errorOf(request, response);
  // While a conversion webhook is down, the API server states that it is overloaded.
  const isLasting = !isTemporary || /conversion webhook for .* failed/.test(retry.message);
  if (isLasting && attempt + 1 >= MOST_INTERNAL) return response;
  return { retry, ...(retryAfter !== undefined && { pause: retryAfter * 1000 }) };
}

function errorOf(request: ApiRequest, { code, body, text, secrets }: Response): ApiError {
  const { message, reason } = body ?? {};
  const [said, longest] = typeof message === "string" ? [message, LONGEST_MESSAGE] : [text, LONGEST_QUOTE];
  const masked = secrets.reduce((words, secret) => words.replaceAll(secret, "***"), said);
  const shortened = masked.length <= longest ? masked : `${masked.slice(0, longest)}…`;
  return new ApiError(request, code, typeof reason === "string" ? reason : "", shortened || `status ${code}`, body);
}

/** Reports whether a value has at most this number of levels. */
function isFlat(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isFlat(part, levels - 1));
}

/** Returns the pause before the next attempt, in milliseconds: from 0.1 to 5 seconds, with a random part. */
function backoff(attempt: number): number {
  return Math.min(5000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function isCertificateProblem(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|ERR_OSSL_)/.test(code);
}

function certificateProblem(code: string): string {
  if (code === "CERT_HAS_EXPIRED") return "its certificate has expired";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "its certificate is for another address";
  if (/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return "its certificate was not issued by the authority in the kubeconfig";
  }
  return `the secure connection failed (${code})`;
}
