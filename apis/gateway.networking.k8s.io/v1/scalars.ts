/*
 * Bounded strings and numbers that the kinds of this group use.
 */

import type { int32 } from "crd-bundle/meta/v1";

/**
 * DNS name: labels that are separated by dots. Each label consists of lowercase letters, digits, and hyphens, and
 * starts and ends with a letter or digit. If possible, use a more specific type, such as `SectionName` or
 * `PreciseHostname`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type DNSName = string;

/**
 * Name of an object (`metadata.name`). Only the length is validated, because the rules for names differ between kinds.
 *
 * @minLength 1
 * @maxLength 253
 */
export type ObjectName = string;

/**
 * Name of a namespace.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
 */
export type Namespace = string;

/**
 * API group without a version. An empty string means the core API group, which contains Service and Secret.
 *
 * @maxLength 253
 * @pattern `^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type Group = string;

/**
 * Kind of an object, such as `Service`. The plural resource name, such as `services`, is not a kind.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
 */
export type Kind = string;

/** Name of a section of an object, such as a Gateway listener, a Service port, or a routing rule. */
export type SectionName = DNSName;

/** Hostname without a port and without a wildcard. */
export type PreciseHostname = DNSName;

/**
 * Hostname without a port. The first label can be the wildcard `*`, as in `*.example.com`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
 */
export type Hostname = string;

/**
 * Network port number.
 *
 * @minimum 1
 * @maximum 65535
 */
export type PortNumber = int32;

/**
 * Duration in whole hours, minutes, seconds, and milliseconds, such as `10s`, `1h30m`, or `500ms`. The format is a
 * subset of Go's duration format, without signs or fractions (see GEP-2257).
 *
 * @pattern `^([0-9]{1,5}(h|m|s|ms)){1,4}$`
 */
export type Duration = string;

/**
 * Name of a controller: a path with a domain prefix, such as `example.com/gateway-controller`.
 *
 * @minLength 1
 * @maxLength 253
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+$`
 */
export type GatewayController = string;

/**
 * Name of an HTTP header or a query parameter. Header names are case-insensitive.
 *
 * @minLength 1
 * @maxLength 256
 * @pattern `^[A-Za-z0-9!#$%&'*+\-.^_\x60|~]+$`
 */
export type HeaderName = string;

/**
 * HTTP header value. The experimental channel allows only visible ASCII characters, optionally separated by single
 * spaces or tabs.
 *
 * @minLength 1
 * @maxLength 4096
 * @pattern (experimental) `^[!-~]+([\t ]?[!-~]+)*$`
 */
export type HeaderValue = string;

/**
 * Value of an annotation or an implementation-specific option.
 *
 * @minLength 0
 * @maxLength 4096
 */
export type AnnotationValue = string;
