/** The content of a cluster that concerns a bundle, or manifests in its place. */

import { manifestPath } from "../../cluster/apply-manifest.js";
import {
  accessVersion,
  type LiveCrd,
  listCrdSummaries,
  liveCrd,
  readCrds,
  resourceOf,
} from "../../cluster/live-crd.js";
import { objectPages } from "../../cluster/object-pages.js";
import type { ClusterContents } from "../../cluster/plan-install.js";
import { readIfThere } from "../../cluster/read-if-there.js";
import { annotationsOf, nameOf, type TargetBundle } from "../../cluster/target-bundle.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import { type ApiServer, isApiError } from "../../core/model/api-server.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { groupVersion } from "../../core/model/group-version.js";
import type { JsonObject } from "../../core/model/json.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { isCrd, readManifestFiles } from "../manifests.js";

/** Returns what a server has of a bundle: its CRDs, and policies with the same names. */
export async function serverContents(server: ApiServer, target: TargetBundle): Promise<ClusterContents> {
  const found = await Promise.all(target.policies.map((policy) => readPolicy(server, policy)));
  return {
    crds: await installedCrds(server, target),
    policies: found.filter((policy) => policy !== undefined),
    objects: (live) => serverObjects(server, live),
  };
}

/** Returns the CRDs of a server with the names of those of a bundle, and those that state to be of the bundle. */
export async function installedCrds(
  server: ApiServer,
  { crds, keys }: TargetBundle,
): Promise<ReadonlyMap<string, LiveCrd>> {
  const wanted = new Set(crds.keys());
  for (const { name, annotations } of await listCrdSummaries(server)) {
    if (Object.hasOwn(annotations, keys.bundleVersion)) wanted.add(name);
  }
  return readCrds(server, wanted);
}

/** A role that cannot read admission policies cannot install them either, which the dry run reports. */
async function readPolicy(server: ApiServer, policy: JsonObject): Promise<JsonObject | undefined> {
  try {
    return await readIfThere(server, manifestPath(policy));
  } catch (error) {
    if (isApiError(error, 403)) return undefined;
    throw error;
  }
}

async function* serverObjects(server: ApiServer, live: LiveCrd): AsyncGenerator<readonly JsonObject[]> {
  const version = accessVersion(live);
  if (version === undefined) return;
  for await (const { objects } of objectPages(server, resourceOf(live, version))) yield objects;
}

/** Returns the CRDs and the objects in manifests, such as the output of `kubectl get`, as if a server had them. */
export async function manifestContents(
  path: string,
  target: TargetBundle,
  context: Context,
): Promise<Result<ClusterContents>> {
  const { manifests, diagnostics, sources } = await readManifestFiles([path], context);
  if (diagnostics.length > 0) return failure(diagnostics, sources);
  const crds = new Map<string, LiveCrd>();
  const repeated: Diagnostic[] = [];
  const files = new Map<string, string>();
  for (const { value, file, placeOf } of manifests.filter(isCrd)) {
    const live = liveCrd(value);
    if (!live) continue;
    const { name } = live.crd.metadata;
    const isOwn = target.crds.has(name) || Object.hasOwn(annotationsOf(value), target.keys.bundleVersion);
    if (!isOwn) continue;
    const first = files.get(name);
    if (first !== undefined) repeated.push(diagnose("cluster-crd-twice", { crd: name, first }, placeOf([])));
    files.set(name, file);
    crds.set(name, live);
  }
  if (repeated.length > 0) return failure(repeated, sources);
  const byType = new Map<string, JsonObject[]>();
  const others = manifests.filter((manifest) => !isCrd(manifest)).map(({ value }) => value);
  for (const value of others) {
    const key = typeKey(groupVersion(String(value.apiVersion)).group, String(value.kind));
    byType.set(key, [...(byType.get(key) ?? []), value]);
  }
  const policyNames = new Set(target.policies.map(nameOf));
  return success({
    crds,
    policies: others.filter((value) => policyNames.has(nameOf(value))),
    objects: async function* ({ crd: { spec } }) {
      yield byType.get(typeKey(spec.group, spec.names.kind)) ?? [];
    },
  });
}

function typeKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
