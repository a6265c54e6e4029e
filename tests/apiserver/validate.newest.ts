/** Tests that the admission without a cluster agrees with a real server on drawn requests. */
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { compareWithServer } from "./differential.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("validate");

const REQUESTS = 600;
const SEED = 20_261_123;

for (const channel of CHANNELS) {
  tests(`drawn requests, ${channel}`, () =>
    withServer(async (server) => {
      const options = { seed: SEED, requests: REQUESTS, end: Number.POSITIVE_INFINITY };
      const { requests, rejected, ratcheted, differences } = await compareWithServer(server, channel, options);
      assert.equal(differences, []);
      assert.ok(rejected > 0.3 * requests && rejected < 0.7 * requests, `${rejected} of ${requests} are rejected`);
      assert.ok(ratcheted > 0, "updates keep what is no longer valid");
    }),
  );
}

tests.run();
