import type { BackendTLSValidation } from "../../gateway.networking.k8s.io/v1/backend-tls.js";
import type { ParentReference, SecretObjectReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { PortNumber, PreciseHostname } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ControllerStatus } from "../../gateway.networking.k8s.io/v1/status.js";
import type { Condition, ObjectMeta } from "../../meta/v1.js";

/**
 * A backend that is not a Service, such as a host outside the cluster, and the settings for connections to it.
 *
 * Routes refer to it in their `backendRefs`. Anyone who can create an XBackend can make a Gateway send traffic outside
 * the cluster, so grant this permission with care.
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
  /** Current state of the XBackend, for each parent. */
  status?: XBackendStatus;
}

/**
 * Desired state of an XBackend.
 *
 * @validation `has(self.externalHostname) == (self.type == "ExternalHostname")` `externalHostname` must be set for type
 *   'ExternalHostname' and may not be set for any other
 */
export interface XBackendSpec {
  /** Type of the backend, which determines the field to set: `externalHostname` for type `ExternalHostname`. */
  type: XBackendType;
  /** Host outside the cluster. Required if `type` is `ExternalHostname`; must be omitted otherwise. */
  externalHostname?: ExternalHostnameBackend;
  /** Port of the backend. */
  port: BackendPort;
  /** Protocol for connections to the backend. If omitted, the route or the listener determines the protocol. */
  protocol?: BackendProtocol;
  /**
   * TLS settings for connections to the backend. Backends of type `ExternalHostname` should have them: without TLS,
   * connections to hosts outside the cluster are insecure. If omitted, it is not specified whether connections use TLS.
   */
  tls?: BackendTLS;
}

/** Type of a backend. */
export type XBackendType =
  /** A host outside the cluster, identified by its hostname. */
  "ExternalHostname";

/** A host outside the cluster. */
export interface ExternalHostnameBackend {
  /**
   * Fully qualified domain name of the host. IP addresses and names that end with `.cluster.local` are not allowed. For
   * a backend in the cluster, refer to its Service in the route instead.
   *
   * @validation `!isIP(self)` must not be an IP address
   * @validation `!self.endsWith(".cluster.local")` must not end with '.cluster.local'; for a host in the cluster, refer
   *   to its Service
   */
  hostname: PreciseHostname;
}

/** Port of a backend. */
export interface BackendPort {
  /**
   * Name of the port: a DNS label or an empty string. If omitted, the port has no name.
   *
   * @maxLength 63
   * @validation `self == "" || !format.dns1123Label().validate(self).hasValue()`
   * must be empty, or consist of lowercase letters, digits and hyphens and start and end with a letter or digit
   */
  name?: string;
  /** Number of the port. */
  port: PortNumber;
}

/** Protocol for connections to a backend. */
export type BackendProtocol =
  /** TCP. The implementation does not interpret the data. */
  | "TCP"
  /** HTTP. The version is negotiated with the backend (ALPN) or chosen by the implementation. */
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
  /** Connections use TLS. The implementation verifies the certificate of the backend. */
  | "ServerOnly"
  /** Connections use mutual TLS. The implementation also presents the certificate of `clientCertificateRef`. */
  | "ClientAndServer";

/**
 * TLS settings for connections to a backend.
 *
 * @validation `has(self.clientCertificateRef) == (self.mode == "ClientAndServer")` `clientCertificateRef` must be set
 *   for mode 'ClientAndServer' and may not be set for any other
 */
export interface BackendTLS {
  /** TLS mode of connections to the backend. */
  mode: BackendTLSMode;
  /**
   * Certificate and private key that the implementation presents to the backend, usually in a Secret of type
   * `kubernetes.io/tls`. A reference to another namespace needs a ReferenceGrant in that namespace. Required if `mode`
   * is `ClientAndServer`; must be omitted otherwise.
   */
  clientCertificateRef?: SecretObjectReference;
  /** Validation of the backend's certificate. If omitted, the behavior is not specified. */
  validation?: BackendTLSValidation;
}

/** State of an XBackend for one parent, as reported by one controller. */
export interface XBackendParentStatus extends Omit<ControllerStatus, "conditions"> {
  /** Parent that this entry describes, usually a Gateway that sends traffic to the backend. */
  parentRef: ParentReference;
  /**
   * Conditions of the backend for this parent. `Accepted` is `True` if the controller accepts the backend. If omitted,
   * the controller has not reported any.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** Current state of an XBackend. */
export interface XBackendStatus {
  /**
   * State of the backend for each parent, with one entry per parent and controller. A parent has no entry until its
   * controller processes the backend. If omitted or empty, the backend is not associated with any parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents?: XBackendParentStatus[];
}
