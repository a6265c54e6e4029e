/**
 * Tests that the API server accepts converted objects, for each definition of Gateway API: in the release of the change,
 * with its published CRDs but without their rules, of which only digests are known, and in this bundle, with its rules.
 */
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import type { CompiledVersion } from "../../scripts/kubernetes/admission/compile-version.js";
import { readHistory } from "../changes/policy/history.js";
import { convertAll, gatewayConversions } from "../kubernetes/conversion/history.js";
import { drawNewest, newestBundle } from "../kubernetes/conversion/newest.js";
import { isValid, objectsIn } from "../kubernetes/conversion/objects.js";
import { drawOf, type Subject, subjectsOf } from "../kubernetes/conversion/subjects.js";
import { seed } from "../support/drawn.js";
import { Random } from "../support/random.js";
import { allServed, installCrds } from "./bundle.js";
import type { ApiClient, ObjectRef } from "./client.js";
import { channelServer, serverSuite, withServer } from "./servers.js";
import { withoutRules } from "./without-rules.js";

const tests = serverSuite("conversions");

/** Converted objects of each definition that the API server must accept. */
const OBJECTS = 50;
/** Objects that it must reject, if there are so many. */
const REJECTED = 20;
const MOST_DRAWS = 10_000;
const AT_ONCE = 12;

const releases = readHistory();
const subjects = releases ? subjectsOf(gatewayConversions(), releases) : [];

/** Object for a server, with the verdict of the project's own admission. */
interface Sample {
  readonly object: JsonObject;
  readonly isAccepted: boolean;
}

if (releases === undefined) {
  for (let left = 1 + subjects.length; left > 0; left--) tests.skip("shared/upstream/gateway-api/lineage is missing");
} else {
  const bundle = newestBundle();
  for (const subject of subjects) {
    tests(`in this bundle: ${subject.name}`, async () => {
      const random = new Random(seed);
      const samples = new Map(CHANNELS.map((channel) => [channel, [] as Sample[]]));
      const count = (isAccepted: boolean) =>
        [...samples.values()].flat().filter((each) => each.isAccepted === isAccepted).length;
      for (let draws = 0; draws < MOST_DRAWS && count(true) < OBJECTS; draws++) {
        for (const { channel, object, problems } of drawNewest(subject, bundle, random)) {
          const isAccepted = problems.length === 0;
          if (isAccepted || count(false) < REJECTED) samples.get(channel)?.push({ object, isAccepted });
        }
      }
      assert.ok(count(true) >= OBJECTS, `${count(true)} objects are accepted`);
      for (const [channel, found] of samples) await compare((await channelServer(channel)).client, found);
    });
  }
  for (const release of releases) {
    const since = subjects.filter(({ ends }) => ends.new.release === release.version);
    for (const channel of CHANNELS) {
      const own = since.filter(({ ends }) => ends.old.types.some((type) => type.channel === channel));
      if (own.length === 0) continue;
      tests(
        `in ${release.name}, ${channel}: ${own.length} kinds of ${new Set(own.map(({ definition }) => definition.id)).size} definitions`,
        () =>
          withServer(async ({ client }) => {
            await installCrds(
              client,
              allServed([...(release.channels.get(channel)?.values() ?? [])].map(withoutRules)),
            );
            for (const subject of own) await compare(client, samplesIn(subject, channel));
          }),
      );
    }
  }
}

/** Draws objects of the release before a change, and converts them to the release of the change. */
function samplesIn(subject: Subject, channel: Channel): Sample[] {
  const { old, new: end } = subject.ends;
  const random = new Random(seed);
  const types = old.types.filter((type) => type.channel === channel);
  const samples: Sample[] = [];
  for (let draws = 0; draws < MOST_DRAWS && samples.length < OBJECTS; draws++) {
    const drawn = drawOf({ ...old, types }, random);
    const converted = drawn ? convertAll([drawn.object], end.release, channel) : [];
    if (converted.some(({ obstacles }) => obstacles.length > 0)) continue;
    for (const object of objectsIn(converted)) {
      const target = end.typeOf(object, channel);
      if (target) samples.push({ object, isAccepted: isAccepted(target, object) });
    }
  }
  assert.ok(samples.length >= OBJECTS, `${subject.name}: ${samples.length} objects`);
  const rejected = samples.find((each) => !each.isAccepted);
  assert.is(rejected, undefined, `${subject.name}: the admission accepts all objects`);
  return samples;
}

function isAccepted(version: CompiledVersion, object: JsonObject): boolean {
  return isValid(version, object);
}

/** Creates objects without storing them, and compares the verdicts. */
async function compare(client: ApiClient, samples: readonly Sample[]): Promise<void> {
  const left = [...samples];
  const differences: string[] = [];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { code, body } = await client.create(next.object as ObjectRef, { dryRun: true });
      if (code < 300 !== next.isAccepted)
        differences.push(`${code} ${body.message} for ${JSON.stringify(next.object)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.equal(differences.slice(0, 2), []);
}

tests.run();
