/*
 * Numbers that the Kubernetes meta types do not have.
 */

/**
 * A whole number of no particular size. Prefer `int32`, which says what fits; this is for fields that never said so.
 *
 * @rawSchema `{"type": "integer"}`
 */
export type integer = number;
