/**
 * Tests that the objects of every release in the history of Gateway API convert to the newest release and back. The
 * objects are drawn from the schemas of their releases.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unmatchedConversions } from "../../../scripts/changes/policy/conversions.js";
import { describeDiagnostic } from "../../../scripts/core/diagnostics/describe.js";
import type { BundleState } from "../../../scripts/core/model/bundle-state.js";
import { CHANNELS, type Channel } from "../../../scripts/core/model/channel.js";
import type { JsonObject } from "../../../scripts/core/model/json.js";
import type { CompiledVersion } from "../../../scripts/kubernetes/admission/compile-version.js";
import { readHistory } from "../../changes/policy/history.js";
import { seed } from "../../support/drawn.js";
import { Random } from "../../support/random.js";
import { withCorpus } from "../../support/shared.js";
import { versionFrom } from "../../support/versions.js";
import { convertAll, focusesOn, gatewayConversions, versionsIn } from "./history.js";
import { drawValid, isSame, isValid, objectsIn } from "./objects.js";

const history = suite("conversion of the history");

const NEWEST = versionFrom("v1.6.1");
const RELEASES = 16;
/** Valid objects of each served version of a kind. */
const OBJECTS = 40;
/** Fewest of them that convert. The others lack values that the newest release requires. */
const FEWEST = 5;
const MOST_DRAWS = 20;

interface Tried {
  readonly name: string;
  readonly wrong: string[];
  converted: number;
  blocked: number;
}

function tryVersion(
  version: CompiledVersion,
  release: BundleState,
  channel: Channel,
  newest: readonly CompiledVersion[],
) {
  const random = new Random(seed);
  const focuses = [undefined, ...focusesOn(version)];
  const tried: Tried = { name: `${version.kind} ${version.version}`, wrong: [], converted: 0, blocked: 0 };
  for (let draw = 0; draw < OBJECTS * MOST_DRAWS && tried.converted + tried.blocked < OBJECTS; draw++) {
    const object = drawValid(version, random, random.one(focuses));
    if (object) tryObject(object, release, channel, newest, tried);
  }
  return tried;
}

function tryObject(
  object: JsonObject,
  { version: release = NEWEST }: BundleState,
  channel: Channel,
  newest: readonly CompiledVersion[],
  tried: Tried,
): void {
  const report = (law: string, ...objects: unknown[]) =>
    tried.wrong.push(
      [law, object, ...objects].map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join("\n  "),
    );
  const own = convertAll([object], release, channel);
  const there = convertAll(objectsIn(own), NEWEST, channel);
  const obstacles = [...own, ...there].flatMap((each) => each.obstacles);
  if (obstacles.length > 0) {
    tried.blocked++;
    if (obstacles.some(({ kind }) => kind === "both" || kind === "too-large")) report("obstacle", obstacles);
    return;
  }
  tried.converted++;
  const twice = convertAll(objectsIn(there), NEWEST, channel);
  if (!isSame(objectsIn(twice), objectsIn(there))) report("twice", objectsIn(there), objectsIn(twice));
  if (twice.some(({ lost, applied }) => lost.length + applied.length > 0)) report("twice changes nothing", twice);
  const back = convertAll(objectsIn(there), release, channel);
  if (!isSame(objectsIn(back), objectsIn(own))) report("there and back", objectsIn(there), objectsIn(back));
  for (const each of objectsIn(there)) {
    const target = newest.find(
      ({ group, version, kind }) => each.apiVersion === `${group}/${version}` && each.kind === kind,
    );
    if (!target || !isValid(target, each)) report("valid", each);
  }
}

/** Returns how objects of the newest release differ after their conversion to another release and back. */
function wrongOfNewest(
  version: CompiledVersion,
  { version: release = NEWEST }: BundleState,
  channel: Channel,
): string[] {
  const random = new Random(seed + 1);
  const focuses = [undefined, ...focusesOn(version)];
  const drawn = Array.from({ length: OBJECTS }, () => drawValid(version, random, random.one(focuses)));
  return drawn.flatMap((object) => {
    if (!object) return [];
    const own = convertAll([object], NEWEST, channel);
    const there = convertAll(objectsIn(own), release, channel);
    const back = convertAll(objectsIn(there), NEWEST, channel);
    if ([...own, ...there, ...back].some(({ obstacles }) => obstacles.length > 0)) return [];
    const isBack = isSame(objectsIn(back), objectsIn(own));
    return isBack ? [] : [[object, objectsIn(there), objectsIn(back)].map((each) => JSON.stringify(each)).join("\n  ")];
  });
}

withCorpus(history, "upstream/gateway-api/lineage", RELEASES * CHANNELS.length + 1, (test) => {
  const releases = readHistory() ?? [];
  const last = releases.at(-1);
  test("the definitions match the schemas before and after each change", () => {
    assert.ok(last);
    const problems = unmatchedConversions(gatewayConversions(), { releases: releases.slice(0, -1), tree: last });
    assert.equal(
      problems.map((problem) => `${problem.code} ${describeDiagnostic(problem).message}`),
      [],
    );
  });
  for (const release of releases) {
    for (const channel of CHANNELS) {
      test(`objects of ${release.name}, ${channel}`, () => {
        const newest = last ? versionsIn(last, channel) : [];
        const tried = versionsIn(release, channel).map((version) => tryVersion(version, release, channel, newest));
        assert.equal(tried.flatMap(({ wrong }) => wrong).slice(0, 3), []);
        const few = tried.filter(({ converted, blocked }) => converted < FEWEST || converted + blocked < OBJECTS);
        assert.equal(
          few.map(({ name, converted, blocked }) => `${name}: ${converted} converted, ${blocked} blocked`),
          [],
        );
        assert.equal(newest.flatMap((version) => wrongOfNewest(version, release, channel)).slice(0, 3), []);
      });
    }
  }
});

history.run();
