/** The servers that tests share, and the suites that need a server. */
import { suite } from "uvu";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { Binaries } from "./binaries.js";
import { allServed, crdsOf, installCrds } from "./bundle.js";
import { type ApiServer, type ServerOptions, startServer } from "./server.js";

let binaries: Binaries | undefined;
const shared = new Map<Channel | "empty" | "worlds", Promise<ApiServer>>();

/** Sets the binaries for the suites that run afterward. Without binaries, the suites count their tests as skipped. */
export function useBinaries(chosen: Binaries | undefined): void {
  binaries = chosen;
}

export interface ServerSuite {
  (name: string, test: () => Promise<void> | void): void;
  /** Counts a test that cannot run. */
  skip(reason: string): void;
  run(): void;
}

/** Returns a suite whose tests need a server. */
export function serverSuite(name: string): ServerSuite {
  const tests = suite(name);
  const skip = () => tests.skip("there is no API server");
  return binaries ? tests : Object.assign(skip, { skip, run: tests.run });
}

/** Runs a test with its own empty server. */
export async function withServer(
  test: (server: ApiServer) => Promise<void>,
  options: ServerOptions = {},
): Promise<void> {
  const server = await start(options);
  try {
    await test(server);
  } finally {
    await server.stop();
  }
}

/**
 * Returns the server that has the CRDs of a channel, with all versions served: a request to a version that is not
 * served would not test its schema. Tests share the server, so they must not store objects under names that other tests
 * may use.
 */
export function channelServer(channel: Channel): Promise<ApiServer> {
  const server = shared.get(channel) ?? startChannel(channel);
  shared.set(channel, server);
  return server;
}

/** Returns the server that has no CRDs. Tests share it, so they must not store anything. */
export function emptyServer(): Promise<ApiServer> {
  const server = shared.get("empty") ?? start();
  shared.set("empty", server);
  return server;
}

/** Returns the server on which each test has a world of its own, with roles for its users. */
export function worldsServer(): Promise<ApiServer> {
  const server = shared.get("worlds") ?? start({ authorization: "RBAC" });
  shared.set("worlds", server);
  return server;
}

async function startChannel(channel: Channel): Promise<ApiServer> {
  const server = await start();
  await installCrds(server.client, allServed(crdsOf(channel)));
  return server;
}

function start(options: ServerOptions = {}): Promise<ApiServer> {
  if (!binaries) throw new Error("a test without binaries is to be skipped");
  return startServer(binaries, options);
}

/** Stops the shared servers. */
export async function stopServers(): Promise<void> {
  const servers = await Promise.allSettled(shared.values());
  shared.clear();
  await Promise.all(servers.map((server) => server.status === "fulfilled" && server.value.stop()));
}
