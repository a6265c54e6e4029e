import type { int32, ObjectMeta } from "../../meta/v1.js";
import type { Listeners, ListenersStatus, NamespaceSelection } from "./listeners.js";
import type { LocalObjectReference } from "./references.js";
import type { DefaultGatewayScope } from "./routes.js";
import type { AnnotationValue, ObjectName } from "./scalars.js";
import type { GatewayTLSConfig } from "./tls.js";

/**
 * An entry point for traffic: its addresses, its listeners (port, protocol, hostname), and the routes that may attach
 * to them. The controller of its GatewayClass implements it.
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
   * Name of the GatewayClass, whose controller implements the Gateway. If the class does not exist, the Gateway has no
   * effect.
   */
  gatewayClassName: ObjectName;
  /**
   * Ports on which the Gateway accepts traffic, with their protocols and hostnames. Names must be unique, and so must
   * combinations of port, protocol and hostname. ListenerSets can add listeners if `allowedListeners` allows them.
   */
  listeners: Listeners;
  /**
   * Addresses that are requested for the Gateway; `status.addresses` lists the addresses that it has. A condition of
   * the Gateway reports requested addresses that are invalid or unavailable. If omitted, the implementation assigns
   * addresses.
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
   * Labels, annotations and parameters for the resources that the implementation creates for this Gateway, such as a
   * Service. If omitted, the Gateway specifies none.
   */
  infrastructure?: GatewayInfrastructure;
  /** ListenerSets that may add listeners to this Gateway. If omitted, none may. */
  allowedListeners?: AllowedListeners;
  /**
   * TLS settings of the whole Gateway: the validation of client certificates, and the certificate that the Gateway
   * presents to backends. If omitted, clients need no certificate, and the Gateway presents none.
   */
  tls?: GatewayTLSConfig;
  /**
   * Scope for which this is a default Gateway. Routes that select the same scope in `useDefaultGateways` can attach to
   * it without naming it in `parentRefs`. If omitted, this is not a default Gateway.
   *
   * @experimental
   */
  defaultScope?: DefaultGatewayScope;
}

/**
 * Type of an address: `IPAddress`, `Hostname`, `NamedAddress` (deprecated), or an implementation-specific type with a
 * domain prefix, such as `example.com/pool`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^Hostname|IPAddress|NamedAddress|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
 */
export type AddressType = string;

/**
 * Address in the form that its type requires.
 *
 * @validation
 * ```
 * self.type != "Hostname" || !has(self.value)
 *   || self.value.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$")
 * ```
 * `value` must be a lowercase hostname without a port if `type` is 'Hostname', with '*' allowed only as the first label
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
   * Type of `value`: `IPAddress` (IPv4 or IPv6), `Hostname`, or an implementation-specific type with a domain prefix,
   * such as `example.com/pool`. `NamedAddress`, for an address that the implementation knows by name, is deprecated.
   *
   * @default `"IPAddress"`
   */
  type?: AddressType;
  /**
   * Address in the form that `type` requires.
   *
   * @maxLength 253
   */
  value?: string;
}

/** Address that is requested for a Gateway. */
export interface GatewaySpecAddress extends GatewayAddress {
  /**
   * Address in the form that `type` requires. If omitted, the implementation should assign an address of this type. If
   * it does not support that, the `Programmed` condition of the Gateway is `False`.
   *
   * @maxLength 253
   */
  value?: string;
}

/** Address that a Gateway has. */
export interface GatewayStatusAddress extends GatewayAddress {
  /**
   * Address at which clients reach the Gateway, in the form that `type` requires.
   *
   * @minLength 1
   * @maxLength 253
   */
  value: string;
}

/**
 * Value of a label.
 *
 * @minLength 0
 * @maxLength 63
 * @pattern `^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
 */
export type LabelValue = string;

/**
 * Map whose keys have the form of label and annotation keys: a name with an optional domain prefix.
 *
 * @validation
 * ```
 * self.all(k, k.matches("^([a-z0-9]+((-+|[.])[a-z0-9]+)*[/])?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"))
 * ```
 * keys must have the form 'name' or 'domain/name', with a lowercase domain and a name of at most 63 letters, digits,
 * '-', '_' or '.' that starts and ends with a letter or digit
 *
 * @validation `self.all(k, !k.matches("^[^/]{253}"))`
 * the domain in a key must not be longer than 252 characters
 */
export type QualifiedKeys<V> = Record<string, V>;

/** Labels, annotations and parameters for the resources that an implementation creates for a Gateway. */
export interface GatewayInfrastructure {
  /**
   * Labels that the implementation should set on the resources that it creates for this Gateway, in addition to its own
   * labels. If omitted, it sets only its own.
   *
   * @maxProperties 8
   */
  labels?: QualifiedKeys<LabelValue>;
  /**
   * Annotations that the implementation should set on the resources that it creates for this Gateway, in addition to
   * its own annotations. If omitted, it sets only its own.
   *
   * @maxProperties 16
   */
  annotations?: QualifiedKeys<AnnotationValue>;
  /**
   * Object with implementation-specific parameters for the Gateway, of a kind that the controller supports. The
   * controller should not accept the Gateway if the object does not exist, is of an unsupported kind or contains
   * malformed data. If the GatewayClass has parameters too, the implementation decides how to merge them. If omitted,
   * the Gateway has no parameters of its own.
   */
  parametersRef?: LocalObjectReference;
}

/** ListenerSets that may add listeners to a Gateway. */
export interface AllowedListeners {
  /**
   * Namespaces whose ListenerSets may add listeners.
   *
   * @default `{"from": "None"}`
   */
  namespaces?: ListenerNamespaces;
}

/** Namespaces whose ListenerSets may add listeners to a Gateway. */
export interface ListenerNamespaces extends NamespaceSelection {
  /**
   * Namespaces from which ListenerSets may add listeners.
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
  /** No namespace. The Gateway has only its own listeners. */
  | "None";

/** Current state of a Gateway. */
export interface GatewayStatus extends ListenersStatus {
  /**
   * Addresses at which clients reach the Gateway. They can differ from those in the spec, for example if a requested
   * address is not usable. If omitted, the Gateway has no addresses yet.
   *
   * @maxItems 16
   * @listType atomic
   */
  addresses?: GatewayStatusAddress[];
  /** Number of accepted ListenerSets that are attached to this Gateway. If omitted, the number is unknown. */
  attachedListenerSets?: int32;
}
