import type {
  Affinity,
  ConfigMapKeySelector,
  EnvVar,
  LocalObjectReference,
  ObjectReference,
  PodSecurityContext,
  PodTemplateSpec,
  ResourceList,
  ResourceRequirements,
  SecretKeySelector,
  SecretReference,
  ServiceSpec,
  Toleration,
} from "crd-bundle/core/v1";
import type { Condition, int32, LabelSelector, ObjectMeta } from "crd-bundle/meta/v1";
import type { IntOrString } from "crd-bundle/util/intstr";

/** Deployment with a canary, in the shape of Argo Rollouts. */
export interface Rollout {
  apiVersion: "example.dev/v1";
  kind: "Rollout";
  metadata: ObjectMeta;
  /** Desired state of the rollout. */
  spec: {
    /** Number of pods. */
    replicas?: int32;
    /** Labels of the pods. */
    selector?: LabelSelector;
    /** Pods to create. */
    template?: PodTemplateSpec;
    /** Canary of each update. */
    canary?: {
      /** Additional pods. */
      maxSurge?: IntOrString;
      /** Missing pods. */
      maxUnavailable?: IntOrString;
      /** Service of the canary. */
      service?: ServiceSpec;
      /** Variables of the analysis. */
      analysis?: EnvVar[];
      /** Resources of the analysis. */
      resources?: ResourceRequirements;
    };
  };
  /** Current state of the rollout. */
  status?: {
    /** Current conditions. */
    conditions?: Condition[];
    /** Workload that the rollout replaces. */
    workload?: ObjectReference;
  };
}

/** Source of certificates, in the shape of cert-manager. */
export interface Issuer {
  apiVersion: "example.dev/v1";
  kind: "Issuer";
  metadata: ObjectMeta;
  /** Desired state of the issuer. */
  spec: {
    /** Token for requests. */
    token: SecretKeySelector;
    /** ID of the client. */
    clientID?: SecretKeySelector;
    /** Secret with the key of the CA. */
    ca?: SecretReference;
    /** Certificates to trust. */
    bundle?: ConfigMapKeySelector;
    /** Pods that solve challenges. */
    podTemplate?: {
      /** Labels of the nodes. */
      nodeSelector?: Record<string, string>;
      /** Rules for the nodes. */
      affinity?: Affinity;
      /** Taints that the pods tolerate. */
      tolerations?: Toleration[];
      /** Priority of the pods. */
      priorityClassName?: string;
      /** Identity of the pods. */
      serviceAccountName?: string;
      /** Secrets for registries. */
      imagePullSecrets?: LocalObjectReference[];
      /** Security settings of the pods. */
      securityContext?: PodSecurityContext;
      /** Resources of each pod. */
      resources?: ResourceList;
    };
  };
}
