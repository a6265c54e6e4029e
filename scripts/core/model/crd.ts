import type { JsonObject } from "./json.js";
import type { StructuralSchema } from "./schema.js";

/**
 * A CustomResourceDefinition as apiextensions.k8s.io/v1 defines it. It is a type and not an interface, as is a version
 * of it, so that it is a `JsonObject` as well.
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
    /** How served versions convert into each other; the strategy `None` if omitted. The build writes none. */
    readonly conversion?: { readonly strategy?: string };
  };
  /** Set by the API server: the build writes none, and a CRD read from a cluster has one. */
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
  /** Always there, `{}` where a version has none, so that a reader need not guess. */
  readonly subresources: JsonObject;
};
