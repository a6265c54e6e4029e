/** Tests of the connections to an API server, with a server that counts them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ApiClient } from "../../scripts/host/api-server/client.js";

const tests = suite("connections to an API server");

/** Sends requests one after the other, and returns the number of connections that the server saw. */
async function connectionsOf(requests: readonly { readonly hasOwnConnection?: boolean }[]): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(({ socket }, response) => {
    sockets.add(socket);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const config = new KubeConfig();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config.loadFromClusterAndUser({ name: "test", server: address, skipTLSVerify: true }, { name: "test" });
  try {
    const client = new ApiClient(config, { userAgent: "test" });
    for (const request of requests) await client.send({ method: "GET", path: "/api", ...request });
    return sockets.size;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

tests("requests share a connection", async () => {
  assert.is(await connectionsOf([{}, {}, {}]), 1);
});

tests("each probe has a connection of its own, so a load balancer can send it to another server", async () => {
  assert.is(await connectionsOf([{}, { hasOwnConnection: true }, {}, { hasOwnConnection: true }]), 3);
});

tests.run();
