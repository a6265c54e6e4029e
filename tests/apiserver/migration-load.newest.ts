/**
 * Migrates 10,000 objects while another client changes some of them, and kills the tool in the middle. Nothing may be
 * lost, no change of the other client overwritten, and the memory must stay below 300 MB.
 */
import * as assert from "uvu/assert";
import { type Json, type JsonObject, objectIn } from "../../scripts/core/model/json.js";
import { expectSuccess } from "./client.js";
import { fill, policies, servedVersion, upgrade, Writer } from "./migration-load.js";
import { GROUP } from "./old-policies.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("migration under load");
const POLICIES = 10_000;
const MOST_MEMORY = 300;
const CRD = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/backendtlspolicies.${GROUP}`;

tests("of 10,000 objects, with a writer and a SIGKILL", () =>
  withServer(async (server) => {
    const { client } = server;
    await fill(server, POLICIES);
    const writer = new Writer(client, POLICIES);
    // The objects are in the order of their names, so this one is in the middle.
    const middle = `/apis/${GROUP}/v1/namespaces/default/backendtlspolicies/policy-5`;
    const killed = await upgrade(server, async () => {
      if ((await servedVersion(client)) !== "v1") return false;
      const { body } = await client.request("GET", middle);
      return "targetRefs" in objectIn(body, "spec");
    });
    assert.is(killed.exitCode, undefined, `the first run was not killed: ${killed.output}`);
    const between = await policies(client);
    assert.is(between.length, POLICIES);
    const left = between.filter(({ spec }) => "targetRef" in (spec as object)).length;
    assert.ok(left > 0 && left < POLICIES, `${left} objects were left`);

    const finished = await upgrade(server);
    assert.is(finished.exitCode, 0, finished.output);
    await writer.stop();
    for (const { peak } of [killed, finished]) assert.ok(peak > 0 && peak < MOST_MEMORY, `${peak} MiB`);

    const objects = await policies(client);
    assert.is(objects.length, POLICIES);
    const writers = new Map(objects.map(({ metadata }) => [metadata.name, objectIn(metadata, "annotations").writer]));
    assert.ok(writer.written.size > 100, `${writer.written.size} writes`);
    const overwritten = [...writer.written].filter(([name, value]) => writers.get(name) !== value);
    assert.equal(overwritten, []);
    const wrong = objects.filter(({ spec, metadata }) => {
      const { targetRefs, validation } = spec as { readonly targetRefs?: Json; readonly validation?: JsonObject };
      const number = objectIn(metadata, "labels").number;
      const wanted = JSON.stringify([
        [{ group: "", kind: "Service", name: `service-${number}` }],
        `host-${number}.example`,
      ]);
      return JSON.stringify([targetRefs, validation?.hostname]) !== wanted;
    });
    assert.equal(wrong, []);
    const crd = expectSuccess(await client.request("GET", CRD), CRD);
    assert.equal(objectIn(crd, "status").storedVersions, ["v1"]);
  }),
);

tests.run();
