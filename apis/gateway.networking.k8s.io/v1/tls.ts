/*
 * TLS between clients and Gateways, and between Gateways and backends.
 */

import type { ObjectReference, SecretObjectReference } from "./references.js";
import type { AnnotationValue, PortNumber } from "./scalars.js";

/**
 * TLS settings of a listener.
 *
 * @validation
 * ```
 * self.mode != "Terminate" || (has(self.certificateRefs) && size(self.certificateRefs) > 0)
 *   || (has(self.options) && size(self.options) > 0)
 * ```
 * if `mode` is 'Terminate', at least one of `certificateRefs` and `options` must be non-empty
 */
export interface ListenerTLSConfig {
  /**
   * Handling of TLS connections from clients to the listener.
   *
   * @default `"Terminate"`
   */
  mode?: TLSMode;
  /**
   * References to objects that contain certificates and private keys for TLS termination, usually Secrets of type
   * `kubernetes.io/tls`. Support for more than one reference is implementation-specific. If several certificates match
   * the Server Name Indication (SNI) of a connection, the implementation must use the certificate with the longest
   * matching hostname. A reference to another namespace requires a ReferenceGrant in that namespace. If this list is
   * omitted or empty and `mode` is `Terminate`, `options` must contain at least one entry.
   *
   * @maxItems 64
   * @listType atomic
   */
  certificateRefs?: SecretObjectReference[];
  /**
   * Implementation-specific TLS settings of the listener, such as the minimum TLS version. Keys must have a domain
   * prefix, as in `example.com/min-version`; keys without a domain prefix are reserved for Gateway API. If omitted, no
   * implementation-specific settings apply.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}

/** Handling of TLS connections. */
export type TLSMode =
  /** The listener terminates TLS, usually with a certificate from `certificateRefs`. */
  | "Terminate"
  /**
   * The listener reads the Server Name Indication (SNI) and forwards the encrypted connection to a backend. The field
   * `certificateRefs` is ignored.
   */
  | "Passthrough";

/** TLS settings of an entire Gateway. */
export interface GatewayTLSConfig {
  /**
   * TLS settings for connections from the Gateway to backends. These settings do not enable TLS: BackendTLSPolicies
   * determine which connections use TLS. If omitted, the Gateway does not present a client certificate to backends.
   */
  backend?: GatewayBackendTLS;
  /** TLS settings for connections from clients to the Gateway. If omitted, clients do not need a certificate. */
  frontend?: FrontendTLSConfig;
}

/** TLS settings for connections from a Gateway to backends. */
export interface GatewayBackendTLS {
  /**
   * Reference to an object that contains the client certificate and private key that the Gateway uses to authenticate
   * to backends. The object is usually a Secret of type `kubernetes.io/tls`. A reference to another namespace requires
   * a ReferenceGrant in that namespace. If omitted, the Gateway does not present a client certificate to backends.
   */
  clientCertificateRef?: SecretObjectReference;
}

/** TLS settings for connections from clients to a Gateway. */
export interface FrontendTLSConfig {
  /** TLS settings for all HTTPS listeners of the Gateway, except listeners on ports that are listed in `perPort`. */
  default: FrontendTLS;
  /**
   * TLS settings for HTTPS listeners on specific ports. The settings for a port replace the settings in `default` and
   * are not merged with them. If omitted, the settings in `default` apply to all HTTPS listeners.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey port
   * @validation `self.all(a, self.exists_one(b, b.port == a.port))` must not contain two entries with the same
   *   `port`
   */
  perPort?: FrontendTLSOnPort[];
}

/** TLS settings for connections from clients to the HTTPS listeners on one port. */
export interface FrontendTLSOnPort {
  /** Port number of the HTTPS listeners that the settings in `tls` apply to. */
  port: PortNumber;
  /**
   * TLS settings for HTTPS listeners on the port that `port` specifies. If empty, clients do not need a certificate on
   * this port, even if `spec.tls.frontend.default` requires a certificate.
   */
  tls: FrontendTLS;
}

/** TLS settings for HTTPS listeners. */
export interface FrontendTLS {
  /** Settings for validating client certificates. If omitted, clients do not need a certificate. */
  validation?: FrontendTLSValidation;
}

/** Validation of client certificates. */
export interface FrontendTLSValidation {
  /**
   * References to objects that contain CA certificates for validating client certificates, usually a single ConfigMap
   * with the key `ca.crt`. Support for more than one reference is implementation-specific. A reference to another
   * namespace requires a ReferenceGrant in that namespace.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  caCertificateRefs: ObjectReference[];
  /**
   * Handling of clients that do not present a valid certificate.
   *
   * @default `"AllowValidOnly"`
   */
  mode?: FrontendTLSMode;
}

/** Handling of clients that do not present a valid certificate. */
export type FrontendTLSMode =
  /** The Gateway rejects the connection. */
  | "AllowValidOnly"
  /**
   * The Gateway accepts the connection, and the backends are responsible for authorizing the client. Because of the
   * security risk, use this mode only for testing or temporarily.
   */
  | "AllowInsecureFallback";
