/**
 * Prints the objects with which a cluster migrates the objects of a bundle by itself: an Indexed Job, whose pods rewrite
 * the objects of one shard each, with the smallest role for it. The pod with the last index waits for the others, and
 * removes the former stored versions.
 */
import { createHash } from "node:crypto";
import { CONVERSIONS } from "../core/bundle-layout.js";
import type { Channel } from "../core/model/channel.js";
import { compareStrings } from "../core/model/diagnostic.js";
import type { Json, JsonObject } from "../core/model/json.js";
import type { Version } from "../core/model/release-version.js";
import type { Reading } from "../core/result.js";
import { formerVersions } from "./bridge.js";
import { accessVersion, type LiveCrd, type Resource, resourceOf } from "./live-crd.js";
import { completionsOf } from "./shard.js";
import { printShardPlan, SHARD_PLAN } from "./shard-plan.js";
import { type StampKeys, stampDomain } from "./target-bundle.js";

export interface MigrationJob {
  /** The bundle after which the Job is named. */
  readonly bundle: { readonly keys: StampKeys; readonly version: Version; readonly channel: Channel };
  /** Channel of the form that the objects get. */
  readonly channel: Channel;
  /** The CRDs in the cluster. */
  readonly crds: readonly LiveCrd[];
  /** Content of `conversions.json`. */
  readonly conversions: string;
  /** Image that contains Node and this tool. */
  readonly image: string;
  readonly namespace: string;
  readonly shards: number;
  /** Further options of the pods' command line. */
  readonly options: readonly string[];
}

/** Directory of the ConfigMap in the pods. */
const DIRECTORY = "/etc/crd-bundle";
/** Limit of the values of a ConfigMap in bytes. Source: kubernetes/kubernetes pkg/apis/core/types.go, MaxSecretSize. */
const CONFIG_MAP_LIMIT = 2 ** 20;
/** Most shards of a Job. Each lists all objects, so with many more, lists would take longer than rewriting. */
export const MOST_SHARDS = 32;

/** Returns the objects in the order in which they are applied. */
export function migrationJob(job: MigrationJob): Reading<readonly JsonObject[]> {
  const name = jobName(job.bundle);
  const data = filesFor(job, name);
  const size = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > CONFIG_MAP_LIMIT) return { problem: `${size} bytes, of which a ConfigMap can have ${CONFIG_MAP_LIMIT}` };
  return { value: [...accountOf(job, name), ...rolesOf(job, name), ...workOf(job, name, data)] };
}

/**
 * Returns the name of the Job. The name of its last pod is a hostname, which has at most 63 characters. Source:
 * kubernetes/kubernetes pkg/apis/batch/validation, ValidateJob.
 */
export function jobName({ keys, version, channel }: MigrationJob["bundle"]): string {
  const limit = 63 - `-${MOST_SHARDS}`.length;
  const name = `migrate-${stampDomain(keys)}-${version}-${channel}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  if (name.length <= limit) return name;
  const digest = digestOf(name);
  return `${name.slice(0, limit - digest.length - 1).replace(/-+$/, "")}-${digest}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function filesFor({ bundle, channel, namespace, shards, crds, conversions }: MigrationJob, name: string) {
  const planned = crds.map(({ crd, uid, generation }) => ({ name: crd.metadata.name, uid, generation }));
  const plan = { version: bundle.version, channel, job: { namespace, name }, shards, crds: planned };
  return { [SHARD_PLAN]: printShardPlan(plan), [CONVERSIONS]: conversions };
}

const RBAC = "rbac.authorization.k8s.io";

function accountOf({ namespace }: MigrationJob, name: string): JsonObject[] {
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
  ];
}

/** Returns the roles. Jobs for the same bundle in several namespaces have cluster roles of their own. */
function rolesOf({ namespace, crds }: MigrationJob, name: string): JsonObject[] {
  const ownJob = { apiGroups: ["batch"], resources: ["jobs"], resourceNames: [name], verbs: ["get"] };
  return [
    ...roleWith("ClusterRole", { name: `${namespace}:${name}` }, clusterRules(crds), { name, namespace }),
    ...roleWith("Role", { name, namespace }, [ownJob], { name, namespace }),
  ];
}

/** Returns a role and its binding to a service account. */
function roleWith(kind: "ClusterRole" | "Role", metadata: JsonObject, rules: readonly Json[], account: JsonObject) {
  const apiVersion = `${RBAC}/v1`;
  const roleRef = { apiGroup: RBAC, kind, name: metadata.name ?? "" };
  const subjects = [{ kind: "ServiceAccount", ...account }];
  return [
    { apiVersion, kind, metadata, rules },
    { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects },
  ];
}

/**
 * Returns what the pods do: read the CRDs, list and rewrite their objects, read an object again that someone else has
 * changed, and remove the former stored versions of those CRDs that have any.
 */
function clusterRules(crds: readonly LiveCrd[]): JsonObject[] {
  const apiGroups = ["apiextensions.k8s.io"];
  const names = crds.map(({ crd }) => crd.metadata.name);
  const settled = crds.filter((live) => formerVersions(live).length > 0).map(({ crd }) => crd.metadata.name);
  const read = { apiGroups, resources: ["customresourcedefinitions"], resourceNames: names, verbs: ["get"] };
  const status = ["customresourcedefinitions/status"];
  const settle = { apiGroups, resources: status, resourceNames: settled, verbs: ["patch"] };
  return [read, ...(settled.length > 0 ? [settle] : []), ...objectRules(crds)];
}

function objectRules(crds: readonly LiveCrd[]): JsonObject[] {
  const byGroup = new Map<string, Resource[]>();
  for (const live of crds) {
    const resource = resourceOf(live, accessVersion(live) ?? "");
    byGroup.set(resource.group, [...(byGroup.get(resource.group) ?? []), resource]);
  }
  return [...byGroup]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([group, resources]) => {
      const statuses = resources.filter(({ hasStatus }) => hasStatus).map(({ plural }) => `${plural}/status`);
      const objects = { resources: resources.map(({ plural }) => plural), verbs: ["get", "list", "update"] };
      const rules = [objects, ...(statuses.length > 0 ? [{ resources: statuses, verbs: ["update"] }] : [])];
      return rules.map((rule) => ({ apiGroups: [group], ...rule }));
    });
}

/**
 * Returns the Job and its ConfigMap. Its name contains a digest of its content, so a Job never continues with another
 * content: the API server rejects a change of the template of a Job.
 */
function workOf(job: MigrationJob, name: string, data: Readonly<Record<string, string>>): JsonObject[] {
  const { namespace, shards } = job;
  const configMap = `${name}-${digestOf(JSON.stringify(data))}`;
  return [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: configMap, namespace }, immutable: true, data },
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name, namespace },
      spec: {
        completionMode: "Indexed",
        completions: completionsOf(shards),
        // The pod that waits must not occupy the only place: the one of its shard could not be started again.
        parallelism: Math.max(2, shards),
        backoffLimitPerIndex: 2,
        // The eviction of a pod, as by a drained node, is not a failure.
        podFailurePolicy: {
          rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }],
        },
        template: { spec: podSpec(job, name, configMap) },
      },
    },
  ];
}

/** Returns the pod, which conforms to the Pod Security Standard "restricted". It writes no files. */
function podSpec({ image, options }: MigrationJob, name: string, configMap: string): JsonObject {
  return {
    serviceAccountName: name,
    restartPolicy: "Never", // required with backoffLimitPerIndex
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "migrate",
        image,
        // The kubelet replaces the variable, which the Job controller adds to the environment.
        command: [
          ...["crd-bundle", "cluster", "migrate"],
          ...["--job", DIRECTORY, "--shard", "$(JOB_COMPLETION_INDEX)", ...options],
        ],
        env: [
          { name: "CRD_BUNDLE_NO_CACHE", value: "1" },
          { name: "NODE_OPTIONS", value: "--max-old-space-size=160" },
        ],
        resources: { requests: { cpu: "250m", memory: "300Mi" }, limits: { memory: "300Mi" } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        terminationMessagePolicy: "FallbackToLogsOnError",
        volumeMounts: [{ name: "migration", mountPath: DIRECTORY, readOnly: true }],
      },
    ],
    volumes: [{ name: "migration", configMap: { name: configMap } }],
  };
}
