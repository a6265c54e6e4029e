/** Tests of rewriting objects: what is lost if a run is interrupted between two of its requests. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ClusterConversions, conversionsTo } from "../../scripts/app/cluster/definitions.js";
import { objectPath, type Resource } from "../../scripts/cluster/live-crd.js";
import { rewriteObjects } from "../../scripts/cluster/rewrite-objects.js";
import { readBundleConversions } from "../../scripts/core/config/conversions.js";
import { type ApiRequest, type ApiServer, ApiUnreachable } from "../../scripts/core/model/api-server.js";
import type { JsonObject } from "../../scripts/core/model/json.js";
import type { Version } from "../../scripts/core/model/release-version.js";
import { CONVERSIONS, GROUP, VERSION, WIDGETS } from "./widgets.js";

const tests = suite("cluster/rewrite-objects");

const RESOURCE: Resource = {
  group: GROUP,
  version: "v1",
  plural: "widgets",
  kind: "Widget",
  isNamespaced: true,
  hasStatus: true,
};

/** API server with one object, that goes away before the nth update. */
class LeavingServer implements ApiServer {
  readonly address = "https://fake";
  updates = 0;

  constructor(
    public object: JsonObject,
    readonly most: number,
  ) {}

  async send({ method, path, body }: ApiRequest): Promise<JsonObject> {
    if (method === "GET") return { items: [this.object], metadata: {} };
    if (this.updates === this.most) throw new ApiUnreachable(this.address, "connection", "ECONNRESET");
    this.updates++;
    const { status, ...content } = body as JsonObject;
    const { status: before, ...rest } = this.object;
    const isStatus = path === `${objectPath(RESOURCE, this.object)}/status`;
    this.object = isStatus
      ? { ...rest, ...(status !== undefined && { status }) }
      : { ...content, ...(before !== undefined && { status: before }) };
    return this.object;
  }
}

/** In each direction, the status loses a part and gets one. */
const DEFINITIONS = {
  annotation: CONVERSIONS.annotation,
  conversions: [
    {
      id: "widget-form",
      since: VERSION,
      crd: WIDGETS,
      kind: "Widget",
      steps: [
        { move: { from: ".spec.colour", to: ".spec.color" } },
        { remove: { path: ".status.state" } },
        { add: { path: ".status.phase" } },
      ],
    },
  ],
};

function conversionsFor(version: string): ClusterConversions {
  const read = readBundleConversions({ path: "conversions.json", text: JSON.stringify(DEFINITIONS) });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return conversionsTo({ version: version as Version, channel: "standard" }, read.value);
}

/** Rewrites the object of a server in the form of a release, until it is done or the server goes away. */
async function rewrite(server: LeavingServer, version: string): Promise<void> {
  const { convert, annotation } = conversionsFor(version);
  const request = { resource: RESOURCE, served: ["v1"], everyObject: false, dryRun: false, concurrency: 1 };
  const problems: unknown[] = [];
  try {
    for await (const page of rewriteObjects(server, { ...request, convert, annotation }, (event) => {
      if (event.about !== "lost") problems.push(event);
    }))
      assert.is(page.failed, 0);
  } catch (error) {
    if (!(error instanceof ApiUnreachable)) throw error;
  }
  assert.equal(problems, []);
}

const OLD: JsonObject = {
  apiVersion: `${GROUP}/v1`,
  kind: "Widget",
  metadata: {
    namespace: "a",
    name: "b",
    resourceVersion: "1",
    managedFields: [],
    annotations: { "example.dev/own": "c" },
  },
  spec: { colour: "red" },
  status: { state: "Ready", count: 1 },
};

const RELEASES = ["1.0.0", VERSION] as const;

tests("an interrupted run loses nothing, in no direction", async () => {
  const server = new LeavingServer(OLD, Number.POSITIVE_INFINITY);
  await rewrite(server, VERSION);
  assert.equal([server.updates, server.object.spec, server.object.status], [3, { color: "red" }, { count: 1 }]);
  const NEW = { ...server.object, status: { count: 1, phase: "Up" } };
  for (const [start, to] of [
    [OLD, VERSION],
    [NEW, "1.0.0"],
  ] as const) {
    const whole = new LeavingServer(start, Number.POSITIVE_INFINITY);
    await rewrite(whole, to);
    assert.is(whole.updates, 3);
    for (let most = 0; most < whole.updates; most++) {
      const leaving = new LeavingServer(start, most);
      await rewrite(leaving, to);
      const back = new LeavingServer(leaving.object, Number.POSITIVE_INFINITY);
      for (const release of most % 2 === 0 ? [to] : [...RELEASES, to]) await rewrite(back, release);
      assert.equal(back.object, whole.object, `after ${most} updates`);
    }
  }
});

tests.run();
