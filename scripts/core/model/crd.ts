import type { JsonObject } from "./json.js";
import type { StructuralSchema } from "./schema.js";
import type { WebhookConversion } from "./webhook.js";

/**
 * CustomResourceDefinition of apiextensions.k8s.io/v1. It and its versions are types and not interfaces, because only a
 * type is assignable to `JsonObject`.
 */
export type CustomResourceDefinition = {
  readonly apiVersion: "apiextensions.k8s.io/v1";
  readonly kind: "CustomResourceDefinition";
  readonly metadata: {
    readonly name: string;
    readonly annotations: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly group: string;
    readonly names: {
      readonly kind: string;
      readonly listKind: string;
      readonly plural: string;
      readonly singular: string;
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    };
    readonly scope: "Namespaced" | "Cluster";
    readonly versions: readonly CrdVersion[];
    /** Conversion between API versions. If omitted, the strategy is `None`. */
    readonly conversion?: WebhookConversion | { readonly strategy?: string };
  };
  /** Set by the API server. The build does not write it, but a CRD that is read from a cluster has it. */
  readonly status?: { readonly storedVersions?: readonly string[] | null };
};

export type CrdVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: true;
  readonly deprecationWarning?: string;
  readonly additionalPrinterColumns?: readonly JsonObject[];
  readonly selectableFields?: readonly JsonObject[];
  readonly schema: { readonly openAPIV3Schema: StructuralSchema };
  /** Always set, to `{}` if a version has none, so readers need not handle a missing value. */
  readonly subresources: JsonObject;
};
