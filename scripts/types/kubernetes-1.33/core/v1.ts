/* The types of k8s.io/api/core/v1 in Kubernetes 1.33 that other APIs embed. Written by `npm run types`. */
import type { EmbeddedObjectMeta, int32, int64, LabelSelector, Quantity } from "../../meta/v1.js";
import type { IntOrString } from "../../util/intstr.js";

export interface AWSElasticBlockStoreVolumeSource {
  fsType?: string;
  partition?: int32;
  readOnly?: boolean;
  volumeID: string;
}
export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAntiAffinity;
}
export interface AppArmorProfile {
  localhostProfile?: string;
  type: string;
}
export interface AzureDiskVolumeSource {
  cachingMode?: string;
  diskName: string;
  diskURI: string;
  /** @default `"ext4"` */
  fsType?: string;
  kind?: string;
  /** @default `false` */
  readOnly?: boolean;
}
export interface AzureFileVolumeSource {
  readOnly?: boolean;
  secretName: string;
  shareName: string;
}
export interface CSIVolumeSource {
  driver: string;
  fsType?: string;
  nodePublishSecretRef?: LocalObjectReference;
  readOnly?: boolean;
  volumeAttributes?: Record<string, string>;
}
export interface Capabilities {
  /** @listType atomic */
  add?: string[];
  /** @listType atomic */
  drop?: string[];
}
export interface CephFSVolumeSource {
  /** @listType atomic */
  monitors: string[];
  path?: string;
  readOnly?: boolean;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  user?: string;
}
export interface CinderVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeID: string;
}
export interface ClientIPConfig {
  timeoutSeconds?: int32;
}
export interface ClusterTrustBundleProjection {
  labelSelector?: LabelSelector;
  name?: string;
  optional?: boolean;
  path: string;
  signerName?: string;
}
/** @mapType atomic */
export interface ConfigMapEnvSource extends LocalObjectReference {
  optional?: boolean;
}
/** @mapType atomic */
export interface ConfigMapKeySelector extends LocalObjectReference {
  key: string;
  optional?: boolean;
}
/** @mapType atomic */
export interface ConfigMapProjection extends LocalObjectReference {
  /** @listType atomic */
  items?: KeyToPath[];
  optional?: boolean;
}
/** @mapType atomic */
export interface ConfigMapVolumeSource extends LocalObjectReference {
  defaultMode?: int32;
  /** @listType atomic */
  items?: KeyToPath[];
  optional?: boolean;
}
export interface Container {
  /** @listType atomic */
  args?: string[];
  /** @listType atomic */
  command?: string[];
  /**
   * @listType map
   * @listMapKey name
   */
  env?: EnvVar[];
  /** @listType atomic */
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: string;
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  /**
   * @listType map
   * @listMapKey containerPort
   * @listMapKey protocol
   */
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  /** @listType atomic */
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  tty?: boolean;
  /**
   * @listType map
   * @listMapKey devicePath
   */
  volumeDevices?: VolumeDevice[];
  /**
   * @listType map
   * @listMapKey mountPath
   */
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}
export interface ContainerPort {
  containerPort: int32;
  hostIP?: string;
  hostPort?: int32;
  name?: string;
  /** @default `"TCP"` */
  protocol?: string;
}
export interface ContainerResizePolicy {
  resourceName: string;
  restartPolicy: string;
}
export interface DownwardAPIProjection {
  /** @listType atomic */
  items?: DownwardAPIVolumeFile[];
}
export interface DownwardAPIVolumeFile {
  fieldRef?: ObjectFieldSelector;
  mode?: int32;
  path: string;
  resourceFieldRef?: ResourceFieldSelector;
}
export interface DownwardAPIVolumeSource {
  defaultMode?: int32;
  /** @listType atomic */
  items?: DownwardAPIVolumeFile[];
}
export interface EmptyDirVolumeSource {
  medium?: string;
  sizeLimit?: Quantity;
}
export interface EnvFromSource {
  configMapRef?: ConfigMapEnvSource;
  prefix?: string;
  secretRef?: SecretEnvSource;
}
export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: EnvVarSource;
}
export interface EnvVarSource {
  configMapKeyRef?: ConfigMapKeySelector;
  fieldRef?: ObjectFieldSelector;
  resourceFieldRef?: ResourceFieldSelector;
  secretKeyRef?: SecretKeySelector;
}
export interface EphemeralContainer extends EphemeralContainerCommon {
  targetContainerName?: string;
}
export interface EphemeralContainerCommon {
  /** @listType atomic */
  args?: string[];
  /** @listType atomic */
  command?: string[];
  /**
   * @listType map
   * @listMapKey name
   */
  env?: EnvVar[];
  /** @listType atomic */
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: string;
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  /**
   * @listType map
   * @listMapKey containerPort
   * @listMapKey protocol
   */
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  /** @listType atomic */
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  tty?: boolean;
  /**
   * @listType map
   * @listMapKey devicePath
   */
  volumeDevices?: VolumeDevice[];
  /**
   * @listType map
   * @listMapKey mountPath
   */
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}
export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}
export interface ExecAction {
  /** @listType atomic */
  command?: string[];
}
export interface FCVolumeSource {
  fsType?: string;
  lun?: int32;
  readOnly?: boolean;
  /** @listType atomic */
  targetWWNs?: string[];
  /** @listType atomic */
  wwids?: string[];
}
export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  options?: Record<string, string>;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}
export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}
export interface GCEPersistentDiskVolumeSource {
  fsType?: string;
  partition?: int32;
  pdName: string;
  readOnly?: boolean;
}
export interface GRPCAction {
  port: int32;
  /** @default `""` */
  service?: string;
}
export interface GitRepoVolumeSource {
  directory?: string;
  repository: string;
  revision?: string;
}
export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}
export interface HTTPGetAction {
  host?: string;
  /** @listType atomic */
  httpHeaders?: HTTPHeader[];
  path?: string;
  port: IntOrString;
  scheme?: string;
}
export interface HTTPHeader {
  name: string;
  value: string;
}
export interface HostAlias {
  /** @listType atomic */
  hostnames?: string[];
  ip: string;
}
export interface HostPathVolumeSource {
  path: string;
  type?: string;
}
export interface ISCSIVolumeSource {
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  fsType?: string;
  initiatorName?: string;
  iqn: string;
  /** @default `"default"` */
  iscsiInterface?: string;
  lun: int32;
  /** @listType atomic */
  portals?: string[];
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  targetPortal: string;
}
export interface ImageVolumeSource {
  pullPolicy?: string;
  reference?: string;
}
export interface KeyToPath {
  key: string;
  mode?: int32;
  path: string;
}
export interface Lifecycle {
  postStart?: LifecycleHandler;
  preStop?: LifecycleHandler;
  stopSignal?: string;
}
export interface LifecycleHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  sleep?: SleepAction;
  tcpSocket?: TCPSocketAction;
}
/** @mapType atomic */
export interface LocalObjectReference {
  /** @default `""` */
  name?: string;
}
export interface NFSVolumeSource {
  path: string;
  readOnly?: boolean;
  server: string;
}
export interface NodeAffinity {
  /** @listType atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}
/** @mapType atomic */
export interface NodeSelector {
  /** @listType atomic */
  nodeSelectorTerms: NodeSelectorTerm[];
}
export interface NodeSelectorRequirement {
  key: string;
  operator: string;
  /** @listType atomic */
  values?: string[];
}
/** @mapType atomic */
export interface NodeSelectorTerm {
  /** @listType atomic */
  matchExpressions?: NodeSelectorRequirement[];
  /** @listType atomic */
  matchFields?: NodeSelectorRequirement[];
}
/** @mapType atomic */
export interface ObjectFieldSelector {
  apiVersion?: string;
  fieldPath: string;
}
/** @mapType atomic */
export interface ObjectReference {
  apiVersion?: string;
  fieldPath?: string;
  kind?: string;
  name?: string;
  namespace?: string;
  resourceVersion?: string;
  uid?: string;
}
export interface PersistentVolumeClaimSpec {
  /** @listType atomic */
  accessModes?: string[];
  dataSource?: TypedLocalObjectReference;
  dataSourceRef?: TypedObjectReference;
  resources?: VolumeResourceRequirements;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}
export interface PersistentVolumeClaimTemplate {
  metadata?: EmbeddedObjectMeta;
  spec: PersistentVolumeClaimSpec;
}
export interface PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean;
}
export interface PhotonPersistentDiskVolumeSource {
  fsType?: string;
  pdID: string;
}
export interface PodAffinity {
  /** @listType atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  /** @listType atomic */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}
export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  /** @listType atomic */
  matchLabelKeys?: string[];
  /** @listType atomic */
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  /** @listType atomic */
  namespaces?: string[];
  topologyKey: string;
}
export interface PodAntiAffinity {
  /** @listType atomic */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  /** @listType atomic */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}
export interface PodDNSConfig {
  /** @listType atomic */
  nameservers?: string[];
  /** @listType atomic */
  options?: PodDNSConfigOption[];
  /** @listType atomic */
  searches?: string[];
}
export interface PodDNSConfigOption {
  name?: string;
  value?: string;
}
export interface PodOS {
  name: string;
}
export interface PodReadinessGate {
  conditionType: string;
}
export interface PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}
export interface PodSchedulingGate {
  name: string;
}
export interface PodSecurityContext {
  appArmorProfile?: AppArmorProfile;
  fsGroup?: int64;
  fsGroupChangePolicy?: string;
  runAsGroup?: int64;
  runAsNonRoot?: boolean;
  runAsUser?: int64;
  seLinuxChangePolicy?: string;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  /** @listType atomic */
  supplementalGroups?: int64[];
  supplementalGroupsPolicy?: string;
  /** @listType atomic */
  sysctls?: Sysctl[];
  windowsOptions?: WindowsSecurityContextOptions;
}
export interface PodSpec {
  activeDeadlineSeconds?: int64;
  affinity?: Affinity;
  automountServiceAccountToken?: boolean;
  /**
   * @listType map
   * @listMapKey name
   */
  containers: Container[];
  dnsConfig?: PodDNSConfig;
  dnsPolicy?: string;
  enableServiceLinks?: boolean;
  /**
   * @listType map
   * @listMapKey name
   */
  ephemeralContainers?: EphemeralContainer[];
  /**
   * @listType map
   * @listMapKey ip
   */
  hostAliases?: HostAlias[];
  hostIPC?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostUsers?: boolean;
  hostname?: string;
  /**
   * @listType map
   * @listMapKey name
   */
  imagePullSecrets?: LocalObjectReference[];
  /**
   * @listType map
   * @listMapKey name
   */
  initContainers?: Container[];
  nodeName?: string;
  /** @mapType atomic */
  nodeSelector?: Record<string, string>;
  os?: PodOS;
  overhead?: ResourceList;
  preemptionPolicy?: string;
  priority?: int32;
  priorityClassName?: string;
  /** @listType atomic */
  readinessGates?: PodReadinessGate[];
  /**
   * @listType map
   * @listMapKey name
   */
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  runtimeClassName?: string;
  schedulerName?: string;
  /**
   * @listType map
   * @listMapKey name
   */
  schedulingGates?: PodSchedulingGate[];
  securityContext?: PodSecurityContext;
  serviceAccount?: string;
  serviceAccountName?: string;
  setHostnameAsFQDN?: boolean;
  shareProcessNamespace?: boolean;
  subdomain?: string;
  terminationGracePeriodSeconds?: int64;
  /** @listType atomic */
  tolerations?: Toleration[];
  /**
   * @listType map
   * @listMapKey topologyKey
   * @listMapKey whenUnsatisfiable
   */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /**
   * @listType map
   * @listMapKey name
   */
  volumes?: Volume[];
}
export interface PodTemplateSpec {
  metadata?: EmbeddedObjectMeta;
  spec?: PodSpec;
}
export interface PortworxVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  volumeID: string;
}
export interface PreferredSchedulingTerm {
  preference: NodeSelectorTerm;
  weight: int32;
}
export interface Probe extends ProbeHandler {
  failureThreshold?: int32;
  initialDelaySeconds?: int32;
  periodSeconds?: int32;
  successThreshold?: int32;
  terminationGracePeriodSeconds?: int64;
  timeoutSeconds?: int32;
}
export interface ProbeHandler {
  exec?: ExecAction;
  grpc?: GRPCAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
}
export interface ProjectedVolumeSource {
  defaultMode?: int32;
  /** @listType atomic */
  sources?: VolumeProjection[];
}
export interface QuobyteVolumeSource {
  group?: string;
  readOnly?: boolean;
  registry: string;
  tenant?: string;
  user?: string;
  volume: string;
}
export interface RBDVolumeSource {
  fsType?: string;
  image: string;
  /** @default `"/etc/ceph/keyring"` */
  keyring?: string;
  /** @listType atomic */
  monitors: string[];
  /** @default `"rbd"` */
  pool?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  /** @default `"admin"` */
  user?: string;
}
export interface ResourceClaim {
  name: string;
  request?: string;
}
/** @mapType atomic */
export interface ResourceFieldSelector {
  containerName?: string;
  divisor?: Quantity;
  resource: string;
}
export type ResourceList = Record<string, Quantity>;
export interface ResourceRequirements {
  /**
   * @listType map
   * @listMapKey name
   */
  claims?: ResourceClaim[];
  limits?: ResourceList;
  requests?: ResourceList;
}
export interface SELinuxOptions {
  level?: string;
  role?: string;
  type?: string;
  user?: string;
}
export interface ScaleIOVolumeSource {
  /** @default `"xfs"` */
  fsType?: string;
  gateway: string;
  protectionDomain?: string;
  readOnly?: boolean;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  /** @default `"ThinProvisioned"` */
  storageMode?: string;
  storagePool?: string;
  system: string;
  volumeName?: string;
}
export interface SeccompProfile {
  localhostProfile?: string;
  type: string;
}
/** @mapType atomic */
export interface SecretEnvSource extends LocalObjectReference {
  optional?: boolean;
}
/** @mapType atomic */
export interface SecretKeySelector extends LocalObjectReference {
  key: string;
  optional?: boolean;
}
/** @mapType atomic */
export interface SecretProjection extends LocalObjectReference {
  /** @listType atomic */
  items?: KeyToPath[];
  optional?: boolean;
}
/** @mapType atomic */
export interface SecretReference {
  name?: string;
  namespace?: string;
}
export interface SecretVolumeSource {
  defaultMode?: int32;
  /** @listType atomic */
  items?: KeyToPath[];
  optional?: boolean;
  secretName?: string;
}
export interface SecurityContext {
  allowPrivilegeEscalation?: boolean;
  appArmorProfile?: AppArmorProfile;
  capabilities?: Capabilities;
  privileged?: boolean;
  procMount?: string;
  readOnlyRootFilesystem?: boolean;
  runAsGroup?: int64;
  runAsNonRoot?: boolean;
  runAsUser?: int64;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  windowsOptions?: WindowsSecurityContextOptions;
}
export interface ServiceAccountTokenProjection {
  audience?: string;
  expirationSeconds?: int64;
  path: string;
}
export interface ServicePort {
  appProtocol?: string;
  name?: string;
  nodePort?: int32;
  port: int32;
  /** @default `"TCP"` */
  protocol?: string;
  targetPort?: IntOrString;
}
export interface ServiceSpec {
  allocateLoadBalancerNodePorts?: boolean;
  clusterIP?: string;
  /** @listType atomic */
  clusterIPs?: string[];
  /** @listType atomic */
  externalIPs?: string[];
  externalName?: string;
  externalTrafficPolicy?: string;
  healthCheckNodePort?: int32;
  internalTrafficPolicy?: string;
  /** @listType atomic */
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  loadBalancerClass?: string;
  loadBalancerIP?: string;
  /** @listType atomic */
  loadBalancerSourceRanges?: string[];
  /**
   * @listType map
   * @listMapKey port
   * @listMapKey protocol
   */
  ports?: ServicePort[];
  publishNotReadyAddresses?: boolean;
  /** @mapType atomic */
  selector?: Record<string, string>;
  sessionAffinity?: string;
  sessionAffinityConfig?: SessionAffinityConfig;
  trafficDistribution?: string;
  type?: string;
}
export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig;
}
export interface SleepAction {
  seconds: int64;
}
export interface StorageOSVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeName?: string;
  volumeNamespace?: string;
}
export interface Sysctl {
  name: string;
  value: string;
}
export interface TCPSocketAction {
  host?: string;
  port: IntOrString;
}
export interface Toleration {
  effect?: string;
  key?: string;
  operator?: string;
  tolerationSeconds?: int64;
  value?: string;
}
export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector;
  /** @listType atomic */
  matchLabelKeys?: string[];
  maxSkew: int32;
  minDomains?: int32;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  topologyKey: string;
  whenUnsatisfiable: string;
}
/** @mapType atomic */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}
export interface TypedObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}
export interface Volume extends VolumeSource {
  name: string;
}
export interface VolumeDevice {
  devicePath: string;
  name: string;
}
export interface VolumeMount {
  mountPath: string;
  mountPropagation?: string;
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
}
export interface VolumeProjection {
  clusterTrustBundle?: ClusterTrustBundleProjection;
  configMap?: ConfigMapProjection;
  downwardAPI?: DownwardAPIProjection;
  secret?: SecretProjection;
  serviceAccountToken?: ServiceAccountTokenProjection;
}
export interface VolumeResourceRequirements {
  limits?: ResourceList;
  requests?: ResourceList;
}
export interface VolumeSource {
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  azureFile?: AzureFileVolumeSource;
  cephfs?: CephFSVolumeSource;
  cinder?: CinderVolumeSource;
  configMap?: ConfigMapVolumeSource;
  csi?: CSIVolumeSource;
  downwardAPI?: DownwardAPIVolumeSource;
  emptyDir?: EmptyDirVolumeSource;
  ephemeral?: EphemeralVolumeSource;
  fc?: FCVolumeSource;
  flexVolume?: FlexVolumeSource;
  flocker?: FlockerVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  hostPath?: HostPathVolumeSource;
  image?: ImageVolumeSource;
  iscsi?: ISCSIVolumeSource;
  nfs?: NFSVolumeSource;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  projected?: ProjectedVolumeSource;
  quobyte?: QuobyteVolumeSource;
  rbd?: RBDVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  secret?: SecretVolumeSource;
  storageos?: StorageOSVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
}
export interface VsphereVirtualDiskVolumeSource {
  fsType?: string;
  storagePolicyID?: string;
  storagePolicyName?: string;
  volumePath: string;
}
export interface WeightedPodAffinityTerm {
  podAffinityTerm: PodAffinityTerm;
  weight: int32;
}
export interface WindowsSecurityContextOptions {
  gmsaCredentialSpec?: string;
  gmsaCredentialSpecName?: string;
  hostProcess?: boolean;
  runAsUserName?: string;
}
