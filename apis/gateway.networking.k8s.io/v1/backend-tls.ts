/*
 * TLS to backends: validation of the backends' certificates.
 */

import type { LocalObjectReference } from "./references.js";
import type { Hostname, PreciseHostname } from "./scalars.js";

/**
 * Well-known set of CA certificates: `System`, or an implementation-defined set with a domain prefix.
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
 * Settings for validating a backend's certificate.
 *
 * @validation
 * ```
 * has(self.wellKnownCACertificates) != (has(self.caCertificateRefs) && size(self.caCertificateRefs) > 0)
 * ```
 * exactly one of `caCertificateRefs` and `wellKnownCACertificates` must be set
 */
export interface BackendTLSValidation {
  /**
   * References to objects that contain CA certificates for validating the backend's certificate, usually a single
   * ConfigMap with the key `ca.crt`. The referenced objects must be in the same namespace as the object that contains
   * the references. Must be omitted or empty if `wellKnownCACertificates` is set. If omitted or empty,
   * `wellKnownCACertificates` must be set.
   *
   * @maxItems 8
   * @listType atomic
   */
  caCertificateRefs?: LocalObjectReference[];
  /**
   * Well-known set of CA certificates for validating the backend's certificate: `System` for the system CA
   * certificates, or the name of an implementation-defined set, such as `example.com/internal`. Must be omitted if
   * `caCertificateRefs` contains references. If omitted, `caCertificateRefs` must contain at least one reference.
   */
  wellKnownCACertificates?: WellKnownCACertificates;
  /**
   * Hostname that is sent to the backend as the Server Name Indication (SNI) of TLS connections. The backend's
   * certificate must match this hostname, unless `subjectAltNames` is set.
   */
  hostname: PreciseHostname;
  /**
   * Subject alternative names for validating the backend's certificate. If set, the certificate must contain at least
   * one of these names, and `hostname` is used only as the Server Name Indication (SNI). If omitted or empty, the
   * certificate must match `hostname`.
   *
   * @maxItems 5
   * @listType atomic
   */
  subjectAltNames?: SubjectAltName[];
}

/** Type of a subject alternative name. */
export type SubjectAltNameType =
  /** DNS name that is specified in `hostname`. */
  | "Hostname"
  /** URI that is specified in `uri`. */
  | "URI";

/**
 * Subject alternative name in a certificate.
 *
 * @validation `has(self.hostname) == (self.type == "Hostname")` if `type` is 'Hostname', `hostname` must be set;
 *   otherwise, it must be omitted
 * @validation `has(self.uri) == (self.type == "URI")` if `type` is 'URI', `uri` must be set; otherwise, it must be
 *   omitted
 */
export interface SubjectAltName {
  /** Type of the subject alternative name. */
  type: SubjectAltNameType;
  /** Subject alternative name that is a DNS name. Required if `type` is `Hostname`; must be omitted otherwise. */
  hostname?: Hostname;
  /**
   * Subject alternative name that is a URI, such as `spiffe://example.com/service`. Required if `type` is `URI`; must
   * be omitted otherwise.
   */
  uri?: AbsoluteURI;
}
