/** Tells what is installed in a cluster, and what is wrong with it. */

import { join, resolve } from "node:path";
import { conditionProblem } from "../../cluster/apply-manifest.js";
import { isBridge, storageOf } from "../../cluster/bridge.js";
import { isInstalled } from "../../cluster/compare-crd.js";
import { notInstalled, stateProblems } from "../../cluster/installed-bundle.js";
import { accessVersion, type LiveCrd, listCrdSummaries, readCrds, resourceOf } from "../../cluster/live-crd.js";
import { managersOf } from "../../cluster/managers.js";
import { countObjects } from "../../cluster/object-pages.js";
import {
  annotationsOf,
  type StampKeys,
  stampDomain,
  stampKeys,
  stampOf,
  type TargetBundle,
} from "../../cluster/target-bundle.js";
import { diagnose, inManifest, warning } from "../../core/diagnostics/diagnose.js";
import { type ApiServer, isApiError } from "../../core/model/api-server.js";
import type { ClusterStatus, InstalledBundleStatus, InstalledCrd } from "../../core/model/cluster-status.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import { isJsonArray, isJsonObject, type JsonObject, objectIn } from "../../core/model/json.js";
import { BUNDLE_FILE } from "../../core/project-layout.js";
import { type Result, success } from "../../core/result.js";
import { entryType } from "../../host/files.js";
import type { Context } from "../context.js";
import { fulfill } from "../request.js";
import { type ClusterRequest, withCluster } from "./connect.js";
import { consumerProblem, unfitConsumers } from "./consumers.js";
import { readTarget, type TargetRequest } from "./read-target.js";

export interface StatusRequest extends ClusterRequest, TargetRequest {
  readonly project: string;
  /** Bundle with which the cluster is compared. If unset, that of the project or, without a project, none. */
  readonly bundle?: string;
  /** Files of consumers. If unset, the known consumers of the project. */
  readonly consumers?: readonly string[];
}

export interface FoundStatus extends ClusterStatus {
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the bundles in a cluster. The value contains errors if one of them is not whole. */
export function clusterStatus(request: StatusRequest, context: Context): Promise<Result<FoundStatus>> {
  return fulfill(request, context, async () => {
    const isCompared = request.bundle !== undefined || (await hasBundle(request, context));
    const target = isCompared ? await readTarget(request, context) : undefined;
    if (target && !target.ok) return target;
    return withCluster(request, context, (server) => statusOn(server, target?.value, request, context));
  });
}

async function hasBundle({ project }: StatusRequest, { cwd }: Context): Promise<boolean> {
  const files = [BUNDLE_FILE, join("dist", "bundle.json")].map((file) => entryType(resolve(cwd, project, file)));
  return (await Promise.all(files)).every((type) => type === "file");
}

async function statusOn(
  server: ApiServer,
  target: TargetBundle | undefined,
  request: StatusRequest,
  context: Context,
): Promise<Result<FoundStatus>> {
  const bundles: InstalledBundleStatus[] = [];
  const diagnostics: Diagnostic[] = [];
  const requirements: ClusterStatus["requirements"][number][] = [];
  for (const { keys, names } of await installedBundles(server, target)) {
    const crds = await readCrds(server, names);
    const found = [];
    for (const live of crds.values()) {
      context.progress(`counting the objects of ${live.crd.metadata.name}`);
      found.push(await installedCrd(server, live, keys));
    }
    const policies = await policiesOf(server, keys);
    bundles.push({ domain: stampDomain(keys), crds: found, policies });
    diagnostics.push(...problemsOf(found, [...crds.values()], policies));
    if (target?.keys.bundleVersion === keys.bundleVersion) {
      const isNamed = request.bundle !== undefined;
      diagnostics.push(...comparedWith(target, { crds: found, lives: crds, policies, isNamed }));
    }
    const judged = await unfitConsumers(request, crds, keys, context);
    if (!judged.ok) return judged;
    requirements.push(...judged.value);
  }
  const isEmpty = bundles.every(({ crds }) => crds.length === 0);
  if (isEmpty) {
    const bundle = target ? stampDomain(target.keys) : "any bundle";
    return success({ bundles, requirements: [], diagnostics: [diagnose("cluster-empty", { bundle })] });
  }
  const unfit = requirements.flatMap(({ consumer, problem }) => (problem ? [consumerProblem(consumer, problem)] : []));
  return success({ bundles, requirements, diagnostics: [...diagnostics, ...unfit] });
}

interface NamedBundle {
  readonly keys: StampKeys;
  readonly names: ReadonlySet<string>;
}

/** Returns the bundle to compare with or, without one, all bundles. */
async function installedBundles(server: ApiServer, target: TargetBundle | undefined): Promise<NamedBundle[]> {
  const bundles = new Map<string, { keys: StampKeys; names: Set<string> }>();
  if (target) bundles.set(target.keys.bundleVersion, { keys: target.keys, names: new Set(target.crds.keys()) });
  for (const { name, annotations } of await listCrdSummaries(server)) {
    const keys = stampKeys(annotations);
    if (!keys || (target && keys.bundleVersion !== target.keys.bundleVersion)) continue;
    const bundle = bundles.get(keys.bundleVersion) ?? { keys, names: new Set() };
    bundle.names.add(name);
    bundles.set(keys.bundleVersion, bundle);
  }
  return [...bundles.values()];
}

async function installedCrd(server: ApiServer, live: LiveCrd, keys: StampKeys): Promise<InstalledCrd> {
  const { crd, object } = live;
  const { version, channel } = stampOf(annotationsOf(object), keys);
  const objects = await objectCount(server, live);
  return {
    crd: crd.metadata.name,
    kind: crd.spec.names.kind,
    group: crd.spec.group,
    ...(version && { bundleVersion: version }),
    ...(channel && { channel }),
    served: crd.spec.versions.filter(({ served }) => served).map(({ name }) => name),
    storage: storageOf(object),
    stored: live.storedVersions,
    ...(objects !== undefined && { objects }),
    managers: managersOf(object).map(({ manager, tool }) => ({ ...(manager !== undefined && { manager }), tool })),
    isEstablished: conditionProblem(live) === undefined,
  };
}

async function objectCount(server: ApiServer, live: LiveCrd): Promise<number | undefined> {
  const version = accessVersion(live);
  if (version === undefined) return undefined;
  try {
    return await countObjects(server, resourceOf(live, version));
  } catch (error) {
    if (isApiError(error, 403, 404)) return undefined;
    throw error;
  }
}

const POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";

async function policiesOf(server: ApiServer, keys: StampKeys): Promise<InstalledBundleStatus["policies"]> {
  try {
    const { items } = await server.send({ method: "GET", path: POLICIES });
    const found: readonly JsonObject[] = isJsonArray(items) ? items.filter(isJsonObject) : [];
    return found
      .filter((item) => Object.hasOwn(annotationsOf(item), keys.bundleVersion))
      .map((item) => ({
        name: String(objectIn(item, "metadata").name),
        version: stampOf(annotationsOf(item), keys).version ?? "unknown",
      }));
  } catch (error) {
    if (isApiError(error, 403, 404)) return [];
    throw error;
  }
}

function problemsOf(
  crds: readonly InstalledCrd[],
  lives: readonly LiveCrd[],
  policies: InstalledBundleStatus["policies"],
): Diagnostic[] {
  const stated = crds.filter(({ bundleVersion }) => bundleVersion !== undefined);
  const versions = new Set(stated.map(({ bundleVersion }) => bundleVersion));
  return [
    ...mixture("bundle versions", stated, ({ bundleVersion }) => bundleVersion),
    ...mixture("channels", stated, ({ channel }) => channel),
    ...lives.flatMap(stateProblems),
    ...lives.filter(({ object }) => isBridge(object)).map(bridgeProblem),
    ...policies
      .filter(({ version }) => !versions.has(version))
      .map(({ name, version }) => policyProblem(name, `is of the bundle version ${version}`)),
    ...lives.flatMap((live) => {
      const problem = conditionProblem(live);
      return problem === undefined
        ? []
        : [inManifest(diagnose("cluster-unestablished", { crd: live.crd.metadata.name, problem }))];
    }),
    ...crds.flatMap(({ crd, stored, storage }) => {
      const former = stored.filter((version) => version !== storage);
      if (former.length === 0) return [];
      return [warning(inManifest(diagnose("cluster-stored", { crd, stored: former.join(", "), storage })))];
    }),
  ];
}

function bridgeProblem({ crd }: LiveCrd): Diagnostic {
  const { annotations } = crd.metadata;
  const keys = stampKeys(annotations);
  const { version = "another bundle" } = keys ? stampOf(annotations, keys) : {};
  return inManifest(diagnose("cluster-bridge", { crd: crd.metadata.name, version }));
}

function policyProblem(name: string, problem: string): Diagnostic {
  return warning(inManifest(diagnose("cluster-policy", { name, problem })));
}

function mixture(
  what: string,
  crds: readonly InstalledCrd[],
  stated: (crd: InstalledCrd) => string | undefined,
): Diagnostic[] {
  const byValue = new Map<string, string[]>();
  for (const crd of crds) {
    const value = stated(crd) ?? "none";
    byValue.set(value, [...(byValue.get(value) ?? []), crd.crd]);
  }
  if (byValue.size < 2) return [];
  const found = [...byValue].sort().map(([value, names]) => `${value} (${names.join(", ")})`);
  return [inManifest(diagnose("cluster-mixed", { what, found: found.join(", ") }))];
}

interface InstalledState {
  readonly crds: readonly InstalledCrd[];
  readonly lives: ReadonlyMap<string, LiveCrd>;
  readonly policies: InstalledBundleStatus["policies"];
  /** True if the user has named the bundle. A project, which is the bundle otherwise, is often ahead of a cluster. */
  readonly isNamed: boolean;
}

function comparedWith(target: TargetBundle, { crds, lives, policies, isNamed }: InstalledState): Diagnostic[] {
  const same = crds.filter(
    ({ bundleVersion, channel }) => bundleVersion === target.version && channel === target.channel,
  );
  if (same.length === 0) {
    const problem = isNamed ? notInstalled(target, lives) : undefined;
    return problem ? [problem] : [];
  }
  const bundle = `${target.version} (${target.channel})`;
  const missing = [...target.crds.keys()].filter((name) => !lives.has(name));
  const differing = same.filter(({ crd }) => {
    const [live, wanted] = [lives.get(crd), target.crds.get(crd)];
    return live && wanted && !isBridge(live.object) && !isInstalled(live, wanted);
  });
  const bindings = target.policies.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const names = bindings.map((binding) => String(objectIn(binding, "metadata").name));
  const absent = names.filter((name) => !policies.some((policy) => policy.name === name));
  return [
    ...missing.map((crd) => diagnose("cluster-incomplete", { crd, bundle })),
    ...differing.map(({ crd }) => diagnose("cluster-differs", { crd, bundle })),
    ...absent.map((name) => policyProblem(name, "is not installed")),
  ];
}
