/** The content of a cluster that concerns a bundle, or manifests in its place. */
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
import type { StampKeys } from "../../cluster/target-bundle.js";
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { ApiServer } from "../../core/model/api-server.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { groupVersion } from "../../core/model/group-version.js";
import type { JsonObject } from "../../core/model/json.js";
import { failure, type Result, success } from "../../core/result.js";
import type { Context } from "../context.js";
import { isCrd, readManifestFiles } from "../manifests.js";

/** Returns what a server has of a bundle: the CRDs with these names, and those that state to be of the bundle. */
export async function serverContents(
  server: ApiServer,
  names: Iterable<string>,
  keys: StampKeys,
): Promise<ClusterContents> {
  const wanted = new Set(names);
  for (const { name, annotations } of await listCrdSummaries(server)) {
    if (Object.hasOwn(annotations, keys.bundleVersion)) wanted.add(name);
  }
  const crds = await readCrds(server, wanted);
  return { crds, objects: (live) => serverObjects(server, live) };
}

async function* serverObjects(server: ApiServer, live: LiveCrd): AsyncGenerator<readonly JsonObject[]> {
  const version = accessVersion(live);
  if (version === undefined) return;
  for await (const { objects } of objectPages(server, resourceOf(live, version))) yield objects;
}

/** Returns the CRDs and the objects in manifests, such as the output of `kubectl get`, as if a server had them. */
export async function manifestContents(path: string, context: Context): Promise<Result<ClusterContents>> {
  const { manifests, diagnostics, sources } = await readManifestFiles([path], context);
  if (diagnostics.length > 0) return failure(diagnostics, sources);
  const crds = new Map<string, LiveCrd>();
  const repeated: Diagnostic[] = [];
  const files = new Map<string, string>();
  for (const { value, file, placeOf } of manifests.filter(isCrd)) {
    const live = liveCrd(value);
    if (!live) continue;
    const { name } = live.crd.metadata;
    const first = files.get(name);
    if (first !== undefined) repeated.push(diagnose("cluster-crd-twice", { crd: name, first }, placeOf([])));
    files.set(name, file);
    crds.set(name, live);
  }
  if (repeated.length > 0) return failure(repeated, sources);
  const byType = new Map<string, JsonObject[]>();
  for (const { value } of manifests.filter((manifest) => !isCrd(manifest))) {
    const key = typeKey(groupVersion(String(value.apiVersion)).group, String(value.kind));
    byType.set(key, [...(byType.get(key) ?? []), value]);
  }
  return success({
    crds,
    objects: async function* ({ crd: { spec } }) {
      yield byType.get(typeKey(spec.group, spec.names.kind)) ?? [];
    },
  });
}

function typeKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
