import type { int32, ObjectMeta } from "crd-bundle/meta/v1";
import type { Listeners, ListenersStatus, NamespaceSelection } from "./listeners.js";
import type { LocalObjectReference } from "./references.js";
import type { DefaultGatewayScope } from "./routes.js";
import type { AnnotationValue, ObjectName } from "./scalars.js";
import type { GatewayTLSConfig } from "./tls.js";

/**
 * Entry point for traffic. A Gateway specifies addresses, listeners (each with a port, a protocol, and optionally a
 * hostname), and the routes that are allowed to attach to the listeners. The GatewayClass of a Gateway determines the
 * controller that manages the Gateway.
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
   * Name of the GatewayClass whose controller manages the Gateway. If this GatewayClass does not exist, the Gateway has
   * no effect.
   */
  gatewayClassName: ObjectName;
  /**
   * Listeners of the Gateway. Each listener specifies a port, a protocol, and optionally a hostname for which the
   * Gateway accepts traffic. Each listener must have a unique name and a unique combination of port, protocol, and
   * hostname. ListenerSets that are allowed by `allowedListeners` can add listeners to the Gateway.
   */
  listeners: Listeners;
  /**
   * Addresses that are requested for the Gateway. The addresses that are actually assigned are listed in
   * `status.addresses`. Conditions in `status.conditions` report requested addresses that are invalid or unavailable.
   * If omitted, the implementation chooses the addresses.
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
   * Labels and annotations for the resources that the implementation creates for this Gateway (such as a Service), and
   * a reference to implementation-specific parameters. If omitted, the Gateway does not add labels or annotations to
   * these resources, and only the parameters of the GatewayClass, if any, apply.
   */
  infrastructure?: GatewayInfrastructure;
  /**
   * ListenerSets that are allowed to add listeners to this Gateway. If omitted, no ListenerSet is allowed to add
   * listeners.
   */
  allowedListeners?: AllowedListeners;
  /**
   * TLS settings that apply to the entire Gateway: the validation of client certificates, and the client certificate
   * that the Gateway presents to backends. If omitted, clients do not need a certificate, and the Gateway does not
   * present a client certificate to backends.
   */
  tls?: GatewayTLSConfig;
  /**
   * Scope for which this Gateway is a default Gateway. Routes with the same scope in their `spec.useDefaultGateways`
   * can attach to this Gateway without listing the Gateway in their `spec.parentRefs`. If omitted, this Gateway is not
   * a default Gateway.
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
 * if `type` is 'Hostname', `value` must be a hostname such as 'example.com' or '*.example.com', in lowercase and without a port
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
   * Type of the address: `IPAddress` (IPv4 or IPv6), `Hostname`, or an implementation-specific type with a domain
   * prefix, such as `example.com/pool`. The type `NamedAddress` (an IP address that is identified by name) is
   * deprecated; use an implementation-specific type instead.
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
   * the type that `type` specifies. If the implementation does not support entries without a value, the Gateway's
   * `Programmed` condition is `False`.
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
 * Map whose keys have the format of label and annotation keys: a name with an optional prefix, which is a DNS
 * subdomain.
 *
 * @validation
 * ```
 * self.all(k, k.matches("^([a-z0-9]+((-+|[.])[a-z0-9]+)*[/])?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"))
 * ```
 * keys must have the form 'name' or 'prefix/name'; the prefix must be a lowercase DNS subdomain, such as 'example.com';
 * the name must have at most 63 characters, must consist of letters, digits, '-', '_', and '.', and must start and end
 * with a letter or digit
 *
 * @validation `self.all(k, !k.matches("^[^/]{253}"))`
 * the prefix before '/' in a key must have at most 252 characters
 */
export type QualifiedKeys<V> = Record<string, V>;

/** Labels, annotations, and parameters for the resources that an implementation creates for a Gateway. */
export interface GatewayInfrastructure {
  /**
   * Labels that the implementation should add to the resources that it creates for this Gateway, in addition to any
   * implementation-specific labels. If omitted, the implementation adds only its own labels, if any.
   *
   * @maxProperties 8
   */
  labels?: QualifiedKeys<LabelValue>;
  /**
   * Annotations that the implementation should add to the resources that it creates for this Gateway, in addition to
   * any implementation-specific annotations. If omitted, the implementation adds only its own annotations, if any.
   *
   * @maxProperties 16
   */
  annotations?: QualifiedKeys<AnnotationValue>;
  /**
   * Reference to an object that contains implementation-specific parameters for the Gateway. The controller should not
   * accept the Gateway if the object does not exist, is of an unsupported kind, or contains malformed data. If the
   * GatewayClass also sets `spec.parametersRef`, the implementation determines how to merge the parameters. If omitted,
   * only the parameters of the GatewayClass, if any, apply to the Gateway.
   */
  parametersRef?: LocalObjectReference;
}

/** ListenerSets that are allowed to add listeners to a Gateway. */
export interface AllowedListeners {
  /**
   * Namespaces whose ListenerSets are allowed to add listeners to the Gateway.
   *
   * @default `{"from": "None"}`
   */
  namespaces?: ListenerNamespaces;
}

/** Namespaces whose ListenerSets are allowed to add listeners to a Gateway. */
export interface ListenerNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which ListenerSets are allowed to add listeners to the Gateway.
   *
   * @default `"None"`
   */
  from?: FromListenerNamespaces;
}

/** Namespaces from which ListenerSets are allowed to add listeners to a Gateway. */
export type FromListenerNamespaces =
  /** All namespaces. */
  | "All"
  /** The namespaces that `selector` selects. */
  | "Selector"
  /** The namespace of the Gateway. */
  | "Same"
  /** No namespace. The Gateway has only the listeners in its `spec.listeners`. */
  | "None";

/** Current state of a Gateway. */
export interface GatewayStatus extends ListenersStatus {
  /**
   * Addresses at which clients can reach the Gateway. These addresses can differ from the requested addresses in
   * `spec.addresses`, for example if a requested address cannot be used. If omitted, no addresses have been assigned to
   * the Gateway yet.
   *
   * @maxItems 16
   * @listType atomic
   */
  addresses?: GatewayStatusAddress[];
  /** Number of accepted ListenerSets that are attached to this Gateway. If omitted, the number is unknown. */
  attachedListenerSets?: int32;
}
