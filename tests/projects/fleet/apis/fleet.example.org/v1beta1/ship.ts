import type { IntOrString, ObjectMeta } from "../../meta/v1.js";
import type * as v1 from "../v1/ship.js";

/**
 * One hull with its papers, its holds and its next voyage. The voyage is only a number of stops in this version.
 *
 * @deprecated fleet.example.org/v1beta1 Ship goes away with 4.0.0; use fleet.example.org/v1.
 * @differs columns Tools in the field parse the two columns of this version.
 * @differs selectableFields The class could not be selected by before v1.
 * @printColumn Number string `.spec.papers.number`
 * @printColumn Age date `.metadata.creationTimestamp`
 * @selectableField `.spec.papers.number`
 */
export interface Ship {
  apiVersion: "fleet.example.org/v1beta1";
  kind: "Ship";
  metadata: ObjectMeta;
  /** How the ship is built and manned. */
  spec: ShipSpec;
  /** What the ship reported last. */
  status?: v1.ShipStatus;
}

/** The same as in v1 but for the voyage. */
interface ShipSpec extends Omit<v1.ShipSpec, "voyage"> {
  /** How many stops are left, or the name of a route that says so. */
  voyage?: IntOrString;
}
