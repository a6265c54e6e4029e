import type { Channel } from "./channel.js";
import type { Subresource } from "./consumer.js";
import type { Diagnostic } from "./diagnostic.js";
import type { FieldPath } from "./field-path.js";
import type { Json } from "./json.js";
import type { Version } from "./release-version.js";

/** Requirement of a consumer, and whether a bundle fulfills it. */
export interface JudgedRequirement {
  readonly consumer: string;
  /** Channel that the consumer requires. */
  readonly channel: Channel;
  readonly required: RequiredPart;
  readonly status: "fulfilled" | "unfulfilled" | "undecided";
  /**
   * The reason for which the requirement is not fulfilled. Unset if it is the reason of another requirement: without a
   * kind, there are no fields.
   */
  readonly problem?: Diagnostic;
  /** Channel of the CRD of a kind, if it is not the required channel. */
  readonly foundIn?: Channel;
  /** Set for an API version that is served, but deprecated. */
  readonly deprecated?: { readonly warning?: string };
}

/** Name of an API version of a kind. */
export interface RequiredVersion {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/** Part of a bundle that a consumer requires. */
export type RequiredPart =
  | { readonly subject: "channel" }
  | { readonly subject: "bundle"; readonly atLeast: Version }
  | ({ readonly subject: "kind" | "version" } & RequiredVersion)
  | ({ readonly subject: "subresource"; readonly subresource: Subresource } & RequiredVersion)
  | ({ readonly subject: "field"; readonly path: FieldPath } & RequiredVersion)
  | ({ readonly subject: "value"; readonly path: FieldPath; readonly value: Json } & RequiredVersion);
