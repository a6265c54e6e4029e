/** Tests of responses that no API server should send: `crd-bundle cluster` does not crash, and ends. */
import * as assert from "uvu/assert";
import { processContext } from "../../scripts/app/process-context.js";
import { installCommand } from "../../scripts/cli/cluster/install.js";
import { migrateCommand } from "../../scripts/cli/cluster/migrate.js";
import { planCommand } from "../../scripts/cli/cluster/plan.js";
import { statusCommand } from "../../scripts/cli/cluster/status.js";
import { isJsonObject, type Json, type JsonObject } from "../../scripts/core/model/json.js";
import { MARKED, toTerminal } from "../../scripts/report/printable.js";
import { inDirectory, type Run } from "../support/command-line.js";
import { expectReadable, expectSound, installBefore, kubeconfigFor, newWorld, type World } from "./cluster-world.js";
import { type Reply, startProxy } from "./fault-proxy.js";
import { serverSuite, worldsServer } from "./servers.js";

const tests = serverSuite("cluster-hostile");

const WIDGETS = new Map([["a", 1]]);
const COMMANDS = {
  status: statusCommand,
  plan: planCommand,
  install: installCommand,
  migrate: migrateCommand,
} as const;
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];
const CONTROLS = "\u001b[2J\r\n::error::x\u202e\u0000";

interface Hostile {
  readonly name: string;
  /** Requests whose responses are changed. */
  readonly of: RegExp;
  readonly change: (reply: Reply) => Reply;
  /** Pattern of the output. */
  readonly says?: RegExp;
  /** Command that does not need the part that is wrong. */
  readonly spares?: string;
}

const CRD = /^\/apis\/apiextensions\.k8s\.io\/v1\/customresourcedefinitions\/widgets/;
const CRDS = /^\/apis\/apiextensions\.k8s\.io\/v1\/customresourcedefinitions\?/;
const OBJECTS = /^\/apis\/w[^/]+\/v1(alpha2)?\/(widgets|gadgets)\?/;
const DISCOVERY = /^\/apis\/w[^/]+\/v1(alpha2)?$/;
const ANY = /^/;

const NOT_A_LIST = /its response is not a list of objects \[cluster-response\]/;
const NOT_KUBERNETES = /its response is not one of the Kubernetes API \[cluster-response\]/;
const NO_END = /its list of objects has no end/;

const changed = (change: (body: JsonObject) => Json) => (reply: Reply) =>
  reply.code === 200 ? { ...reply, body: JSON.stringify(change(JSON.parse(reply.body) as JsonObject)) } : reply;
const text =
  (body: string, code = 200) =>
  (): Reply => ({ code, body });
const metadata = (part: JsonObject) =>
  changed((body) => ({ ...body, metadata: { ...(body.metadata as JsonObject), ...part } }));
const spec = (part: JsonObject) => changed((body) => ({ ...body, spec: { ...(body.spec as JsonObject), ...part } }));

/** Replaces each string that is not a name of the API, and each name of an object. */
function withControls(value: Json, key = ""): Json {
  if (typeof value === "string") return ["message", "name", "manager"].includes(key) ? `${value}${CONTROLS}` : value;
  if (Array.isArray(value)) return (value as Json[]).map((item) => withControls(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withControls(part, name)]));
}

const HOSTILE: readonly Hostile[] = [
  { name: "an array", of: ANY, change: text("[1]"), says: NOT_KUBERNETES },
  { name: "a string", of: ANY, change: text('"x"'), says: NOT_KUBERNETES },
  { name: "HTML", of: ANY, change: text(`<html>${CONTROLS}`), says: NOT_KUBERNETES },
  { name: "an HTML error", of: ANY, change: text(`<html>${CONTROLS}`, 400), says: /the API server rejects GET/ },
  { name: "nothing", of: ANY, change: text("", 204), says: NOT_KUBERNETES },
  { name: "a redirect", of: ANY, change: text("{}", 302) },
  { name: "an empty object", of: ANY, change: text("{}"), says: NOT_A_LIST },
  {
    name: "a deep response",
    of: ANY,
    change: text(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`),
    says: NOT_KUBERNETES,
  },
  { name: "deep objects", of: OBJECTS, change: changed((body) => deepItems(body)), says: NOT_KUBERNETES },
  { name: "a huge message", of: OBJECTS, change: text(JSON.stringify({ message: "x".repeat(100_000) }), 400) },
  { name: "a message with controls", of: OBJECTS, change: text(JSON.stringify({ message: CONTROLS, reason: 3 }), 403) },
  { name: "a message that is an object", of: OBJECTS, change: text('{"message":{},"reason":[]}', 422) },
  { name: "no items", of: OBJECTS, change: changed(({ items: _, ...body }) => body), says: NOT_A_LIST },
  {
    name: "items of another type",
    of: OBJECTS,
    change: changed((body) => ({ ...body, items: [1] })),
    says: NOT_A_LIST,
  },
  { name: "a token that is a number", of: OBJECTS, change: metadata({ continue: 5 }), says: NOT_A_LIST },
  {
    name: "the same token again",
    of: OBJECTS,
    change: (reply) => metadata({ continue: "x" })(okay(reply)),
    says: NO_END,
    spares: "status",
  },
  { name: "CRDs without end", of: CRDS, change: (reply) => metadata({ continue: "x" })(okay(reply)), says: NO_END },
  {
    name: "objects without metadata",
    of: OBJECTS,
    change: changed((body) => ({ ...body, items: [{}, { metadata: 1 }] })),
  },
  { name: "objects with __proto__", of: OBJECTS, change: (reply) => protos(reply) },
  { name: "a CRD without versions", of: CRD, change: spec({ versions: [] }) },
  { name: "a CRD with versions that are none", of: CRD, change: spec({ versions: [1, null, {}] }) },
  {
    name: "a CRD without schemas",
    of: CRD,
    change: spec({ versions: [{ name: "v1alpha2", served: true, storage: true }] }),
  },
  { name: "a CRD with a schema that is none", of: CRD, change: spec({ versions: [oddVersion(3)] }) },
  {
    name: "a CRD with a schema that is wrong",
    of: CRD,
    change: spec({ versions: [oddVersion({ properties: { spec: 3 }, type: [] })] }),
  },
  { name: "a CRD without names", of: CRD, change: spec({ names: { kind: 1 } }) },
  { name: "a CRD without a specification", of: CRD, change: changed(({ spec: _, ...body }) => body) },
  {
    name: "a CRD with an odd status",
    of: CRD,
    change: changed((body) => ({ ...body, status: { conditions: [{}, 1], storedVersions: [3] } })),
  },
  { name: "controls in CRDs", of: CRD, change: changed((body) => withControls(body)) },
  { name: "controls in the list of CRDs", of: CRDS, change: changed((body) => withControls(body)) },
  { name: "controls in objects", of: OBJECTS, change: changed((body) => withControls(body)) },
  { name: "odd discovery", of: DISCOVERY, change: changed((body) => ({ ...body, resources: [1, { name: {} }] })) },
];

function okay(reply: Reply): Reply {
  return reply.code === 410 || reply.code === 400
    ? { ...reply, code: 200, body: '{"items":[{"metadata":{"name":"x"}}]}' }
    : reply;
}

function oddVersion(openAPIV3Schema: Json): JsonObject {
  return { name: "v1alpha2", served: true, storage: true, schema: { openAPIV3Schema } };
}

function deepItems(body: JsonObject): JsonObject {
  let deep: JsonObject = {};
  for (let level = 0; level < 1000; level++) deep = { deep };
  return { ...body, items: [{ metadata: { name: "x" }, spec: deep }] };
}

/** `JSON.parse` creates such keys as any other ones. */
function protos(reply: Reply): Reply {
  return {
    ...reply,
    body: reply.body.replace('"spec":{', '"__proto__":{"x":1},"spec":{"__proto__":{"y":[]},"constructor":1,'),
  };
}

tests("responses that no API server should send", () =>
  inDirectory(async (directory) => {
    const world = await newWorld(await worldsServer(), directory);
    await installBefore(world, [...WIDGETS.keys()]);
    const left = HOSTILE.flatMap((hostile) => NAMES.map((command) => ({ hostile, command })));
    const problems: string[] = [];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const problem = await tryHostile(world, next.hostile, next.command);
        if (problem !== undefined) problems.push(problem);
      }
    };
    await Promise.all([work(), work(), work()]);
    assert.equal(problems, []);
    await expectReadable(world, WIDGETS);
  }),
);

/**
 * Returns what is wrong with a command. Nothing reaches the server that would change it, so the attempts do not depend on
 * each other.
 */
async function tryHostile(world: World, { name, of, change, says, spares }: Hostile, command: Name) {
  let changes = 0;
  const proxy = await startProxy(world.server, {
    before: ({ write }) => (write > 0 ? { code: 403, body: '{"message":"no"}' } : undefined),
    after: ({ path }, reply) => {
      if (!of.test(path)) return undefined;
      changes++;
      return change(reply);
    },
  });
  try {
    const { exitCode, stdout, stderr } = await clusterHere(world, command, proxy.url);
    const output = stdout + stderr;
    assert.not.match(output, /^::|bug in crd-bundle/m, `${command}: ${name}`);
    assert.ok(output.length < 30_000, `${command}: ${name}: ${output.length} characters`);
    if (changes === 0 || !says || command === spares) return undefined;
    assert.match(stderr, says, stderr.slice(0, 1000));
    assert.is(exitCode, 1);
    return undefined;
  } catch (error) {
    return `${command}: ${name}: ${error instanceof Error ? error.message : error}`;
  } finally {
    await proxy.close();
  }
}

/** Runs a command in this process, which is much faster. An exception would be a crash of the tool. */
async function clusterHere(world: World, name: Name, url: string): Promise<Run> {
  const context = processContext({ cwd: world.directory });
  if (!context.ok) throw new Error("there is no context");
  const printed = { out: "", err: "" };
  const to = (stream: keyof typeof printed) => (text: string) => {
    printed[stream] += toTerminal(text, false);
  };
  const streams = { outStyle: MARKED, errStyle: MARKED, out: to("out"), data: to("out"), err: to("err") };
  const kubeconfig = await kubeconfigFor(world, url);
  const request = { project: ".", bundle: world.bundle, kubeconfig, format: "text" } as const;
  const exitCode = await COMMANDS[name](request, { ...context.value, ...streams });
  const run = { exitCode, stdout: printed.out, stderr: printed.err };
  expectSound(run, [world.server.client.token]);
  return run;
}

tests.run();
