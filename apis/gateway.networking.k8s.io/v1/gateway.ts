import type { int32, ObjectMeta } from "../../meta/v1.js";
import type { Listeners, ListenersStatus, NamespaceSelection } from "./listeners.js";
import type { LocalObjectReference } from "./references.js";
import type { DefaultGatewayScope } from "./routes.js";
import type { AnnotationValue, ObjectName } from "./scalars.js";
import type { GatewayTLSConfig } from "./tls.js";

/**
 * Entry point for traffic: its addresses, its listeners (port, protocol, and hostname), and the routes that may attach
 * to the listeners. The controller of the Gateway's GatewayClass implements the Gateway.
 *
 * @shortName gtw
 * @category gateway-api
 * @storageVersion
 * @printColumn Class string `.spec.gatewayClassName`
 * @printColumn Address string `.status.addresses[*].value`
 * @printColumn Programmed string `.status.conditions[?(@.type=="Programmed")].status`
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface Gateway {
  apiVersion: "gateway.networking.k8s.io/v1";
  kind: "Gateway";
  metadata: ObjectMeta;
  /** Desired state of the Gateway. */
  spec: GatewaySpec;
  /** Current state of the Gateway. */
  status?: GatewayStatus;
}

/** Desired state of a Gateway. */
export interface GatewaySpec {
  /**
   * Name of the GatewayClass whose controller implements the Gateway. If the class does not exist, the Gateway has no
   * effect.
   */
  gatewayClassName: ObjectName;
  /**
   * Listeners of the Gateway: the ports on which it accepts traffic, with their protocols and hostnames. The name of
   * each listener and the combination of port, protocol, and hostname must be unique. ListenerSets that are allowed by
   * `allowedListeners` can add listeners to the Gateway.
   */
  listeners: Listeners;
  /**
   * Addresses that are requested for the Gateway. The assigned addresses are listed in `status.addresses`. A condition
   * of the Gateway reports invalid or unavailable addresses. If omitted, the implementation assigns addresses.
   *
   * @maxItems 16
   * @listType atomic
   *
   * @validation
   * ```
   * self.all(a, a.type != "IPAddress" || !has(a.value)
   *   || self.exists_one(b, b.type == "IPAddress" && has(b.value) && b.value == a.value))
   * ```
   * must not contain the same IP address more than once
   *
   * @validation
   * ```
   * self.all(a, a.type != "Hostname" || !has(a.value)
   *   || self.exists_one(b, b.type == "Hostname" && has(b.value) && b.value == a.value))
   * ```
   * must not contain the same hostname more than once
   */
  addresses?: GatewaySpecAddress[];
  /**
   * Labels, annotations, and parameters for the resources that the implementation creates for this Gateway, such as a
   * Service. If omitted, the Gateway does not specify any labels, annotations, or parameters for these resources.
   */
  infrastructure?: GatewayInfrastructure;
  /** ListenerSets that may add listeners to this Gateway. If omitted, no ListenerSet may add listeners. */
  allowedListeners?: AllowedListeners;
  /**
   * TLS settings for the entire Gateway: how client certificates are validated, and which certificate the Gateway
   * presents to backends. If omitted, clients do not need a certificate, and the Gateway does not present a certificate
   * to backends.
   */
  tls?: GatewayTLSConfig;
  /**
   * Scope for which this Gateway is a default Gateway. Routes that specify the same scope in `useDefaultGateways` can
   * attach to the Gateway without listing it in `parentRefs`. If omitted, this Gateway is not a default Gateway.
   *
   * @experimental
   */
  defaultScope?: DefaultGatewayScope;
}

/**
 * Type of address: `IPAddress`, `Hostname`, `NamedAddress` (deprecated), or an implementation-specific type with a
 * domain prefix, such as `example.com/pool`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^Hostname|IPAddress|NamedAddress|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
 */
export type AddressType = string;

/**
 * Address in the format that its type requires.
 *
 * @validation
 * ```
 * self.type != "Hostname" || !has(self.value)
 *   || self.value.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$")
 * ```
 * if `type` is 'Hostname', `value` must be a lowercase hostname without a port; '*' is allowed only as the first label
 *
 * @schema
 * ```
 * oneOf:
 *   - properties:
 *       type:
 *         enum:
 *           - IPAddress
 *       value:
 *         anyOf:
 *           - format: ipv4
 *           - format: ipv6
 *   - properties:
 *       type:
 *         not:
 *           enum:
 *             - IPAddress
 * ```
 */
export interface GatewayAddress {
  /**
   * Type of the address in `value`: `IPAddress` (IPv4 or IPv6), `Hostname`, or an implementation-specific type with a
   * domain prefix, such as `example.com/pool`. The type `NamedAddress`, for an address that the implementation
   * identifies by name, is deprecated.
   *
   * @default `"IPAddress"`
   */
  type?: AddressType;
  /**
   * Address in the format that `type` requires.
   *
   * @maxLength 253
   */
  value?: string;
}

/** Address that is requested for a Gateway. */
export interface GatewaySpecAddress extends GatewayAddress {
  /**
   * Requested address, in the format that `type` requires. If omitted, the implementation should assign an address of
   * this type. If the implementation does not support this, the Gateway's `Programmed` condition is `False`.
   *
   * @maxLength 253
   */
  value?: string;
}

/** Address that a Gateway has. */
export interface GatewayStatusAddress extends GatewayAddress {
  /**
   * Address at which clients can reach the Gateway, in the format that `type` requires.
   *
   * @minLength 1
   * @maxLength 253
   */
  value: string;
}

/**
 * Label value.
 *
 * @minLength 0
 * @maxLength 63
 * @pattern `^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
 */
export type LabelValue = string;

/**
 * Map whose keys have the format of label and annotation keys: a name with an optional domain prefix.
 *
 * @validation
 * ```
 * self.all(k, k.matches("^([a-z0-9]+((-+|[.])[a-z0-9]+)*[/])?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"))
 * ```
 * keys must have the form 'name' or 'domain/name'; the domain must be lowercase, and the name must consist of at most
 * 63 letters, digits, '-', '_', or '.', and must start and end with a letter or digit
 *
 * @validation `self.all(k, !k.matches("^[^/]{253}"))`
 * the domain in a key must have at most 252 characters
 */
export type QualifiedKeys<V> = Record<string, V>;

/** Labels, annotations, and parameters for the resources that an implementation creates for a Gateway. */
export interface GatewayInfrastructure {
  /**
   * Labels that the implementation should add to the resources that it creates for this Gateway, in addition to any
   * implementation-specific labels. If omitted, only implementation-specific labels are added.
   *
   * @maxProperties 8
   */
  labels?: QualifiedKeys<LabelValue>;
  /**
   * Annotations that the implementation should add to the resources that it creates for this Gateway, in addition to
   * any implementation-specific annotations. If omitted, only implementation-specific annotations are added.
   *
   * @maxProperties 16
   */
  annotations?: QualifiedKeys<AnnotationValue>;
  /**
   * Reference to an object that contains implementation-specific parameters for the Gateway. The controller should not
   * accept the Gateway if the object does not exist, is of an unsupported kind, or contains malformed data. If the
   * GatewayClass also refers to parameters, the merging behavior is implementation-specific. If omitted, only the
   * GatewayClass parameters, if any, apply to the Gateway.
   */
  parametersRef?: LocalObjectReference;
}

/** ListenerSets that may add listeners to a Gateway. */
export interface AllowedListeners {
  /**
   * Namespaces whose ListenerSets may add listeners to the Gateway.
   *
   * @default `{"from": "None"}`
   */
  namespaces?: ListenerNamespaces;
}

/** Namespaces whose ListenerSets may add listeners to a Gateway. */
export interface ListenerNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which ListenerSets may add listeners to the Gateway.
   *
   * @default `"None"`
   */
  from?: FromListenerNamespaces;
}

/** Namespaces from which ListenerSets may add listeners to a Gateway. */
export type FromListenerNamespaces =
  /** All namespaces. */
  | "All"
  /** The namespaces that `selector` selects. */
  | "Selector"
  /** The namespace of the Gateway. */
  | "Same"
  /** No namespace. The Gateway has only the listeners in its spec. */
  | "None";

/** Current state of a Gateway. */
export interface GatewayStatus extends ListenersStatus {
  /**
   * Addresses at which clients can reach the Gateway. These addresses can differ from the addresses in the spec, for
   * example if a requested address cannot be used. If omitted, no addresses are assigned to the Gateway yet.
   *
   * @maxItems 16
   * @listType atomic
   */
  addresses?: GatewayStatusAddress[];
  /** Number of accepted ListenerSets that are attached to this Gateway. If omitted, the number is unknown. */
  attachedListenerSets?: int32;
}
