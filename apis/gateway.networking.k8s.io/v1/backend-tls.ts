/*
 * TLS on the way to a backend: how its certificate is checked.
 */

import type { LocalObjectReference } from "./references.js";
import type { Hostname, PreciseHostname } from "./scalars.js";

/**
 * A set of authorities (CAs) that has a name: `System`, or one of an implementation, with its domain in front.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(System|([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*&#47;([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]))$`
 */
export type WellKnownCACertificates = string;

/**
 * A URI with a scheme and an authority, as in `spiffe://example.com/service`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(([^:/?#]+):)(//([^/?#]*))([^?#]*)(\?([^#]*))?(#(.*))?`
 */
export type AbsoluteURI = string;

/**
 * How the certificate of a backend is checked.
 *
 * @validation
 * ```
 * has(self.wellKnownCACertificates) != (has(self.caCertificateRefs) && size(self.caCertificateRefs) > 0)
 * ```
 * Set either caCertificateRefs or wellKnownCACertificates, not both.
 */
export interface BackendTLSValidation {
  /**
   * The authorities (CAs) that the certificate may come from, in most cases a ConfigMap with the key `ca.crt`. They are
   * in the same namespace. Set this or `wellKnownCACertificates`.
   *
   * @maxItems 8
   * @listType atomic
   */
  caCertificateRefs?: LocalObjectReference[];
  /**
   * A known set of authorities that the certificate may come from: `System` for those that the system trusts, or a set
   * of the implementation, as in `example.com/internal`. Set this or `caCertificateRefs`.
   */
  wellKnownCACertificates?: WellKnownCACertificates;
  /**
   * The host that the backend is asked for when the connection begins (SNI). The certificate has to be for it, unless
   * `subjectAltNames` says otherwise.
   */
  hostname: PreciseHostname;
  /**
   * Names of which the certificate has to have at least one. `hostname` is then no longer looked for in it. When absent
   * or empty, the certificate has to be for `hostname`.
   *
   * @maxItems 5
   * @listType atomic
   */
  subjectAltNames?: SubjectAltName[];
}

/** The form of a name in a certificate. */
export type SubjectAltNameType =
  /** A host, in `hostname`. */
  | "Hostname"
  /** A URI, in `uri`. */
  | "URI";

/**
 * A name that a certificate can have.
 *
 * @validation `has(self.hostname) == (self.type == "Hostname")` Set hostname with type Hostname, and with no other
 *   type.
 * @validation `has(self.uri) == (self.type == "URI")` Set uri with type URI, and with no other type.
 */
export interface SubjectAltName {
  /** The form of the name. */
  type: SubjectAltNameType;
  /** Host that the certificate is for, for type Hostname. A wildcard fits the same wildcard in the certificate. */
  hostname?: Hostname;
  /** URI in the certificate, for type URI, as in `spiffe://example.com/service`. */
  uri?: AbsoluteURI;
}
