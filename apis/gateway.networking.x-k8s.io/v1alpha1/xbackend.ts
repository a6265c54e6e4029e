import type { BackendTLSValidation } from "../../gateway.networking.k8s.io/v1/backend-tls.js";
import type { ParentReference, SecretObjectReference } from "../../gateway.networking.k8s.io/v1/references.js";
import type { PortNumber, PreciseHostname } from "../../gateway.networking.k8s.io/v1/scalars.js";
import type { ControllerStatus } from "../../gateway.networking.k8s.io/v1/status.js";
import type { Condition, ObjectMeta } from "../../meta/v1.js";

/**
 * A backend that is no Service, such as a host outside of the cluster, and how to talk to it.
 *
 * Routes name it in their `backendRefs`. Who may create one decides where the traffic of a Gateway can go, so that not
 * everyone should be allowed to.
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
  /** Where the backend is, and how to talk to it. */
  spec: XBackendSpec;
  /** How the backend fares at each of its parents. */
  status?: XBackendStatus;
}

/**
 * Where a backend is, and how to talk to it.
 *
 * @validation `has(self.externalHostname) == (self.type == "ExternalHostname")` Set externalHostname with type
 *   ExternalHostname, and with no other type.
 */
export interface XBackendSpec {
  /** What the backend is. The field of the same name says which one. */
  type: XBackendType;
  /** The host outside of the cluster, for type ExternalHostname. */
  externalHostname?: ExternalHostnameBackend;
  /** The port at which the backend can be reached. */
  port: BackendPort;
  /** What is spoken with the backend. The implementation decides when absent. */
  protocol?: BackendProtocol;
  /** TLS on the way to the backend. The implementation decides whether there is any when absent. */
  tls?: BackendTLS;
}

/** What a backend is. */
export type XBackendType =
  /** A host outside of the cluster, found by its name. */
  "ExternalHostname";

/** A host outside of the cluster. */
export interface ExternalHostnameBackend {
  /**
   * Name of the host, which is looked up in DNS. For what runs in the cluster, name its Service in the route instead.
   *
   * @validation `!isIP(self)` Write the name of a host: an IP address is none.
   * @validation `!self.endsWith(".cluster.local")` Name a host outside of the cluster; for one inside, refer to its
   *   Service.
   */
  hostname: PreciseHostname;
}

/** A port of a backend. */
export interface BackendPort {
  /**
   * Name of the port, a single DNS label. May be empty.
   *
   * @maxLength 63
   * @validation `self == "" || !format.dns1123Label().validate(self).hasValue()`
   * Write the name in lower-case letters, digits and hyphens, with a letter or digit at both ends.
   */
  name?: string;
  /** Number of the port. */
  port: PortNumber;
}

/** What is spoken with a backend. */
export type BackendProtocol =
  /** Bytes that the gateway does not look into. */
  | "TCP"
  /** HTTP, in a version that both sides know. */
  | "HTTP"
  /** HTTP/2. */
  | "HTTP2"
  /** HTTP/1.1. */
  | "HTTP11"
  /** HTTP/2 without TLS. */
  | "H2C"
  /** The Model Context Protocol. */
  | "MCP";

/** Who shows a certificate on the way to a backend. */
export type BackendTLSMode =
  /** Nobody: there is no TLS. */
  | "None"
  /** The backend. */
  | "ServerOnly"
  /** The backend, and the gateway with `clientCertificateRef`. */
  | "ClientAndServer";

/**
 * TLS on the way to a backend.
 *
 * @validation `has(self.clientCertificateRef) == (self.mode == "ClientAndServer")` Set clientCertificateRef with mode
 *   ClientAndServer, and with no other mode.
 */
export interface BackendTLS {
  /** Who shows a certificate. */
  mode: BackendTLSMode;
  /**
   * Certificate and key that the gateway shows to the backend, for mode ClientAndServer; in most cases a Secret of type
   * `kubernetes.io/tls`. One in another namespace needs a ReferenceGrant there.
   */
  clientCertificateRef?: SecretObjectReference;
  /** How the certificate of the backend is checked. The implementation decides when absent. */
  validation?: BackendTLSValidation;
}

/** How a backend fares at one parent. */
export interface XBackendParentStatus extends Omit<ControllerStatus, "conditions"> {
  /** The Gateway, or other object, whose traffic reaches the backend. */
  parentRef: ParentReference;
  /**
   * The state as this controller sees it, one condition per type.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

/** How a backend fares at each of its parents. */
export interface XBackendStatus {
  /**
   * One entry per parent and controller. A parent without an entry has not been looked at, or no controller serves it.
   *
   * @maxItems 32
   * @listType atomic
   */
  parents?: XBackendParentStatus[];
}
