/*
 * The bounded strings and numbers that the kinds of this group are made of.
 */

import type { int32 } from "../../meta/v1.js";

/**
 * A name under the rules of DNS: labels of lower-case letters, digits and inner hyphens, joined by dots. A basis for
 * the aliases below; use one of those where it fits.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type DNSName = string;

/**
 * The metadata.name of some object. Each kind has its own rules for names, so that its length alone is checked.
 *
 * @minLength 1
 * @maxLength 253
 */
export type ObjectName = string;

/**
 * The name of a namespace.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
 */
export type Namespace = string;

/**
 * An API group without its version. The empty text is the core group, that of Service and Secret.
 *
 * @maxLength 253
 * @pattern `^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type Group = string;

/**
 * A kind as it stands in an object, `Service` and not `services`.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
 */
export type Kind = string;

/** The name of a part of an object: a listener of a Gateway, a port of a Service, a rule of a route. */
export type SectionName = DNSName;

/** A host name without port and without wildcard. */
export type PreciseHostname = DNSName;

/**
 * A host name without port. Its first label may be a wildcard: `*.example.com`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type Hostname = string;

/**
 * A network port.
 *
 * @minimum 1
 * @maximum 65535
 */
export type PortNumber = int32;

/**
 * A length of time out of whole hours, minutes, seconds and milliseconds: `10s`, `1h30m`, `500ms`. Stricter than Go's
 * notation, so that it needs no sign and no fraction.
 *
 * @pattern `^([0-9]{1,5}(h|m|s|ms)){1,4}$`
 */
export type Duration = string;

/**
 * The controller that implements something: a domain of its vendor, then a path, `example.com/gateway-controller`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
 */
export type GatewayController = string;

/**
 * The name of an HTTP header or of a query parameter. Whoever compares header names ignores case.
 *
 * @minLength 1
 * @maxLength 256
 * @pattern `^[A-Za-z0-9!#$%&'*+\-.^_\x60|~]+$`
 */
export type HeaderName = string;

/**
 * The value of an HTTP header. The experimental channel admits visible ASCII alone, with single spaces or tabs between.
 *
 * @minLength 1
 * @maxLength 4096
 * @pattern (experimental) `^[!-~]+([\t ]?[!-~]+)*$`
 */
export type HeaderValue = string;

/**
 * The value of an annotation or of an option that an implementation defines.
 *
 * @minLength 0
 * @maxLength 4096
 */
export type AnnotationValue = string;
