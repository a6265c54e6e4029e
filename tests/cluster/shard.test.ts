/** Tests of the pods of a migration Job: which objects are theirs, and when the last pod removes stored versions. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conversionsTo } from "../../scripts/app/cluster/definitions.js";
import { runShard } from "../../scripts/app/cluster/migrate-shard.js";
import type { RunCache } from "../../scripts/app/context.js";
import { processContext } from "../../scripts/app/process-context.js";
import { awaitShards, indexesIn, jobPath, shardOf } from "../../scripts/cluster/shard.js";
import { printShardPlan, readShardPlan, type ShardPlan } from "../../scripts/cluster/shard-plan.js";
import { ApiError, type ApiRequest, type ApiServer } from "../../scripts/core/model/api-server.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import type { Version } from "../../scripts/core/model/release-version.js";
import fc from "../support/drawn.js";
import { asLive, bundleCrds, discovered, GADGETS, VERSION, WIDGETS, widget } from "./widgets.js";

const tests = suite("cluster/shard");

const namespace = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/);

tests("every namespace belongs to exactly one shard", () => {
  fc.assert(
    fc.property(namespace, fc.integer({ min: 1, max: 32 }), (name, shards) => {
      const owners = Array.from({ length: shards }, (_, index) => index).filter(
        (shard) => shardOf(name, shards) === shard,
      );
      assert.is(owners.length, 1);
    }),
  );
});

tests("the shards are about equally large, and do not change between versions of the tool", () => {
  const counts = Array.from({ length: 8 }, () => 0);
  for (let index = 0; index < 1000; index++) {
    const shard = shardOf(`team-${index}`, 8);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  assert.ok(
    counts.every((count) => count > 80 && count < 170),
    counts.join(),
  );
  // printf default | sha256sum: 37a8eec1ce19...
  assert.is(shardOf("default", 1000), 0x37a8eec1ce19 % 1000);
  assert.is(shardOf("", 8), 0);
});

tests("reads the indexes of a Job", () => {
  assert.equal([...indexesIn("1,3-5,7")], [1, 3, 4, 5, 7]);
  assert.equal([...indexesIn("0-1")], [0, 1]);
  assert.equal([...indexesIn("")], []);
  assert.equal([...indexesIn(undefined)], []);
});

const JOB = { namespace: "crd-bundle-system", name: "migrate" };
const PLAN: ShardPlan = {
  version: VERSION as Version,
  channel: "standard",
  job: JOB,
  shards: 3,
  crds: [
    { name: GADGETS, uid: `uid-of-${GADGETS}`, generation: 1 },
    { name: WIDGETS, uid: `uid-of-${WIDGETS}`, generation: 1 },
  ],
};

tests("a plan can be read again, and a part that is wrong is named", () => {
  assert.equal(readShardPlan(printShardPlan(PLAN)), { value: PLAN });
  const problemWith = (change: JsonObject) => {
    const read = readShardPlan(JSON.stringify({ ...JSON.parse(printShardPlan(PLAN)), ...change }));
    return "problem" in read ? read.problem : undefined;
  };
  assert.is(problemWith({}), undefined);
  for (const [part, wrong] of Object.entries({ version: 1, channel: "beta", job: {}, shards: 0, crds: [{}] })) {
    assert.match(problemWith({ [part]: wrong }) ?? "", new RegExp(`^${part} must`));
  }
  assert.equal(readShardPlan("{"), { problem: "it is not a JSON object" });
});

const DISCOVERY = /^\/apis\/example\.dev\/\w+$/;

/** API server with the two CRDs and a Job. `crdAt` returns a CRD as it is when it is read for the nth time. */
class FakeServer implements ApiServer {
  readonly address = "https://fake";
  readonly sent: ApiRequest[] = [];
  /** Namespace that was deleted while it had objects. */
  lostNamespace = "";
  readonly #reads = new Map<string, number>();

  constructor(
    readonly jobs: JsonObject[],
    readonly crdAt: (crd: JsonObject, read: number) => JsonObject = (crd) => asLive(crd, 1, ["v1alpha1", "v1"]),
    readonly objects: readonly JsonObject[] = [],
  ) {}

  async send(request: ApiRequest): Promise<JsonObject> {
    this.sent.push(request);
    const { method, path, body } = request;
    const crd = bundleCrds().find(({ metadata }) => path.includes(`/${String((metadata as JsonObject).name)}`));
    if (path === jobPath(JOB)) return (this.jobs.length > 1 ? this.jobs.shift() : this.jobs[0]) ?? {};
    if (crd && method === "PATCH") return asLive(crd, 1, ["v1"]);
    if (crd && method === "GET") {
      const read = (this.#reads.get(path) ?? 0) + 1;
      this.#reads.set(path, read);
      return this.crdAt(crd, read);
    }
    if (DISCOVERY.test(path)) return discovered();
    if (method === "GET" && path.endsWith("/widgets")) return { items: this.objects };
    if (method === "GET" && path.endsWith("/gadgets")) return { items: [] };
    const isLost = path.includes(`/namespaces/${this.lostNamespace}/`);
    if (method === "GET" && isLost) return this.objects.find((object) => path.endsWith(nameOf(object))) ?? {};
    if (method === "PUT" && path.includes("/widgets/") && !isLost) return body as JsonObject;
    throw new ApiError(request, 404, "NotFound", path);
  }

  writes(): string[] {
    return this.sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  }

  lists(): string[] {
    const paths = this.sent.map(({ path }) => path);
    return paths.filter((path) => path.startsWith("/apis/example.dev/") && !DISCOVERY.test(path));
  }
}

/** Server on which an object is deleted as soon as it was listed. */
class DeletingServer extends FakeServer {
  override send(request: ApiRequest): Promise<JsonObject> {
    if (request.path.includes("/namespaces/")) throw new ApiError(request, 404, "NotFound", "not found");
    return super.send(request);
  }
}

function nameOf({ metadata }: JsonObject): string {
  return `/${String((metadata as JsonObject).name)}`;
}

function jobWith(status: JsonObject, completions = 4): JsonObject {
  return { spec: { completions }, status };
}

const CONVERSIONS = conversionsTo(PLAN, { annotation: "example.dev/conversion-data", conversions: [] });

async function run(server: ApiServer, shard: number, cache?: RunCache) {
  const context = processContext(cache ? { cache } : {});
  if (!context.ok) throw new Error("no context");
  const result = await runShard(server, PLAN, { shard, conversions: CONVERSIONS }, context.value);
  const { diagnostics } = result.ok ? result.value : result;
  return { codes: diagnostics.map(({ code }) => code), crds: result.ok ? result.value.crds : [] };
}

const SETTLED = bundleCrds().map(
  ({ metadata }) =>
    `PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/${String((metadata as JsonObject).name)}/status`,
);

tests("the last pod waits for all shards, and only reads the Job until then", async () => {
  const states = ["", "1", "0-1", "0-2"].map((completedIndexes) => jobWith({ completedIndexes }));
  const server = new FakeServer(states);
  const waits: number[] = [];
  const onWait = (remaining: number) => waits.push(remaining);
  assert.is(await awaitShards(server, JOB, { shards: 3, onWait, poll: 0 }), undefined);
  assert.equal(waits, [3, 2, 1]);
  assert.equal(
    server.sent.map(({ method, path }) => `${method} ${path}`),
    Array.from({ length: 4 }, () => `GET ${jobPath(JOB)}`),
  );
});

tests("the last pod removes the former stored versions when all shards have succeeded", async () => {
  const server = new FakeServer([jobWith({ completedIndexes: "0-2" })]);
  const { codes, crds } = await run(server, 3);
  assert.equal(codes, []);
  assert.equal(
    crds.map(({ removed }) => removed),
    [["v1alpha1"], ["v1alpha1"]],
  );
  assert.equal(server.writes(), SETTLED);
  assert.equal(server.lists(), []);
});

tests("a failed shard, or another Job with the same name, keeps the stored versions", async () => {
  const failed = jobWith({ completedIndexes: "0,2", failedIndexes: "1" });
  for (const job of [
    failed,
    jobWith({ completedIndexes: "0-2", failedIndexes: "1" }),
    jobWith({ completedIndexes: "0-2" }, 9),
  ]) {
    const server = new FakeServer([job]);
    const { codes } = await run(server, 3);
    assert.equal([codes, server.writes()], [["job-unfinished"], []]);
  }
});

tests("a CRD that changes while the last pod waits keeps its stored versions", async () => {
  const server = new FakeServer([jobWith({ completedIndexes: "0-2" })], (crd, read) => {
    const isChanged = read > 1 && (crd.metadata as JsonObject).name === WIDGETS;
    return asLive(crd, isChanged ? 2 : 1, ["v1alpha1", "v1"]);
  });
  const { codes, crds } = await run(server, 3);
  assert.equal(codes, ["job-outdated"]);
  assert.equal(
    crds.map(({ removed }) => removed),
    [["v1alpha1"], []],
  );
  assert.equal(server.writes(), SETTLED.slice(0, 1));
});

tests("no pod works on a CRD that is not the one of the plan", async () => {
  const others = [
    (crd: JsonObject) => asLive(crd, 2, ["v1alpha1", "v1"]),
    (crd: JsonObject) => {
      const live = asLive(crd, 1, ["v1alpha1", "v1"]);
      return { ...live, metadata: { ...(live.metadata as JsonObject), uid: "another" } };
    },
  ];
  for (const crdAt of others) {
    for (const shard of [0, 1, 3]) {
      const server = new FakeServer([jobWith({ completedIndexes: "0-2" })], crdAt, [widget("a", "a")]);
      const { codes } = await run(server, shard);
      assert.equal([codes, server.writes(), server.lists()], [["job-outdated", "job-outdated"], [], []]);
    }
  }
});

tests("each object is written by one shard, which leaves the stored versions", async () => {
  const objects = Array.from({ length: 30 }, (_, index) => widget(`team-${index}`, "a"));
  const written: string[] = [];
  for (let shard = 0; shard < 3; shard++) {
    const server = new FakeServer([], undefined, objects);
    const { codes } = await run(server, shard);
    assert.equal(codes, []);
    assert.is(
      server.lists().some((path) => path.endsWith("/gadgets")),
      shard === 0,
    );
    assert.ok(server.writes().length > 0);
    written.push(...server.writes());
  }
  const expected = objects.map((_, index) => `PUT /apis/example.dev/v1/namespaces/team-${index}/widgets/a`);
  assert.equal(written.sort(), expected.sort());
});

tests("a shard neither uses nor keeps checkpoints, which could be those of another shard", async () => {
  const questions: string[] = [];
  const cache: RunCache = {
    recall: (question) => {
      questions.push(question);
      return undefined;
    },
    keep: (question) => questions.push(question),
    recallData: (question) => questions.push(question),
    keepData: (question) => questions.push(question),
    outside: () => cache,
  };
  const server = new FakeServer([], undefined, [widget("team-1", "a")]);
  assert.equal((await run(server, 0, cache)).codes, []);
  assert.equal(questions, []);
});

tests("an object in a namespace that no longer exists fails the shard, and a deleted one does not", async () => {
  const server = new FakeServer([], undefined, [widget("gone", "a"), widget("team-1", "a")]);
  server.lostNamespace = "gone";
  assert.equal((await run(server, shardOf("gone", PLAN.shards))).codes, [
    "cluster-object-blocked",
    "cluster-migration",
  ]);
  assert.equal((await run(new DeletingServer([], undefined, [widget("gone", "a")]), shardOf("gone", 3))).codes, []);
});

tests.run();
