/**
 * A small API in two releases, whose upgrade needs everything: a bridge, a migration with conversions, the deletion of a
 * version, and an admission policy. Each world has a domain of its own, so tests can share a server.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { isJsonObject, type JsonObject, objectIn, sortKeys } from "../../scripts/core/model/json.js";
import { crdBundle, type Run } from "../support/command-line.js";
import { installCrds, refOf, waitForCrds } from "./bundle.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";
import type { ApiServer } from "./server.js";

export interface World {
  readonly server: ApiServer;
  readonly domain: string;
  /** Directory for the files of the world. */
  readonly directory: string;
  readonly before: Release;
  readonly after: Release;
  /** Directory of the newer bundle. */
  readonly bundle: string;
}

export interface Release {
  readonly crds: readonly CustomResourceDefinition[];
  readonly policies: readonly ObjectRef[];
}

const TEXT = { type: "string" };
const READY = { ready: { type: "boolean" } };
const OLD_SPEC = { size: { type: "integer" }, target: TEXT, colors: { type: "object", additionalProperties: TEXT } };
const NEW_SPEC = {
  scale: { type: "object", properties: { size: { type: "integer" } } },
  targets: { type: "array", items: TEXT },
  colors: OLD_SPEC.colors,
};

let worlds = 0;

/** Writes the bundles of a new world. Nothing is installed yet. */
export async function newWorld(server: ApiServer, parent: string): Promise<World> {
  const domain = `w${++worlds}.example.dev`;
  const directory = join(parent, domain);
  const bundle = join(directory, "bundle");
  const world = { server, domain, directory, bundle, before: releaseBefore(domain), after: releaseAfter(domain) };
  await writeBundle(bundle, world.after);
  await writeFile(join(bundle, "conversions.json"), JSON.stringify(conversionsOf(domain)));
  await writeBundle(join(directory, "old"), world.before);
  return world;
}

export async function writeBundle(directory: string, { crds, policies }: Release): Promise<void> {
  await mkdir(join(directory, "standard"), { recursive: true });
  for (const [index, manifest] of [...crds.map(refOf), ...policies].entries()) {
    await writeFile(join(directory, "standard", `${index}.json`), JSON.stringify(manifest));
  }
}

function releaseBefore(domain: string): Release {
  const widget = versionOf("v1alpha2", { spec: OLD_SPEC, status: { count: { type: "integer" } } });
  const gadget = versionOf("v1", { spec: { colour: TEXT }, status: READY });
  return {
    crds: [crdOf(domain, "Widget", "v1.0.0", [widget]), crdOf(domain, "Gadget", "v1.0.0", [gadget])],
    policies: [],
  };
}

function releaseAfter(domain: string): Release {
  const widget = versionOf("v1", { spec: NEW_SPEC, status: { total: { type: "integer" } } });
  const gadget = versionOf("v1", { spec: { color: TEXT }, status: READY });
  const crds = [crdOf(domain, "Widget", "v1.1.0", [widget]), crdOf(domain, "Gadget", "v1.1.0", [gadget])];
  return { crds, policies: policiesOf(domain, "v1.1.0", "[1, 1]") };
}

function versionOf(name: string, fields: { spec: JsonObject; status: JsonObject }): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, { type: "object", properties: value }]),
  );
  const openAPIV3Schema = { type: "object", properties };
  return { name, served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } };
}

function crdOf(
  domain: string,
  kind: string,
  version: string,
  versions: readonly JsonObject[],
): CustomResourceDefinition {
  const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}s`];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${domain}`, annotations: stamp(domain, version) },
    spec: { group: domain, scope: "Namespaced", names: { kind, plural, singular, listKind: `${kind}List` }, versions },
  } as unknown as CustomResourceDefinition;
}

function stamp(domain: string, version: string): JsonObject {
  return { [`${domain}/bundle-version`]: version, [`${domain}/channel`]: "standard" };
}

/** Returns an admission policy that rejects CRDs of the domain below a minor version, and its binding. */
export function policiesOf(domain: string, version: string, floor: string): ObjectRef[] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  const metadata = { name: `safe.${domain}`, annotations: stamp(domain, version) };
  const stated = `object.metadata.annotations["${domain}/bundle-version"].substring(1).split(".")`;
  const resources = ["customresourcedefinitions"];
  const resourceRules = [
    { apiGroups: ["apiextensions.k8s.io"], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources },
  ];
  const policy = {
    apiVersion,
    kind: "ValidatingAdmissionPolicy",
    metadata,
    spec: {
      failurePolicy: "Fail",
      matchConditions: [{ name: "own", expression: `object.spec.group == "${domain}"` }],
      matchConstraints: { resourceRules },
      validations: [{ expression: `int(${stated}[1]) >= ${floor}[1]`, message: "too old", reason: "Invalid" }],
    },
  };
  const binding = {
    apiVersion,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: { policyName: metadata.name, validationActions: ["Deny"] },
  };
  return [policy, binding];
}

function conversionsOf(domain: string): JsonObject {
  const common = { since: "1.1.0" };
  return {
    annotation: `${domain}/conversion-data`,
    conversions: [
      {
        ...common,
        id: "widget-form",
        crd: `widgets.${domain}`,
        kind: "Widget",
        versions: ["v1alpha2"],
        to: { version: "v1" },
        steps: [
          { wrap: { from: ".spec.target", to: ".spec.targets" } },
          { move: { from: ".spec.size", to: ".spec.scale.size" } },
          { move: { from: ".status.count", to: ".status.total" } },
        ],
      },
      {
        ...common,
        id: "gadget-form",
        crd: `gadgets.${domain}`,
        kind: "Gadget",
        steps: [{ move: { from: ".spec.colour", to: ".spec.color" } }],
      },
    ],
  };
}

export const oldWidget = ({ domain }: World, name: string, size = 1): ObjectRef => ({
  apiVersion: `${domain}/v1alpha2`,
  kind: "Widget",
  metadata: { name, namespace: "default" },
  spec: { size, target: `service-${name}`, colors: { [name]: "red" } },
});

const oldGadget = ({ domain }: World, name: string): ObjectRef => ({
  apiVersion: `${domain}/v1`,
  kind: "Gadget",
  metadata: { name, namespace: "default" },
  spec: { colour: `blue-${name}` },
});

/** Installs the older release, with objects: widgets with a status, and a gadget. */
export async function installBefore(world: World, widgets = ["a", "b"]): Promise<void> {
  const { client } = world.server;
  await installCrds(client, world.before.crds);
  for (const [index, name] of widgets.entries()) await createWidget(world, name, index + 1);
  expectSuccess(await client.create(oldGadget(world, "g")), "create a gadget");
}

/** Creates a widget through the older version, with a status. */
export async function createWidget(world: World, name: string, size: number): Promise<void> {
  const { client } = world.server;
  const created = expectSuccess(await client.create(oldWidget(world, name, size)), "create a widget");
  expectSuccess(await client.replaceStatus({ ...created, status: { count: size } } as unknown as ObjectRef), "status");
}

/** Runs a `cluster` command, and checks what must hold for the output of each of them. */
export async function cluster(
  world: World,
  [command = "", ...args]: readonly string[],
  { url, user, secrets = [] }: { url?: string; user?: JsonObject; secrets?: readonly string[] } = {},
): Promise<Run> {
  const kubeconfig = await kubeconfigFor(world, url, user);
  const run = await crdBundle(["cluster", command, "--kubeconfig", kubeconfig, ...args], { cwd: world.directory });
  expectSound(run, [world.server.client.token, ...secrets]);
  return run;
}

/** Checks that a run did not crash, printed nothing that controls a terminal, and revealed no secret. */
export function expectSound({ exitCode, stdout, stderr }: Run, secrets: readonly string[]): void {
  const output = stdout + stderr;
  assert.ok([0, 1, 2].includes(exitCode ?? -1), `exit code ${exitCode}: ${output.slice(0, 3000)}`);
  assert.not.match(output, /[^\P{Cc}\n\t]/u);
  for (const secret of secrets) assert.not.ok(output.includes(secret), "a secret is printed");
}

let kubeconfigs = 0;

/** Writes a kubeconfig for the server of a world into its directory, and returns its path. */
export async function kubeconfigFor(
  { server, directory }: Pick<World, "server" | "directory">,
  url?: string,
  user?: JsonObject,
): Promise<string> {
  const { client, authority } = server;
  const cluster = url === undefined ? { server: client.url, "certificate-authority": authority } : { server: url };
  const path = join(directory, `kubeconfig-${++kubeconfigs}`);
  await writeFile(
    path,
    JSON.stringify({
      "current-context": "c",
      clusters: [{ name: "c", cluster }],
      users: [{ name: "u", user: user ?? { token: client.token } }],
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    }),
  );
  return path;
}

/** Arguments that install the newer release. */
export const install = ({ bundle }: World): string[] => ["install", "--bundle", bundle];

/** Checks that exactly the newer release is installed, and that all objects have its form. */
export async function expectInstalled(world: World, widgets: ReadonlyMap<string, number>): Promise<void> {
  const { client } = world.server;
  for (const crd of world.after.crds) {
    const { spec, status, metadata } = await live(client, crd);
    assert.equal(objectIn({ status: status ?? {} }, "status").storedVersions, ["v1"]);
    assert.equal(sortKeys(withoutDefaults(spec)), sortKeys(withoutDefaults(refOf(crd).spec)), crd.metadata.name);
    assert.is(objectIn(metadata, "annotations")[`${world.domain}/bundle-version`], "v1.1.0");
  }
  for (const policy of world.after.policies) {
    expectSuccess(await client.get(policy), "the admission policy");
  }
  const found = await objectsOf(world, "v1");
  assert.equal(found.get("Gadget/g"), { spec: { color: "blue-g" } });
  assert.equal([...found.keys()].sort(), ["Gadget/g", ...[...widgets.keys()].map((name) => `Widget/${name}`)].sort());
  for (const [name, size] of widgets) assert.equal(found.get(`Widget/${name}`), newContent(name, size));
}

/** Checks that all objects can be read, and that each part of them has all of its content, in the old or the new form. */
export async function expectReadable(world: World, widgets: ReadonlyMap<string, number>): Promise<void> {
  const versions = (await live(world.server.client, world.before.crds[0] as CustomResourceDefinition))
    .spec as JsonObject;
  const served = (versions.versions as unknown as { name: string; served: boolean }[]).filter((each) => each.served);
  assert.ok(served.length > 0);
  for (const { name: version } of served) {
    const found = await objectsOf(world, version);
    assert.ok([{ colour: "blue-g" }, { color: "blue-g" }].some((spec) => isSame({ spec }, found.get("Gadget/g"))));
    assert.is(found.size, widgets.size + 1);
    for (const [name, size] of widgets) {
      const { spec, status } = found.get(`Widget/${name}`) ?? {};
      const [before, after] = [oldContent(name, size), newContent(name, size)];
      assert.ok(isSame(spec, before.spec) || isSame(spec, after.spec), `spec: ${JSON.stringify(spec)}`);
      assert.ok(isSame(status, before.status) || isSame(status, after.status), `status: ${JSON.stringify(status)}`);
    }
  }
}

const oldContent = (name: string, size: number) => ({
  spec: { size, target: `service-${name}`, colors: { [name]: "red" } },
  status: { count: size },
});

const newContent = (name: string, size: number) => ({
  spec: { scale: { size }, targets: [`service-${name}`], colors: { [name]: "red" } },
  status: { total: size },
});

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortKeys((a ?? null) as never)) === JSON.stringify(sortKeys((b ?? null) as never));
}

/** Returns the content of all objects, by kind and name. Widgets are read in the given version. */
export async function objectsOf({ server, domain }: World, version: string): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const [kind, name] of [
    ["Widget", version],
    ["Gadget", "v1"],
  ] as const) {
    const { items } = await eventually(async () =>
      expectSuccess(await server.client.request("GET", `/apis/${domain}/${name}/${kind.toLowerCase()}s`), kind),
    );
    for (const { apiVersion: _, kind: __, metadata, ...content } of items as readonly JsonObject[]) {
      const own = Object.entries(content).filter(([, value]) => isJsonObject(value) && Object.keys(value).length > 0);
      found.set(`${kind}/${String((metadata as JsonObject).name)}`, Object.fromEntries(own));
    }
  }
  return found;
}

export async function live(client: ApiClient, crd: CustomResourceDefinition): Promise<ObjectRef & JsonObject> {
  return expectSuccess(await client.get(refOf(crd)), crd.metadata.name) as ObjectRef;
}

/** Removes what the API server adds to the specification of a CRD. */
function withoutDefaults(spec: unknown): JsonObject {
  const { conversion: _, ...rest } = spec as JsonObject;
  return rest;
}

export { waitForCrds };
