/**
 * Tests of the admission policy of each channel, for every step from one state of a CRD to another: no CRD, an older,
 * the same or a newer bundle, release candidates, development builds and snapshots, the other channel, CRDs without
 * stamps, and CRDs of foreign groups. The expected verdict is computed here with the semver package.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coerce, gte, valid } from "semver";
import * as assert from "uvu/assert";
import { CHANNELS, type Channel } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { ROOT } from "../support/golden.js";
import { bundleOf } from "../support/project.js";
import { crdsOf, DIST, readManifest } from "./bundle.js";
import { type Answer, type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("admission");
const bundle = bundleOf(readFileSync(join(ROOT, "apis/bundle.yaml"), "utf8"));
const FLOOR = bundle.admission?.floor ?? "";

/** The stamps of a CRD. An omitted one is not set. */
interface Stamps {
  readonly channel?: Channel;
  readonly version?: string;
}

const OLD_STATES: readonly (Stamps | undefined)[] = [
  undefined,
  {},
  { channel: "standard", version: "v1.4.0" },
  { channel: "standard", version: "v1.6.1" },
  { channel: "experimental", version: "v1.6.1" },
  { channel: "experimental", version: "v1.7.0-rc.1" },
];

const NEW_VERSIONS = [
  ...[undefined, "", "latest", "1.6.1", "v1.6", "v1.6.1.2", "v01.6.1"],
  ...["v0.9.9", "v1.4.0", "v1.4.99", "v1.5.0", "v1.6.0", "v1.6.1", "v1.6.2", "v1.10.0", "v1.50.0", "v2.0.0", "v10.0.0"],
  ...[
    "v1.4.9-rc.1",
    "v1.5.0-rc.1",
    "v1.7.0-rc.2",
    "v0.0.0-dev",
    "v1.7.0-dev",
    "v1.7.0-snapshot.20261101",
    "v1.6.1+build.5",
  ],
];

const NEW_STATES: readonly Stamps[] = [undefined, ...CHANNELS].flatMap((channel) =>
  NEW_VERSIONS.map((version) => ({ ...(channel && { channel }), ...(version !== undefined && { version }) })),
);

/** Reports whether the policy must allow a step. */
function isAdmitted(before: Stamps | undefined, after: Stamps): boolean {
  const { version = "", channel } = after;
  const isVersion = version.startsWith("v") && valid(version) !== null;
  const release = coerce(version);
  return (
    isVersion &&
    release !== null &&
    gte(release, FLOOR) &&
    channel !== undefined &&
    !(before?.channel === "standard" && channel === "experimental")
  );
}

const [SAMPLE] = crdsOf("standard") as [CustomResourceDefinition];

function stamped({ channel, version }: Stamps): ObjectRef {
  const { annotations } = SAMPLE.metadata;
  const { [bundle.annotations.channel]: _, [bundle.annotations.bundleVersion]: __, ...others } = annotations;
  const stamps = {
    ...(channel !== undefined && { [bundle.annotations.channel]: channel }),
    ...(version !== undefined && { [bundle.annotations.bundleVersion]: version }),
  };
  return { ...SAMPLE, metadata: { ...SAMPLE.metadata, annotations: { ...others, ...stamps } } } as unknown as ObjectRef;
}

/** Returns a CRD whose group is not part of the bundle. */
function foreign(): ObjectRef {
  const text = JSON.stringify({ ...stamped({}), metadata: { name: "things.example.dev" } });
  const crd = JSON.parse(text) as ObjectRef & { spec: { group: string; names: object } };
  const names = { kind: "Thing", listKind: "ThingList", plural: "things", singular: "thing" };
  return { ...crd, spec: { ...crd.spec, group: "example.dev", names } } as ObjectRef;
}

/** Describes stamps. An empty stamp counts as unset. */
function stampsOf({ channel, version }: Stamps): string {
  return `${channel ?? ""} ${version ?? ""}`;
}

function nameOf(stamps: Stamps | undefined): string {
  return stamps ? `${stamps.channel ?? "no channel"} ${stamps.version ?? "no version"}` : "nothing";
}

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

/** Returns a CRD that the policy rejects, regardless of the CRD that exists. */
function probe(): ObjectRef {
  const crd = stamped({});
  const { names, ...spec } = (crd as unknown as CustomResourceDefinition).spec;
  const probing = { kind: "Probe", listKind: "ProbeList", plural: "probes", singular: "probe" };
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `probes.${spec.group}` },
    spec: { ...spec, names: { ...names, ...probing } },
  } as unknown as ObjectRef;
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
        const surprises = answers.filter(({ after, code }) => {
          const isNothingNew = before !== undefined && stampsOf(before) === stampsOf(after);
          return code < 300 !== (isNothingNew || isAdmitted(before, after));
        });
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
