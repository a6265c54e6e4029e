/**
 * Tests that a real server treats imported CRDs like the published CRDs from which they come: it accepts them, and it
 * accepts, rejects and completes the same objects of both.
 */
import * as assert from "uvu/assert";
import { buildBack, readLibrary } from "../../scripts/app/import/build-back.js";
import { translate } from "../../scripts/app/import/translate.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import type { Json } from "../../scripts/core/model/json.js";
import { seed } from "../support/drawn.js";
import { publishedCrds } from "../support/published-crds.js";
import { Random } from "../support/random.js";
import { withCorpus } from "../support/shared.js";
import type { ApiClient } from "./client.js";
import { compareCrds, type Pair } from "./compare-crds.js";
import { emptyServer, serverSuite, withServer } from "./servers.js";

const tests = serverSuite("imported CRDs");

/** Number of CRDs of which objects are created. */
const SAMPLE = 15;

/** Imports published CRDs, and returns them with the CRDs to which their types build. */
async function importedPairs(corpus: string): Promise<Pair[]> {
  const library = await readLibrary();
  return publishedCrds(corpus).flatMap((crds) => {
    const { sources, settings } = translate(crds, "published", library);
    const allBuilt = buildBack(sources, settings, library).crds.flatMap((channel) => channel.crds);
    return crds.flatMap(({ crd }) => {
      const original = crd as unknown as CustomResourceDefinition;
      const built = allBuilt.find(({ metadata }) => metadata.name === original.metadata.name);
      return built ? [{ original, built }] : [];
    });
  });
}

const CREATE = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";

/** A pair with the errors of the server about its CRDs. */
interface Judged extends Pair {
  readonly errors: readonly (string | undefined)[];
}

/** Asks the server to create all CRDs, without storing them. */
async function judge(pairs: readonly Pair[]): Promise<Judged[]> {
  const { client } = await emptyServer();
  const judged: Judged[] = [];
  const rest = pairs.values();
  const work = async () => {
    for (const { original, built } of rest) {
      judged.push({ original, built, errors: [await errorOf(client, original), await errorOf(client, built)] });
    }
  };
  await Promise.all([work(), work()]); // more at once can exceed the time limit
  return judged;
}

async function errorOf(client: ApiClient, crd: CustomResourceDefinition): Promise<string | undefined> {
  const request = { type: "application/json", value: crd as unknown as Json } as const;
  const { code, body } = await client.request("POST", CREATE, request);
  if (code !== 201 && code !== 422) throw new Error(`${code} ${String(body.message)}`);
  return code === 201 ? undefined : String(body.message);
}

function draw<Item>(items: readonly Item[], number: number, random: Random): Item[] {
  const rest = [...items];
  return Array.from({ length: number }, () => rest.splice(random.below(rest.length), 1)).flat();
}

withCorpus(tests, "upstream/crds", 2, (test, corpus) => {
  let judged: Promise<Judged[]> | undefined;
  const all = () => {
    judged ??= importedPairs(corpus).then(judge);
    return judged;
  };

  test("are accepted if and only if the published CRDs are", async () => {
    const pairs = await all();
    assert.is(pairs.length, 297, "one of the 298 CRDs cannot be imported");
    const isUnlike = ({ errors: [before, after] }: Judged) => (before === undefined) !== (after === undefined);
    assert.equal(
      pairs.filter(isUnlike).map(({ original, errors }) => [original.metadata.name, ...errors]),
      [],
    );
  });

  test("have the same objects as the published CRDs", () =>
    withServer(async ({ client }) => {
      const random = new Random(seed);
      const accepted = (await all()).filter(({ errors: [before] }) => before === undefined);
      const comparison = await compareCrds(client, draw(accepted, SAMPLE, random), random);
      assert.equal(comparison.differences, []);
      const share = comparison.accepted / comparison.objects;
      assert.ok(share > 0.2 && share < 0.9, `${comparison.accepted} of ${comparison.objects} objects are accepted`);
    }));
});

tests.run();
