import type { ObjectMeta } from "../../meta/v1.js";
import type { ShipNumber } from "../v1/scalars.js";

/**
 * One hull and its number: the first attempt, kept so that what is stored in it can be read.
 *
 * @deprecated
 * @unserved
 * @noStatus
 * @differs status A ship could not report anything yet.
 * @differs columns There was nothing to show.
 * @differs selectableFields There was nothing to select by.
 */
export interface Ship {
  apiVersion: "fleet.example.org/v1alpha1";
  kind: "Ship";
  metadata: ObjectMeta;
  /** What identifies the ship. */
  spec: {
    /** The number of the hull. */
    number: ShipNumber;
    /**
     * Free notes of the owner.
     *
     * @preserveUnknownFields
     */
    notes?: {
      /** Who wrote them. */
      author?: string;
    };
  };
  /** What the owner says of the ship: no subresource in this version. */
  status?: {
    /** In the owner's words. */
    words?: string;
  };
}
