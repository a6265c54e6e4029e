/**
 * Tests that a real server treats CRDs with embedded types of Kubernetes like those that controller-gen prints for the
 * same Go types.
 */
import * as assert from "uvu/assert";
import type { Json } from "../../scripts/core/model/json.js";
import { NEWEST_MINOR, TYPED_MINORS } from "../../scripts/core/model/kubernetes-minor.js";
import { seed } from "../support/drawn.js";
import { Random } from "../support/random.js";
import { builtSamples, printedSample, SAMPLE_KINDS } from "../types/samples.js";
import { ask } from "./ask.js";
import { installCrds } from "./bundle.js";
import type { ObjectRef } from "./client.js";
import { compareCrds } from "./compare-crds.js";
import { serverSuite, withServer } from "./servers.js";

const tests = serverSuite("core types");

const CONTAINER = { name: "web", image: "example.com/web", ports: [{ containerPort: 80 }] };
const LABELS = { app: "web" };
const TOKEN = { name: "token", key: "value" };

/** A spec, and the fields with errors. */
type Case = readonly [kind: string, spec: Json, ...fields: string[]];

const ROLLOUTS: readonly Case[] = [
  rollout({ metadata: { labels: LABELS }, spec: { containers: [CONTAINER] } }),
  rollout({ spec: { containers: [{ ...CONTAINER, resources: { limits: { cpu: "100m", memory: 1024 } } }] } }),
  rollout({ spec: {} }, "spec.template.spec.containers"),
  rollout({ spec: { containers: [{ image: "example.com/web" }] } }, "spec.template.spec.containers[0].name"),
  rollout(
    { spec: { containers: [CONTAINER, CONTAINER] } },
    "spec.template.spec.containers[1]", // a list of type map has each key once
  ),
  rollout(
    { spec: { containers: [{ ...CONTAINER, ports: [{ containerPort: "http" }] }] } },
    "spec.template.spec.containers[0].ports[0].containerPort",
  ),
  rollout(
    { spec: { containers: [{ ...CONTAINER, resources: { limits: { cpu: "much" } } }] } },
    "spec.template.spec.containers[0].resources.limits.cpu",
  ),
];

const ISSUERS: readonly Case[] = [
  ["Issuer", { token: TOKEN }],
  ["Issuer", { token: { key: "value" }, podTemplate: { imagePullSecrets: [{ name: "registry" }] } }],
  ["Issuer", { token: { name: "token" } }, "spec.token.key"],
  ["Issuer", {}, "spec.token"],
  ["Issuer", { token: TOKEN, clientID: { name: "id", key: 1 } }, "spec.clientID.key"],
  [
    "Issuer",
    { token: TOKEN, podTemplate: { tolerations: [{ tolerationSeconds: "1" }] } },
    "spec.podTemplate.tolerations[0].tolerationSeconds",
  ],
];

function rollout(template: Json, ...fields: string[]): Case {
  return ["Rollout", { replicas: 2, selector: { matchLabels: LABELS }, template }, ...fields];
}

for (const minor of [String(TYPED_MINORS[0]), NEWEST_MINOR]) {
  tests(`of ${minor} have the same objects as the types of Go`, () =>
    withServer(async ({ client }) => {
      const built = await builtSamples(minor);
      const pairs = SAMPLE_KINDS.flatMap((kind) => {
        const own = built.get(kind);
        return own ? [{ original: printedSample(kind, minor), built: own }] : [];
      });
      assert.is(pairs.length, SAMPLE_KINDS.length);
      const { objects, accepted, differences } = await compareCrds(client, pairs, new Random(seed));
      assert.equal(differences, []);
      assert.ok(accepted > 0 && accepted < objects, `${accepted} of ${objects} objects are accepted`);
    }),
  );
}

tests("reject the objects that Kubernetes' own kinds would reject", () =>
  withServer(async ({ client }) => {
    const built = await builtSamples(NEWEST_MINOR);
    await installCrds(client, [...built.values()]);
    for (const [kind, spec, ...fields] of [...ROLLOUTS, ...ISSUERS]) {
      const object = { apiVersion: "example.dev/v1", kind, metadata: { name: "sample" }, spec } as ObjectRef;
      assert.equal(await ask(client, { object }), { accepted: fields.length === 0, fields }, JSON.stringify(spec));
    }
  }),
);

tests.run();
