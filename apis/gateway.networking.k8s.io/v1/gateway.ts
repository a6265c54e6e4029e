import type { int32, ObjectMeta } from "../../meta/v1.js";
import type { Listeners, ListenersStatus, NamespaceSelection } from "./listeners.js";
import type { LocalObjectReference } from "./references.js";
import type { DefaultGatewayScope } from "./routes.js";
import type { AnnotationValue, ObjectName } from "./scalars.js";
import type { GatewayTLSConfig } from "./tls.js";

/**
 * A place where traffic comes in: its ports and addresses, the protocols and hosts that it serves, and whose routes may
 * say where the traffic goes from there. The controller of its GatewayClass makes it happen.
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
  /** The Gateway as it should be. */
  spec: GatewaySpec;
  /** The Gateway as its controller sees it. */
  status?: GatewayStatus;
}

/** A Gateway as it should be. */
export interface GatewaySpec {
  /** Name of the GatewayClass, whose controller then sets up the Gateway. Without that class nothing happens. */
  gatewayClassName: ObjectName;
  /** The ports that are open, with their protocols and hosts. ListenerSets add more if `allowedListeners` lets them. */
  listeners: Listeners;
  /**
   * Addresses that the Gateway should have. The implementation chooses when absent. Those that it has are in
   * `status.addresses`.
   *
   * @maxItems 16
   * @listType atomic
   *
   * @validation
   * ```
   * self.all(a, a.type != "IPAddress" || !has(a.value)
   *   || self.exists_one(b, b.type == "IPAddress" && has(b.value) && b.value == a.value))
   * ```
   * Name each IP address once.
   *
   * @validation
   * ```
   * self.all(a, a.type != "Hostname" || !has(a.value)
   *   || self.exists_one(b, b.type == "Hostname" && has(b.value) && b.value == a.value))
   * ```
   * Name each host name once.
   */
  addresses?: GatewaySpecAddress[];
  /** Labels, annotations and settings for what the implementation creates for this Gateway, such as a Service. */
  infrastructure?: GatewayInfrastructure;
  /** Which ListenerSets may add listeners to this Gateway. None may when absent. */
  allowedListeners?: AllowedListeners;
  /** TLS for the Gateway as a whole: the check of client certificates, and its own certificate towards backends. */
  tls?: GatewayTLSConfig;
  /**
   * Whether this is a default Gateway. Routes attach to default Gateways without naming them, by `useDefaultGateways`.
   *
   * @experimental
   */
  defaultScope?: DefaultGatewayScope;
}

/**
 * What an address is. Other types than the API's own have a domain before them, as in `example.com/pool`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^Hostname|IPAddress|NamedAddress|[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
 */
export type AddressType = string;

/**
 * An address in the form that its type demands.
 *
 * @validation
 * ```
 * self.type != "Hostname" || !has(self.value)
 *   || self.value.matches("^([*][.])?[a-z0-9]+((-+|[.])[a-z0-9]+)*$")
 * ```
 * Write a host name in lower case and without a port; a wildcard may stand for its first label alone.
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
   * What `value` is: `IPAddress` (IPv4 or IPv6), `Hostname`, `NamedAddress` (a name that means something to the
   * implementation), or a type of the implementation with its domain in front, as in `example.com/pool`.
   *
   * @default `"IPAddress"`
   */
  type?: AddressType;
  /**
   * The address, in the form that `type` demands.
   *
   * @maxLength 253
   */
  value?: string;
}

/** An address that a Gateway should have. */
export interface GatewaySpecAddress extends GatewayAddress {
  /**
   * The address, in the form that `type` demands. The implementation chooses one of this type when absent.
   *
   * @maxLength 253
   */
  value?: string;
}

/** An address that a Gateway has. */
export interface GatewayStatusAddress extends GatewayAddress {
  /**
   * The address at which the Gateway can be reached, in the form that `type` demands.
   *
   * @minLength 1
   * @maxLength 253
   */
  value: string;
}

/**
 * The value of a label.
 *
 * @minLength 0
 * @maxLength 63
 * @pattern `^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
 */
export type LabelValue = string;

/**
 * A map with keys like those of labels and annotations: a name, and perhaps a domain and a slash before it.
 *
 * @validation
 * ```
 * self.all(k, k.matches("^([a-z0-9]+((-+|[.])[a-z0-9]+)*[/])?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"))
 * ```
 * Write each key as name or domain/name: the domain in lower case, the name with a letter or digit at both ends.
 *
 * @validation `self.all(k, !k.matches("^[^/]{253}"))`
 * Shorten the part of each key before the slash to at most 252 characters.
 */
export type QualifiedKeys<V> = Record<string, V>;

/** What is created for a Gateway. */
export interface GatewayInfrastructure {
  /**
   * Labels for everything that is created for this Gateway, besides those that the implementation sets itself.
   *
   * @maxProperties 8
   */
  labels?: QualifiedKeys<LabelValue>;
  /**
   * Annotations for everything that is created for this Gateway, besides those that the implementation sets itself.
   *
   * @maxProperties 16
   */
  annotations?: QualifiedKeys<AnnotationValue>;
  /**
   * An object with further settings, of a kind that the implementation defines. Where the GatewayClass has parameters
   * too, the implementation decides how both combine.
   */
  parametersRef?: LocalObjectReference;
}

/** Which ListenerSets may add listeners to a Gateway. */
export interface AllowedListeners {
  /**
   * The namespaces whose ListenerSets may add listeners.
   *
   * @default `{"from": "None"}`
   */
  namespaces?: ListenerNamespaces;
}

/** The namespaces whose ListenerSets may add listeners to a Gateway. */
export interface ListenerNamespaces extends NamespaceSelection {
  /**
   * Where a ListenerSet may be.
   *
   * @default `"None"`
   */
  from?: FromListenerNamespaces;
}

/** Where a ListenerSet may be to add listeners to a Gateway. */
export type FromListenerNamespaces =
  /** In any namespace. */
  | "All"
  /** In the namespaces that `selector` picks. */
  | "Selector"
  /** In the namespace of the Gateway. */
  | "Same"
  /** Nowhere: the Gateway has its own listeners alone. */
  | "None";

/** A Gateway as its controller sees it. */
export interface GatewayStatus extends ListenersStatus {
  /**
   * Addresses at which the Gateway can be reached, asked for in the spec or chosen by the implementation.
   *
   * @maxItems 16
   * @listType atomic
   */
  addresses?: GatewayStatusAddress[];
  /** Number of ListenerSets that add listeners to this Gateway. */
  attachedListenerSets?: int32;
}
