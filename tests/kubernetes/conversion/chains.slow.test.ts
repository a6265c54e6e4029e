/**
 * Tests that a conversion over several releases has the same result as one conversion for each release, for all pairs of
 * releases of Gateway API.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { Version } from "../../../scripts/core/model/release-version.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import type { ConvertedObject } from "../../../scripts/kubernetes/conversion/convert.js";
import { readHistory } from "../../changes/policy/history.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";
import { withCorpus } from "../../support/shared.js";
import { convertAll, focusesOn, versionsIn } from "./history.js";
import { drawValid, isSame, objectsIn } from "./objects.js";

const chains = suite("conversion over several releases");

const RELEASES = 16;
/** Objects of each served version of a kind in each release. */
const OBJECTS = 10;
const MOST_DRAWS = 20;

interface Tried {
  /** Pairs of releases, once for each object. */
  pairs: number;
  changed: number;
  blocked: number;
  readonly wrong: string[];
}

withCorpus(chains, "upstream/gateway-api/lineage", RELEASES * CHANNELS.length, (test) => {
  const releases = readHistory() ?? [];
  releases.forEach((release, index) => {
    const [earlier, later] = [releases.slice(0, index).reverse(), releases.slice(index + 1)].map((others) =>
      others.map(({ version }) => version).filter((version) => version !== undefined),
    );
    for (const channel of CHANNELS) {
      test(`from ${release.name}, ${channel}`, () => {
        const tried: Tried = { pairs: 0, changed: 0, blocked: 0, wrong: [] };
        const random = new Random(seed);
        for (const version of versionsIn(release, channel)) {
          for (const object of drawnObjects(version, random)) {
            for (const others of [earlier ?? [], later ?? []]) tryChain(object, release, others, channel, tried);
          }
        }
        assert.equal(tried.wrong.slice(0, 3), []);
        assert.ok(tried.changed > 0 && tried.pairs > tried.blocked);
      });
    }
  });
});

function drawnObjects(version: CompiledVersion, random: Random): JsonObject[] {
  const focuses = [undefined, ...focusesOn(version)];
  const objects: JsonObject[] = [];
  for (let draw = 0; draw < OBJECTS * MOST_DRAWS && objects.length < OBJECTS; draw++) {
    const object = drawValid(version, random, random.one(focuses));
    if (object) objects.push(object);
  }
  return objects;
}

/** Converts an object to one release after another, and compares each result with that of a direct conversion. */
function tryChain(
  object: JsonObject,
  { version, name }: BundleState,
  others: readonly Version[],
  channel: Channel,
  tried: Tried,
): void {
  if (version === undefined) throw new Error(`${name} has no version`);
  const own = convertAll([object], version, channel);
  if (isBlocked(own)) return;
  let stepwise = objectsIn(own);
  let isStuck = false;
  const lost: string[] = [];
  for (const to of others) {
    tried.pairs++;
    const direct = convertAll(objectsIn(own), to, channel);
    if (!isStuck) {
      const next = convertAll(stepwise, to, channel);
      isStuck = isBlocked(next);
      stepwise = objectsIn(next);
      lost.push(...lostIn(next));
    }
    const report = (law: string) =>
      tried.wrong.push(
        [`${name} to ${to}: ${law}`, object, objectsIn(direct), stepwise]
          .map((each) => JSON.stringify(each))
          .join("\n  "),
      );
    if (isBlocked(direct) !== isStuck) report("blocked");
    if (isStuck) {
      tried.blocked++;
      continue;
    }
    if (!isSame(objectsIn(direct), stepwise)) report("same object");
    if (lostIn(direct).sort().join() !== [...lost].sort().join()) report("same losses");
    if (!isSame(objectsIn(direct), objectsIn(own))) tried.changed++;
  }
}

function lostIn(converted: readonly ConvertedObject[]): string[] {
  return converted.flatMap((each) => each.lost.map(({ conversion, path }) => `${conversion} ${path.join(".")}`));
}

function isBlocked(converted: readonly ConvertedObject[]): boolean {
  return converted.some(({ obstacles }) => obstacles.length > 0);
}

chains.run();
