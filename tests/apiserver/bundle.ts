/** Reads the bundle in `dist/` and installs it on a server. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "../../scripts/core/model/channel.js";
import type { CustomResourceDefinition } from "../../scripts/core/model/crd.js";
import { isJsonObject, type Json } from "../../scripts/core/model/json.js";
import { loadAllYaml } from "../../scripts/core/yaml/yaml.js";
import { ROOT } from "../support/golden.js";
import { type ApiClient, eventually, expectSuccess, type ObjectRef } from "./client.js";

export const DIST = join(ROOT, "dist");

/** Returns the objects in a stream of YAML documents. Errors name the source as `name`. */
export function parseManifest(text: string, name: string): ObjectRef[] {
  const loaded = loadAllYaml(text);
  if ("problem" in loaded) throw new Error(`${name}: ${loaded.problem}`);
  return loaded.value.filter(isJsonObject) as ObjectRef[]; // an empty document is null
}

export function readManifest(path: string): ObjectRef[] {
  return parseManifest(readFileSync(path, "utf8"), path);
}

const read = new Map<Channel, readonly CustomResourceDefinition[]>();

/** Returns the CRDs of a channel, without the other objects of the channel. */
export function crdsOf(channel: Channel): readonly CustomResourceDefinition[] {
  const crds = read.get(channel) ?? readCrds(join(DIST, channel));
  read.set(channel, crds);
  return crds;
}

function readCrds(directory: string): CustomResourceDefinition[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => readManifest(join(directory, name)))
    .filter(({ kind }) => kind === "CustomResourceDefinition")
    .map((object) => object as unknown as CustomResourceDefinition);
}

/** Returns the same CRDs with all versions served. */
export function allServed(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
  return crds.map((crd) => {
    const versions = crd.spec.versions.map((version) => ({ ...version, served: true }));
    return { ...crd, spec: { ...crd.spec, versions } };
  });
}

/** Applies CRDs server-side and waits until the server serves them. */
export async function installCrds(client: ApiClient, crds: readonly CustomResourceDefinition[]): Promise<void> {
  await Promise.all(crds.map(async (crd) => expectSuccess(await client.apply(refOf(crd)), crd.metadata.name)));
  await waitForCrds(client, crds);
}

/** Time in milliseconds within which a server must establish a CRD. A large one takes long on a busy computer. */
const PATIENCE = 90_000;

/**
 * Waits until CRDs are established, none of their conditions reports a problem, and every served version can be listed.
 */
export async function waitForCrds(client: ApiClient, crds: readonly CustomResourceDefinition[]): Promise<void> {
  await Promise.all(
    crds.map(async (crd) => {
      await eventually(() => expectHealthy(client, crd), PATIENCE);
      const { group, names, versions } = crd.spec;
      for (const { name } of versions.filter(({ served }) => served)) {
        // The server may not serve an established CRD for the first requests.
        await eventually(
          async () => expectSuccess(await client.list(`${group}/${name}`, names.kind), names.kind),
          PATIENCE,
        );
      }
    }),
  );
}

/**
 * Checks that a CRD has no conditions except NamesAccepted, Established and, in a protected group, the approval.
 * Schemas that are not structural, missing approvals and CRDs that are being deleted have other conditions.
 */
async function expectHealthy(client: ApiClient, crd: CustomResourceDefinition): Promise<void> {
  const { status } = expectSuccess(await client.get(refOf(crd)), crd.metadata.name);
  const conditions = ((isJsonObject(status) && status.conditions) || []) as readonly { type: string; status: string }[];
  const isProtected = /(^|\.)k(ubernetes|8s)\.io$/.test(crd.spec.group);
  const expected = ["NamesAccepted", "Established", ...(isProtected ? ["KubernetesAPIApprovalPolicyConformant"] : [])];
  const found = conditions.map(({ type, status }) => (status === "True" ? type : `${type} is ${status}`));
  if (found.sort().join() !== expected.sort().join()) {
    throw new Error(`${crd.metadata.name} has the conditions ${found.join(", ")}: ${JSON.stringify(conditions)}`);
  }
}

export function refOf(crd: CustomResourceDefinition): ObjectRef {
  return crd as unknown as Json as ObjectRef;
}
