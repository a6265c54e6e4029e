/*
 * TLS to backends: validation of their certificates.
 */

import type { LocalObjectReference } from "./references.js";
import type { Hostname, PreciseHostname } from "./scalars.js";

/**
 * Well-known set of CA certificates: `System`, or a set that an implementation defines, with a domain prefix.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(System|([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*&#47;([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]))$`
 */
export type WellKnownCACertificates = string;

/**
 * URI with a scheme and an authority, such as `spiffe://example.com/service`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(([^:/?#]+):)(//([^/?#]*))([^?#]*)(\?([^#]*))?(#(.*))?`
 */
export type AbsoluteURI = string;

/**
 * Validation of the certificate of a backend.
 *
 * @validation
 * ```
 * has(self.wellKnownCACertificates) != (has(self.caCertificateRefs) && size(self.caCertificateRefs) > 0)
 * ```
 * must set exactly one of `caCertificateRefs` and `wellKnownCACertificates`
 */
export interface BackendTLSValidation {
  /**
   * CA certificates for validating the certificate of the backend: objects in the same namespace, usually one ConfigMap
   * with the key `ca.crt`. May not be combined with `wellKnownCACertificates`. If omitted or empty, that field must be
   * set.
   *
   * @maxItems 8
   * @listType atomic
   */
  caCertificateRefs?: LocalObjectReference[];
  /**
   * Well-known set of CA certificates for validating the certificate of the backend: `System` for the CA certificates
   * of the system, or a set that the implementation defines, such as `example.com/internal`. May not be combined with
   * `caCertificateRefs`. If omitted, that field must be set.
   */
  wellKnownCACertificates?: WellKnownCACertificates;
  /**
   * Hostname that is sent to the backend as SNI. The certificate of the backend must match it, unless `subjectAltNames`
   * is set.
   */
  hostname: PreciseHostname;
  /**
   * Subject alternative names. If set, the certificate must contain at least one of them, and `hostname` is used only
   * for SNI. If omitted or empty, the certificate must match `hostname`.
   *
   * @maxItems 5
   * @listType atomic
   */
  subjectAltNames?: SubjectAltName[];
}

/** Type of a subject alternative name. */
export type SubjectAltNameType =
  /** A DNS name, in `hostname`. */
  | "Hostname"
  /** A URI, in `uri`. */
  | "URI";

/**
 * Subject alternative name of a certificate.
 *
 * @validation `has(self.hostname) == (self.type == "Hostname")` `hostname` must be set for type 'Hostname' and may not
 *   be set for any other
 * @validation `has(self.uri) == (self.type == "URI")` `uri` must be set for type 'URI' and may not be set for any other
 */
export interface SubjectAltName {
  /** Type of the name. */
  type: SubjectAltNameType;
  /** DNS name. Required for type `Hostname`; must be omitted for any other. */
  hostname?: Hostname;
  /** URI, such as `spiffe://example.com/service`. Required for type `URI`; must be omitted for any other. */
  uri?: AbsoluteURI;
}
