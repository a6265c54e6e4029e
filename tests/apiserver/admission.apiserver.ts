/**
 * Tests of the admission policy of each channel, for every step from one state of a CRD to another: no CRD, an older,
 * the same or a newer bundle, release candidates, development builds and snapshots, the other channel, CRDs without
 * stamps, and CRDs of foreign groups.
 */
import { join } from "node:path";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import {
  FLOOR,
  foreign,
  isAdmitted,
  NEW_STATES,
  nameOf,
  OLD_STATES,
  probe,
  type Stamps,
  stamped,
} from "../support/admission-steps.js";
import { DIST, readManifest } from "./bundle.js";
import { type Answer, type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("admission");
/** Creates a state while the policy is not installed, and then installs the policy. */
async function prepare(client: ApiClient, policy: readonly ObjectRef[], before: Stamps | undefined): Promise<void> {
  for (const object of [...policy].reverse()) await client.delete(object);
  if (before) expectSuccess(await eventually(() => expectAccepted(client, stamped(before))), "the state before");
  for (const object of policy) expectSuccess(await client.apply(object), object.kind);
  // A policy takes effect a moment after the API server has stored it.
  await eventually(async () => assert.is((await client.apply(probe(), { dryRun: true })).code, 422));
}

async function expectAccepted(client: ApiClient, object: ObjectRef): Promise<Answer> {
  const answer = await client.apply(object);
  assert.is(answer.code < 300, true, JSON.stringify(answer.body));
  return answer;
}

for (const channel of CHANNELS) {
  const policy = readManifest(join(DIST, channel, "admission-policy.yaml"));

  tests(`${channel}: every step of the matrix`, () =>
    withServer(async ({ client }) => {
      for (const before of OLD_STATES) {
        await prepare(client, policy, before);
        const answers = await Promise.all(
          NEW_STATES.map(async (after) => ({ after, ...(await client.apply(stamped(after), { dryRun: true })) })),
        );
        const surprises = answers.filter(({ after, code }) => code < 300 !== isAdmitted(before, after));
        assert.equal(
          surprises.map(
            ({ after, code, body }) => `${nameOf(before)} → ${nameOf(after)}: ${code} ${String(body.message)}`,
          ),
          [],
        );
        assert.ok(answers.some(({ code }) => code < 300) && answers.some(({ code }) => code >= 300));
        if (before === undefined) expectSuccess(await client.apply(foreign(), { dryRun: true }), "a foreign CRD");
      }
    }),
  );

  tests(`${channel}: says what is wrong and what to do`, () =>
    withServer(async ({ client }) => {
      await prepare(client, policy, { channel: "standard", version: "v1.6.1" });
      const messageFor = async (after: Stamps) =>
        String((await client.apply(stamped(after), { dryRun: true })).body.message);
      assert.match(
        await messageFor({ channel: "standard", version: "v1.4.1" }),
        `must be v${FLOOR} or later, not v1.4.1`,
      );
      assert.match(await messageFor({ channel: "standard" }), "must be a bundle version; install");
      assert.match(await messageFor({ version: "v1.6.1" }), "must be 'standard' or 'experimental'");
      assert.match(
        await messageFor({ channel: "experimental", version: "v1.6.1" }),
        "may not replace a CustomResourceDefinition of the standard channel",
      );
    }),
  );

  tests(`${channel}: lets through what installs nothing`, () =>
    withServer(async ({ client }) => {
      const old = { channel: "standard", version: "v1.4.0" } as const;
      await prepare(client, policy, old);
      const crd = stamped(old);
      const labelled = { ...crd, metadata: { ...crd.metadata, labels: { "example.dev/team": "edge" } } } as ObjectRef;
      expectSuccess(await client.apply(labelled, { dryRun: true }), "a label on an old CRD");
      const { spec } = crd as unknown as CustomResourceDefinition;
      const changed = {
        ...crd,
        spec: { ...spec, names: { ...spec.names, shortNames: ["other"] } },
      } as unknown as ObjectRef;
      assert.is((await client.apply(changed, { dryRun: true })).code, 422, "another spec under an old version");
    }),
  );
}

tests.run();
