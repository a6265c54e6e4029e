/** The servers that tests share, and the suites that need one. */
import { suite } from "uvu";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { Binaries } from "./binaries.js";
import { allServed, crdsOf, installCrds } from "./bundle.js";
import { type ApiServer, startServer } from "./server.js";

let binaries: Binaries | undefined;
const shared = new Map<Channel, Promise<ApiServer>>();

/** Sets what the suites after this run against; without binaries they count their tests as skipped. */
export function useBinaries(chosen: Binaries | undefined): void {
  binaries = chosen;
}

export interface ServerSuite {
  (name: string, test: () => Promise<void> | void): void;
  /** Counts a test that cannot run. */
  skip(reason: string): void;
  run(): void;
}

/** A suite whose tests need a server. */
export function serverSuite(name: string): ServerSuite {
  const tests = suite(name);
  const skip = () => tests.skip("there is no API server");
  return binaries ? tests : Object.assign(skip, { skip, run: tests.run });
}

/** Lets a test have an empty server of its own. */
export async function withServer(test: (server: ApiServer) => Promise<void>): Promise<void> {
  const server = await start();
  try {
    await test(server);
  } finally {
    await server.stop();
  }
}

/**
 * The server that has the CRDs of a channel, every version of them served: a request to a version that is not served
 * would say nothing about its schema. Tests share it, so they store nothing under a name that another one may use.
 */
export function channelServer(channel: Channel): Promise<ApiServer> {
  const server = shared.get(channel) ?? startChannel(channel);
  shared.set(channel, server);
  return server;
}

async function startChannel(channel: Channel): Promise<ApiServer> {
  const server = await start();
  await installCrds(server.client, allServed(crdsOf(channel)));
  return server;
}

function start(): Promise<ApiServer> {
  if (!binaries) throw new Error("a test without binaries is to be skipped");
  return startServer(binaries);
}

/** Stops the servers that tests shared. */
export async function stopServers(): Promise<void> {
  const servers = await Promise.allSettled(shared.values());
  shared.clear();
  await Promise.all(servers.map((server) => server.status === "fulfilled" && server.value.stop()));
}
