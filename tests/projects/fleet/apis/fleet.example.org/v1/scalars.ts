import type { int32 } from "../../meta/v1.js";

/**
 * The name of an object in the same namespace.
 *
 * @minLength 1
 * @maxLength 63
 * @pattern `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
 */
export type ObjectName = string;

/**
 * A place where ships can call, as the United Nations codes it: two letters for the country, three for the place.
 *
 * @minLength 5
 * @maxLength 5
 * @pattern `^[A-Z]{2}[A-Z2-9]{3}$`
 */
export type PortCode = string;

/**
 * The number that stays with a hull from the yard to the breaker.
 *
 * @title Ship number
 * @minLength 11
 * @maxLength 11
 * @pattern `^IMO [0-9]{7}$`
 * @externalDocs https://example.org/ship-numbers How the numbers are given out
 */
export type ShipNumber = string;

/**
 * A length in centimetres, so that no fraction is needed.
 *
 * @minimum 0
 * @exclusiveMinimum
 * @maximum 50000
 */
export type Centimetres = int32;

/**
 * A share in percent, in steps of five.
 *
 * @minimum 0
 * @maximum 100
 * @multipleOf 5
 */
export type Percentage = int32;
