/** A server between a client and the API server, which counts the requests and causes faults. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import type { ApiServer } from "./server.js";

export interface Seen {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  /** Number of this request, from 1. */
  readonly number: number;
  /** Number of this request among those that change something, or 0 if it does not. */
  readonly write: number;
}

export interface Reply {
  readonly code: number;
  readonly headers?: IncomingHttpHeaders;
  readonly body: string;
}

/** Closes the connection, or sends a response of its own. Does nothing if undefined. */
export type Fault = "drop" | Reply | undefined;

export interface Faults {
  /** Decides before the API server gets the request. */
  readonly before?: (seen: Seen) => Fault | Promise<Fault>;
  /** Decides after the API server has responded. */
  readonly after?: (seen: Seen, reply: Reply) => Fault | Promise<Fault>;
}

export interface Proxy {
  readonly url: string;
  readonly seen: readonly Seen[];
  readonly close: () => Promise<void>;
}

export async function startProxy({ client, authority }: ApiServer, faults: Faults): Promise<Proxy> {
  const agent = new Agent({ ca: readFileSync(authority), keepAlive: true, maxSockets: 32 });
  const seen: Seen[] = [];
  const answer = async (received: IncomingMessage): Promise<Fault> => {
    const body = await textOf(received);
    const next = seenOf(received, seen);
    seen.push(next);
    const early = await faults.before?.(next);
    if (early) return early;
    const reply = await forward(client.url, agent, received, body);
    return (await faults.after?.(next, reply)) ?? reply;
  };
  const server = createServer((received, response) => {
    answer(received).then(
      (reply) => {
        if (reply === undefined || reply === "drop") received.socket.destroy();
        else response.writeHead(reply.code, headersOf(reply)).end(reply.body);
      },
      () => received.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      agent.destroy();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

function seenOf({ method = "", url: path = "" }: IncomingMessage, before: readonly Seen[]): Seen {
  const isWrite = method !== "GET" && !/dryRun=All|selfsubjectaccessreviews/.test(path);
  const writes = before.filter(({ write }) => write > 0).length;
  return { method, path, number: before.length + 1, write: isWrite ? writes + 1 : 0 };
}

function headersOf({ headers = {} }: Reply): IncomingHttpHeaders {
  const { "content-type": type = "application/json", "retry-after": after } = headers;
  return { "content-type": type, ...(after !== undefined && { "retry-after": after }) };
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function forward(url: string, agent: Agent, { method, url: path, headers }: IncomingMessage, body: string) {
  return new Promise<Reply>((resolve, reject) => {
    const { host: _, connection: __, "transfer-encoding": ___, ...others } = headers;
    const sent = request(`${url}${path}`, { method, headers: others, agent }, (response) => {
      textOf(response).then(
        (text) => resolve({ code: response.statusCode ?? 0, headers: response.headers, body: text }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
