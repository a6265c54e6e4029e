import type { ReferenceTo } from "../../fleet.example.org/v1/generics.js";
import type { Duration, ObjectMeta } from "../../meta/v1.js";

/**
 * Ships of several fleets that sail together for a while.
 *
 * @experimental
 */
export interface Convoy {
  apiVersion: "x.fleet.example.org/v1alpha1";
  kind: "Convoy";
  metadata: ObjectMeta;
  /** Who sails with whom. */
  spec: {
    /**
     * The ships and fleets that take part, in sailing order.
     *
     * @minItems 2
     * @maxItems 100
     * @listType map
     * @listMapKey kind
     * @listMapKey name
     */
    members: ReferenceTo<"Ship" | "Fleet">[];
    /** How long they wait for one another. */
    patience?: Duration;
  };
}
