/** Tests that the admission without a cluster agrees with a real server on drawn requests. */
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { seed } from "../support/drawn.js";
import { compareWithServer, oneSided } from "./differential.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("validate");

/** Enough for all questions of the facts, and for as many drawn requests. */
const REQUESTS = 1500;

for (const channel of CHANNELS) {
  tests(`drawn requests, ${channel}`, () =>
    withServer(async (server) => {
      const options = { seed, requests: REQUESTS, end: Number.POSITIVE_INFINITY };
      const comparison = await compareWithServer(server, channel, options);
      const { requests, rejected, ratcheted, differences } = comparison;
      assert.equal(differences, []);
      assert.equal(
        oneSided(comparison).map(({ name }) => name),
        [],
        "each rule is seen true and false",
      );
      assert.ok(rejected > 0.3 * requests && rejected < 0.7 * requests, `${rejected} of ${requests} are rejected`);
      assert.ok(ratcheted > 0, "updates keep what is no longer valid");
    }),
  );
}

tests.run();
