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
   * TLS mode of the listener, which determines how TLS connections are handled.
   *
   * @default `"Terminate"`
   */
  mode?: TLSMode;
  /**
   * References to certificates and private keys for TLS termination, usually in Secrets of type `kubernetes.io/tls`.
   * Support for more than one certificate is implementation-specific. If several certificates match the SNI, the
   * certificate with the longest match must be used. A reference to another namespace requires a ReferenceGrant in that
   * namespace. If this list is omitted or empty and `mode` is `Terminate`, `options` must be set.
   *
   * @maxItems 64
   * @listType atomic
   */
  certificateRefs?: SecretObjectReference[];
  /**
   * Implementation-specific TLS settings of the listener, such as the minimum TLS version. Keys must have a domain
   * prefix, such as `example.com/min-version`; keys without a domain prefix are reserved for Gateway API. If omitted,
   * no implementation-specific settings apply.
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
   * The listener reads the SNI and forwards the encrypted connection to the backend. The field `certificateRefs` is
   * ignored.
   */
  | "Passthrough";

/** TLS settings of an entire Gateway. */
export interface GatewayTLSConfig {
  /**
   * TLS settings for connections from the Gateway to backends. BackendTLSPolicies determine which connections use TLS.
   * If omitted, the Gateway does not present a client certificate to backends.
   */
  backend?: GatewayBackendTLS;
  /** TLS settings for connections from clients to the Gateway. If omitted, clients do not need a certificate. */
  frontend?: FrontendTLSConfig;
}

/** TLS settings for connections from a Gateway to backends. */
export interface GatewayBackendTLS {
  /**
   * Reference to the client certificate, with its private key, that the Gateway presents to backends that request one.
   * The reference is usually to a Secret of type `kubernetes.io/tls`. A reference to another namespace requires a
   * ReferenceGrant in that namespace. If omitted, the Gateway does not present a client certificate to backends.
   */
  clientCertificateRef?: SecretObjectReference;
}

/** TLS settings for connections from clients to a Gateway. */
export interface FrontendTLSConfig {
  /** TLS settings for all HTTPS listeners except listeners on ports that are listed in `perPort`. */
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
  /** Port number of the HTTPS listeners that the TLS settings apply to. */
  port: PortNumber;
  /**
   * TLS settings for HTTPS listeners on this port. If empty, clients do not need a certificate on this port, even if
   * `default` requires a certificate.
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
   * References to CA certificates for validating client certificates, usually in a ConfigMap with the key `ca.crt`.
   * Support for more than one reference is implementation-specific. A reference to another namespace requires a
   * ReferenceGrant in that namespace.
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
