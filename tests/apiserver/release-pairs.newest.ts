/**
 * Tests that releases of Gateway API can be installed over each other on a real API server, and back: what the plan states
 * is what happens, and no value is lost that it does not name. `npm run test:pairs` tries all pairs.
 */
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { nothingTried, tryPair } from "./release-pairs.js";
import { type Pair, type ReleaseState, writeStates } from "./release-states.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("pairs of releases");

/** Releases from which this bundle is installed: before most versions, between them, and before most experimental fields. */
const OLD = ["v0.5.1", "v1.0.0", "v1.3.0"];
const NEWEST = "v1.6.1";
/** Patch releases, except that of this bundle. Their CRDs are nearly those of the release before them. */
const PATCHES = /^v(0\.8|1\.1|1\.2|1\.4)\.1 /;
/** Releases between whose channels a cluster changes. */
const CHANGING = ["v1.1.1", "v1.4.1", NEWEST];

const states = writeStates();

if (states === undefined) {
  for (let left = 3; left > 0; left--) tests.skip("shared/upstream/gateway-api/lineage is missing");
} else {
  const stateOf = (release: string, channel: string): ReleaseState => {
    const found = states.find(({ name }) => name === `${release} ${channel}`);
    if (!found) throw new Error(`there is no ${release} ${channel}`);
    return found;
  };

  const minors = states.filter(({ name, channel }) => channel === "experimental" && !PATCHES.test(name));
  add(
    "each minor release over the one before it, experimental channel",
    minors.slice(1).map((to, index) => ({ from: minors[index] ?? to, to })),
  );
  add(
    "this bundle over older releases",
    CHANNELS.flatMap((channel) =>
      OLD.map((release) => ({ from: stateOf(release, channel), to: stateOf(NEWEST, channel) })),
    ),
  );
  add("one channel over the other, and an older release over this bundle", [
    ...CHANGING.flatMap((release) => {
      const [a, b] = CHANNELS.map((channel) => stateOf(release, channel));
      return a && b
        ? [
            { from: a, to: b },
            { from: b, to: a },
          ]
        : [];
    }),
    ...CHANNELS.map((channel) => ({ from: stateOf(NEWEST, channel), to: stateOf("v1.0.0", channel) })),
  ]);
}

/** Adds a test of pairs, with back again. */
function add(name: string, pairs: readonly Pair[]): void {
  tests(`${name}: ${pairs.length} pairs`, () =>
    withServer(async (server) => {
      const tried = nothingTried();
      for (const pair of pairs) await tryPair(server, pair, tried);
      assert.equal(tried.wrong, []);
      assert.is(tried.pairs, pairs.length);
      assert.ok(tried.converted > 0, "objects are converted");
      assert.ok(tried.back > 0, "objects come back");
    }),
  );
}

tests.run();
