/*
 * TLS on the way from a client to a Gateway, and from there to a backend.
 */

import type { ObjectReference, SecretObjectReference } from "./references.js";
import type { AnnotationValue, PortNumber } from "./scalars.js";

/**
 * TLS on one listener.
 *
 * @validation
 * ```
 * self.mode != "Terminate" || (has(self.certificateRefs) && size(self.certificateRefs) > 0)
 *   || (has(self.options) && size(self.options) > 0)
 * ```
 * Add a certificate to certificateRefs, or an option that provides one, to terminate TLS.
 */
export interface ListenerTLSConfig {
  /**
   * Where an encrypted connection ends.
   *
   * @default `"Terminate"`
   */
  mode?: TLSMode;
  /**
   * Certificates to terminate TLS with, in most cases Secrets of type `kubernetes.io/tls`. Of several, the host name of
   * the request decides. One in another namespace needs a ReferenceGrant there.
   *
   * @maxItems 64
   * @listType atomic
   */
  certificateRefs?: SecretObjectReference[];
  /**
   * Settings of the implementation, such as the lowest version of TLS. The domain of whoever defines a setting stands
   * before its key: `example.com/min-version`.
   *
   * @maxProperties 16
   */
  options?: Record<string, AnnotationValue>;
}

/** Where an encrypted connection ends. */
export type TLSMode =
  /** At the listener, which decrypts it with one of `certificateRefs`. */
  | "Terminate"
  /** At the backend. The listener reads the host name (SNI) and passes the connection on as it is. */
  | "Passthrough";

/** TLS for a Gateway as a whole. */
export interface GatewayTLSConfig {
  /** TLS from the Gateway to its backends. A BackendTLSPolicy decides which backends it is used for. */
  backend?: GatewayBackendTLS;
  /** TLS from clients to the Gateway: which client certificates the listeners accept. */
  frontend?: FrontendTLSConfig;
}

/** How a Gateway presents itself to backends. */
export interface GatewayBackendTLS {
  /**
   * Certificate and key for backends that ask for a client certificate, in most cases a Secret of type
   * `kubernetes.io/tls`. The Gateway presents none when absent. Another namespace needs a ReferenceGrant there.
   */
  clientCertificateRef?: SecretObjectReference;
}

/** What a Gateway expects of its clients. */
export interface FrontendTLSConfig {
  /** Settings for all HTTPS listeners, except those on a port that `perPort` names. */
  default: FrontendTLS;
  /**
   * Settings for single ports. They take the place of `default` there; nothing is merged.
   *
   * @maxItems 64
   * @listType map
   * @listMapKey port
   * @validation `self.all(a, self.exists_one(b, b.port == a.port))` Name each port once.
   */
  perPort?: FrontendTLSOnPort[];
}

/** What a Gateway expects of the clients on one port. */
export interface FrontendTLSOnPort {
  /** Port of the HTTPS listeners that the settings are for. */
  port: PortNumber;
  /** Settings for this port. Left empty, they turn off for it what `default` demands. */
  tls: FrontendTLS;
}

/** What is demanded of a client on the other end of a TLS connection. */
export interface FrontendTLS {
  /** How certificates of clients are checked. Clients need none when absent. */
  validation?: FrontendTLSValidation;
}

/** How certificates of clients are checked. */
export interface FrontendTLSValidation {
  /**
   * The authorities (CAs) that a client certificate may come from, in most cases a ConfigMap with the key `ca.crt`. One
   * in another namespace needs a ReferenceGrant there.
   *
   * @minItems 1
   * @maxItems 16
   * @listType atomic
   */
  caCertificateRefs: ObjectReference[];
  /**
   * What becomes of a client without a valid certificate.
   *
   * @default `"AllowValidOnly"`
   */
  mode?: FrontendTLSMode;
}

/** What becomes of a client without a valid certificate. */
export type FrontendTLSMode =
  /** Its connection is refused. */
  | "AllowValidOnly"
  /** It gets through, unverified. Only for a Gateway whose backends check clients themselves. */
  | "AllowInsecureFallback";
