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
 * `certificateRefs` or `options` must not be empty if `mode` is 'Terminate'
 */
export interface ListenerTLSConfig {
  /**
   * Handling of TLS connections.
   *
   * @default `"Terminate"`
   */
  mode?: TLSMode;
  /**
   * Certificates and private keys for TLS termination, usually in Secrets of type `kubernetes.io/tls`. Support for more
   * than one certificate depends on the implementation, which must use the certificate with the longest match for the
   * SNI. A reference to another namespace needs a ReferenceGrant in that namespace. If omitted or empty, `options` must
   * provide a certificate for mode `Terminate`.
   *
   * @maxItems 64
   * @listType atomic
   */
  certificateRefs?: SecretObjectReference[];
  /**
   * Implementation-specific TLS settings, such as the minimum TLS version. Keys must have a domain prefix, such as
   * `example.com/min-version`; keys without one are reserved for Gateway API. If omitted, there are no such settings.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}

/** Handling of TLS connections. */
export type TLSMode =
  /** The listener terminates TLS, usually with a certificate from `certificateRefs`. */
  | "Terminate"
  /** The listener reads the SNI and forwards the encrypted connection to the backend. It ignores `certificateRefs`. */
  | "Passthrough";

/** TLS settings of a whole Gateway. */
export interface GatewayTLSConfig {
  /**
   * TLS settings for connections from the Gateway to backends. A BackendTLSPolicy determines which connections use TLS.
   * If omitted, the Gateway presents no client certificate.
   */
  backend?: GatewayBackendTLS;
  /** TLS settings for connections from clients to the Gateway. If omitted, clients do not need a certificate. */
  frontend?: FrontendTLSConfig;
}

/** TLS settings for connections from a Gateway to backends. */
export interface GatewayBackendTLS {
  /**
   * Certificate and private key that the Gateway presents to backends that request a client certificate, usually in a
   * Secret of type `kubernetes.io/tls`. A reference to another namespace needs a ReferenceGrant in that namespace. If
   * omitted, the Gateway presents no client certificate.
   */
  clientCertificateRef?: SecretObjectReference;
}

/** TLS settings for connections from clients to a Gateway. */
export interface FrontendTLSConfig {
  /** Settings for all HTTPS listeners, except those on a port that `perPort` lists. */
  default: FrontendTLS;
  /**
   * Settings for individual ports. They replace `default` for the HTTPS listeners on that port; the two are not merged.
   * If omitted, `default` applies to all HTTPS listeners.
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
  /** Port of the HTTPS listeners that the settings apply to. */
  port: PortNumber;
  /**
   * Settings for this port. If empty, clients do not need a certificate on this port, even if `default` requires one.
   */
  tls: FrontendTLS;
}

/** TLS settings for HTTPS listeners. */
export interface FrontendTLS {
  /** Validation of client certificates. If omitted, clients do not need one. */
  validation?: FrontendTLSValidation;
}

/** Validation of client certificates. */
export interface FrontendTLSValidation {
  /**
   * CA certificates for the validation of client certificates, usually in a ConfigMap with the key `ca.crt`. Support
   * for more than one reference depends on the implementation. A reference to another namespace needs a ReferenceGrant
   * in that namespace.
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
   * The Gateway accepts the connection and leaves the authorization of the client to the backends. Because of the
   * security risk, this mode should be used only for tests or temporarily.
   */
  | "AllowInsecureFallback";
