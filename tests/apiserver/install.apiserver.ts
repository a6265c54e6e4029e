/** Installs each channel on an empty server with kubectl, with both client-side and server-side apply. */
import { join } from "node:path";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { isJsonObject, sortKeys } from "../../scripts/core/model/json.js";
import { crdsOf, DIST, parseManifest, readManifest, waitForCrds } from "./bundle.js";
import { type ApiClient, expectSuccess, type ObjectRef } from "./client.js";
import type { ApiServer } from "./server.js";
import { channelServer, serverSuite, withServer } from "./servers.js";

const tests = serverSuite("install");

for (const channel of CHANNELS) {
  const manifest = join(DIST, `${channel}-install.yaml`);
  const objects = readManifest(manifest);

  for (const [way, ...flags] of [["client-side"], ["server-side", "--server-side"]]) {
    tests(`${channel}, ${way}`, () =>
      withServer(async (server) => {
        const { client } = server;
        await apply(server, [...flags, "-f", manifest], objects.length);
        await waitForCrds(client, crdsOf(channel));
        await expectServed(client, channel);
        // Applying again must not conflict with values that the server has set.
        const generations = await generationsOf(client, objects);
        await apply(server, [...flags, "-f", manifest], objects.length);
        assert.equal(await generationsOf(client, objects), generations);
      }),
    );
  }

  tests(`${channel}, kustomization: the objects of the install manifest`, async () => {
    const { kubectl } = await channelServer(channel);
    const { exitCode, output } = await kubectl("kustomize", join(DIST, channel));
    assert.is(exitCode, 0, output);
    const [theirs, ours] = [printed(parseManifest(output, "kustomization")), printed(objects)];
    assert.equal([...theirs.keys()].sort(), [...ours.keys()].sort());
    assert.equal(
      [...theirs.keys()].filter((name) => theirs.get(name) !== ours.get(name)),
      [],
      "objects that differ",
    );
  });
}

/** Applies a manifest. kubectl prints one line per object, and the server's warnings. */
async function apply({ kubectl }: ApiServer, args: readonly string[], count: number): Promise<void> {
  const { exitCode, output } = await kubectl("apply", ...args);
  assert.is(exitCode, 0, output);
  assert.is(output.split("\n").filter(Boolean).length, count, output);
}

/** Checks that the server serves exactly the versions of the channel that are marked as served. */
async function expectServed(client: ApiClient, channel: (typeof CHANNELS)[number]): Promise<void> {
  for (const { spec } of crdsOf(channel)) {
    for (const { name, served } of spec.versions) {
      const { code } = await client.request("GET", `/apis/${spec.group}/${name}/${spec.names.plural}`);
      assert.is(code, served ? 200 : 404, `${spec.names.kind} ${name}`);
    }
  }
}

/** Returns the generation of each object, which counts changes of its spec. */
function generationsOf(client: ApiClient, objects: readonly ObjectRef[]): Promise<unknown[]> {
  return Promise.all(
    objects.map(async (object) => {
      const { metadata } = expectSuccess(await client.get(object), object.metadata.name);
      return isJsonObject(metadata) ? metadata.generation : undefined;
    }),
  );
}

/** Returns objects by kind and name, as JSON with sorted keys. */
function printed(objects: readonly ObjectRef[]): Map<string, string> {
  return new Map(objects.map((object) => [`${object.kind} ${object.metadata.name}`, JSON.stringify(sortKeys(object))]));
}

tests.run();
