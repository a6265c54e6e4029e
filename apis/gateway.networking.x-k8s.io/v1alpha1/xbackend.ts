import type { BackendTLSValidation } from "../../gateway.networking.k8s.io/v1/backend-tls.js";
import type { ParentReference, SecretObjectReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { PortNumber, PreciseHostname } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ControllerStatus } from "../../gateway.networking.k8s.io/v1/status.js";
import type { Condition, ObjectMeta } from "../../meta/v1.js";

/**
 * Backend that is not a Service, such as a host outside the cluster, and the settings for connections to the backend.
 *
 * Routes refer to an XBackend in their `backendRefs`. Anyone who can create an XBackend can make a Gateway send traffic
 * outside the cluster, so grant this permission with care.
 *
 * @experimental
 * @shortName xbackend
 * @category gateway-api
 * @printColumn Age date `.metadata.creationTimestamp`
 */
export interface XBackend {
  apiVersion: "gateway.networking.x-k8s.io/v1alpha1";
  kind: "XBackend";
  metadata: ObjectMeta;
  /** Desired state of the XBackend. */
  spec: XBackendSpec;
  /** Current state of the XBackend with respect to each parent. */
  status?: XBackendStatus;
}

/**
 * Desired state of an XBackend.
 *
 * @validation `has(self.externalHostname) == (self.type == "ExternalHostname")` if `type` is 'ExternalHostname',
 *   `externalHostname` must be set; otherwise, it must be omitted
 */
export interface XBackendSpec {
  /**
   * Type of the backend, which determines the field that must be set: `externalHostname` if the type is
   * `ExternalHostname`.
   */
  type: XBackendType;
  /** Host outside the cluster. Required if `type` is `ExternalHostname`; must be omitted otherwise. */
  externalHostname?: ExternalHostnameBackend;
  /** Port for connections to the backend. */
  port: BackendPort;
  /** Protocol for connections to the backend. If omitted, the route or the listener determines the protocol. */
  protocol?: BackendProtocol;
  /**
   * TLS settings for connections to the backend. Should be set if `type` is `ExternalHostname`, because connections to
   * hosts outside the cluster are insecure without TLS. If omitted, it is unspecified whether connections use TLS.
   */
  tls?: BackendTLS;
}

/** Type of a backend. */
export type XBackendType =
  /** Host outside the cluster that is identified by its hostname. */
  "ExternalHostname";

/** Host outside the cluster. */
export interface ExternalHostnameBackend {
  /**
   * Fully qualified domain name of the host outside the cluster. IP addresses and names that end with `.cluster.local`
   * are not allowed. For a backend in the cluster, refer to the backend's Service in the route instead.
   *
   * @validation `!isIP(self)` must not be an IP address
   * @validation `!self.endsWith(".cluster.local")` must not end with '.cluster.local'; for a host in the cluster, refer
   *   to the host's Service
   */
  hostname: PreciseHostname;
}

/** Port of a backend. */
export interface BackendPort {
  /**
   * Name of the backend's port: a DNS label or an empty string. If omitted, the port has no name.
   *
   * @maxLength 63
   * @validation `self == "" || !format.dns1123Label().validate(self).hasValue()`
   * must be empty or a DNS label that consists of lowercase letters, digits, and hyphens, and starts and ends with a
   * letter or digit
   */
  name?: string;
  /** Port number of the backend. */
  port: PortNumber;
}

/** Protocol for connections to a backend. */
export type BackendProtocol =
  /** TCP. The implementation does not interpret the data. */
  | "TCP"
  /** HTTP. The HTTP version is negotiated with the backend (ALPN) or chosen by the implementation. */
  | "HTTP"
  /** HTTP/2. */
  | "HTTP2"
  /** HTTP/1.1. */
  | "HTTP11"
  /** HTTP/2 without TLS (h2c). */
  | "H2C"
  /** Model Context Protocol. */
  | "MCP";

/** TLS mode of connections to a backend. */
export type BackendTLSMode =
  /** Connections do not use TLS. */
  | "None"
  /** Connections use TLS. The implementation validates the backend's certificate. */
  | "ServerOnly"
  /**
   * Connections use mutual TLS. The implementation also presents the client certificate from `clientCertificateRef`.
   */
  | "ClientAndServer";

/**
 * TLS settings for connections to a backend.
 *
 * @validation `has(self.clientCertificateRef) == (self.mode == "ClientAndServer")` if `mode` is 'ClientAndServer',
 *   `clientCertificateRef` must be set; otherwise, it must be omitted
 */
export interface BackendTLS {
  /** TLS mode of connections to the backend. */
  mode: BackendTLSMode;
  /**
   * Reference to the client certificate, with its private key, that the implementation presents to the backend. The
   * reference is usually to a Secret of type `kubernetes.io/tls`. A reference to another namespace requires a
   * ReferenceGrant in that namespace. Required if `mode` is `ClientAndServer`; must be omitted otherwise.
   */
  clientCertificateRef?: SecretObjectReference;
  /** Settings for validating the backend's certificate. If omitted, the behavior is unspecified. */
  validation?: BackendTLSValidation;
}

/** State of an XBackend with respect to one parent, as reported by one controller. */
export interface XBackendParentStatus extends Omit<ControllerStatus, "conditions"> {
  /** Parent that this status entry applies to, usually a Gateway that sends traffic to the backend. */
  parentRef: ParentReference;
  /**
   * Conditions of the backend with respect to this parent. `Accepted` is `True` if the controller accepts the backend.
   * If omitted, the controller has not reported any conditions.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** Current state of an XBackend. */
export interface XBackendStatus {
  /**
   * State of the backend with respect to each parent. The list has one entry for each combination of parent and
   * controller. A parent has no entry until its controller has processed the backend. If omitted or empty, the backend
   * is not associated with any parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents?: XBackendParentStatus[];
}
