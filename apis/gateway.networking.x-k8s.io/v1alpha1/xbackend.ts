import type { Condition, ObjectMeta } from "crd-bundle/meta/v1";
import type { BackendTLSValidation } from "../../gateway.networking.k8s.io/v1/backend-tls.js";
import type { ParentReference, SecretObjectReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { PortNumber, PreciseHostname } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ControllerStatus } from "../../gateway.networking.k8s.io/v1/status.js";

/**
 * Defines a backend that is not a Service, such as a host outside the cluster, and the settings for connections to this
 * backend.
 *
 * Routes refer to XBackends in `backendRefs`. Users who can create XBackends can make Gateways send traffic outside the
 * cluster, so grant permission to create XBackends with care.
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
  /** Current state of the XBackend with respect to each parent, such as a Gateway that sends traffic to the backend. */
  status?: XBackendStatus;
}

/**
 * Desired state of an XBackend.
 *
 * @validation `has(self.externalHostname) == (self.type == "ExternalHostname")` if `type` is 'ExternalHostname',
 *   `externalHostname` must be set; otherwise, it must be omitted
 */
export interface XBackendSpec {
  /** Type of the backend. If the type is `ExternalHostname`, the field `externalHostname` must be set. */
  type: XBackendType;
  /**
   * Host outside the cluster to which requests for this backend are sent. Required if `type` is `ExternalHostname`;
   * must be omitted otherwise.
   */
  externalHostname?: ExternalHostnameBackend;
  /** Port for connections to the backend. */
  port: BackendPort;
  /** Protocol for connections to the backend. If omitted, the route or the listener determines the protocol. */
  protocol?: BackendProtocol;
  /**
   * TLS settings for connections to the backend. Should be set if `type` is `ExternalHostname`, because connections to
   * hosts outside the cluster are insecure without TLS. If omitted, whether connections use TLS depends on the
   * implementation.
   */
  tls?: BackendTLS;
}

/** Type of a backend. */
export type XBackendType =
  /** Host outside the cluster, identified by its hostname. */
  "ExternalHostname";

/** Host outside the cluster. */
export interface ExternalHostnameBackend {
  /**
   * Fully qualified domain name of the host outside the cluster. IP addresses and names that end with `.cluster.local`
   * are not allowed. To send traffic to a Service in the cluster, refer to the Service in the route's `backendRefs`
   * instead of using an XBackend.
   *
   * @validation `!isIP(self)` must not be an IP address
   * @validation `!self.endsWith(".cluster.local")` must not end with '.cluster.local'; to send traffic to a Service in
   *   the cluster, refer to the Service in the route's `backendRefs`
   */
  hostname: PreciseHostname;
}

/** Port of a backend. */
export interface BackendPort {
  /**
   * Name of the backend's port. Must be empty or a DNS label (RFC 1123), such as `https`. If omitted or empty, the port
   * has no name.
   *
   * @maxLength 63
   * @validation `self == "" || !format.dns1123Label().validate(self).hasValue()`
   * must be empty or a DNS label (RFC 1123): at most 63 lowercase letters, digits, and hyphens, starting and ending
   * with a letter or digit
   */
  name?: string;
  /** Port number of the backend. */
  port: PortNumber;
}

/** Protocol for connections to a backend. */
export type BackendProtocol =
  /** Plain TCP. The implementation does not interpret the data. */
  | "TCP"
  /** HTTP of any version. The version is negotiated with the backend (ALPN) or chosen by the implementation. */
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
   * Connections use mutual TLS. The implementation validates the backend's certificate and presents the client
   * certificate from `clientCertificateRef`.
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
   * Reference to an object that contains the client certificate and private key that the implementation uses to
   * authenticate to the backend. The object is usually a Secret of type `kubernetes.io/tls`. A reference to another
   * namespace requires a ReferenceGrant in that namespace. Required if `mode` is `ClientAndServer`; must be omitted
   * otherwise.
   */
  clientCertificateRef?: SecretObjectReference;
  /**
   * Settings for validating the backend's certificate. If omitted, how the certificate is validated depends on
   * the implementation.
   */
  validation?: BackendTLSValidation;
}

/** State of an XBackend with respect to one parent, as reported by one controller. */
export interface XBackendParentStatus extends Omit<ControllerStatus, "conditions"> {
  /** Parent that this status entry applies to, usually a Gateway that sends traffic to the backend. */
  parentRef: ParentReference;
  /**
   * Conditions of the backend with respect to the parent that `parentRef` specifies. The `Accepted` condition is `True`
   * if the controller accepts the backend. If omitted, the controller has not reported any conditions.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** Current state of an XBackend. */
export interface XBackendStatus {
  /**
   * State of the backend with respect to each parent, such as a Gateway that sends traffic to the backend. The list has
   * one entry for each combination of parent and controller. A parent has no entry until a controller has processed the
   * backend for this parent. If omitted or empty, no controller has associated the backend with a parent.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents?: XBackendParentStatus[];
}
