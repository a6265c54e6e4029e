/**
 * Tests with upstream's own cases for its validation: requests with the response of a real server, and valid and
 * invalid manifests. These files are next to the repository, not in it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { AddTest } from "../runner/suite.js";
import { withCorpus } from "../support/shared.js";
import { ask, differenceOf, type Expected, verdictOf } from "./ask.js";
import { readManifest } from "./bundle.js";
import type { ObjectRef } from "./client.js";
import { channelServer, serverSuite } from "./servers.js";

/** A request for an object, not for its status. The server ignores a status in such a request. */
interface Case extends Expected {
  readonly name: string;
  readonly operation: "create" | "update";
  readonly object: ObjectRef;
  readonly old?: ObjectRef;
}

const tests = serverSuite("cases");

function addCases(test: AddTest, channel: Channel, file: string): void {
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const { name, operation, object, old, ...expected } = JSON.parse(line) as Case;
    test(`${name}, ${channel}`, async () => {
      assert.is(operation, old ? "update" : "create");
      const { status: _, ...asked } = object;
      const { client } = await channelServer(channel);
      const verdict = await ask(client, { object: asked as ObjectRef, ...(old && { oldObject: old }) });
      assert.is(differenceOf(verdict, expected), undefined);
    });
  }
}

/**
 * Tests manifests with strict field validation, as kubectl sends them: the server rejects unknown fields unless the
 * schema preserves them.
 */
function addManifests(test: AddTest, channel: Channel, directory: string, accepted: boolean): void {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  assert.ok(files.length > 0, `${directory} is empty`);
  for (const file of files.sort()) {
    for (const object of readManifest(join(directory, file))) {
      test(`${file}: ${object.kind} ${object.metadata.name}, ${channel}`, async () => {
        const { client } = await channelServer(channel);
        const verdict = verdictOf(await client.create(object, { dryRun: true, fieldValidation: "Strict" }));
        assert.is(differenceOf(verdict, { accepted }), undefined);
      });
    }
  }
}

withCorpus(tests, "upstream/gateway-api/cases", 221, (test, directory) => {
  for (const channel of CHANNELS) addCases(test, channel, join(directory, `${channel}.jsonl`));
});

withCorpus(tests, "upstream/gateway-api/examples", 135, (test, directory) => {
  for (const channel of CHANNELS) {
    addManifests(test, channel, join(directory, "valid", channel), true);
    addManifests(test, channel, join(directory, "invalid", channel), false);
  }
  // Manifests that are valid in the standard channel are valid in the experimental one, too.
  addManifests(test, "experimental", join(directory, "valid/standard"), true);
});

tests.run();
