/** Kinds without a CRD: those of the API server, and those that only kubectl reads. */
import { nearest } from "../../core/nearest.js";

/** Kinds by their group, whatever their version is. Source: k8s.io/api v0.37.2. */
const KINDS: Readonly<Record<string, string>> = {
  "":
    "Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume " +
    "PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
  "admissionregistration.k8s.io":
    "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy " +
    "ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration",
  "apiextensions.k8s.io": "CustomResourceDefinition",
  "apiregistration.k8s.io": "APIService",
  apps: "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
  "authentication.k8s.io": "SelfSubjectReview TokenReview",
  "authorization.k8s.io": "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  autoscaling: "HorizontalPodAutoscaler",
  batch: "CronJob Job",
  "certificates.k8s.io": "CertificateSigningRequest ClusterTrustBundle PodCertificateRequest",
  "coordination.k8s.io": "Lease LeaseCandidate",
  "discovery.k8s.io": "EndpointSlice",
  "events.k8s.io": "Event",
  "flowcontrol.apiserver.k8s.io": "FlowSchema PriorityLevelConfiguration",
  "internal.apiserver.k8s.io": "StorageVersion",
  "kustomize.config.k8s.io": "Component Kustomization",
  "lifecycle.k8s.io": "EvictionRequest",
  "networking.k8s.io": "IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR",
  "node.k8s.io": "RuntimeClass",
  policy: "PodDisruptionBudget",
  "rbac.authorization.k8s.io": "ClusterRole ClusterRoleBinding Role RoleBinding",
  "resource.k8s.io":
    "DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourcePoolStatusRequest ResourceSlice",
  "scheduling.k8s.io": "CompositePodGroup PodGroup PriorityClass Workload",
  "storage.k8s.io": "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass",
  "storagemigration.k8s.io": "StorageVersionMigration",
};

const BY_GROUP: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(KINDS).map(([group, kinds]) => [group, kinds.split(" ")]),
);

export function isBuiltin(group: string, kind: string): boolean {
  return BY_GROUP.get(group)?.includes(kind) ?? false;
}

/** Returns the kind of a group whose name is most similar to a name. */
export function nearestBuiltin(group: string, kind: string): string | undefined {
  return nearest(kind, BY_GROUP.get(group) ?? []);
}
