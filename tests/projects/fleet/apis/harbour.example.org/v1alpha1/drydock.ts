import type { Centimetres } from "../../fleet.example.org/v1/scalars.js";
import type { ObjectMeta } from "../../meta/v1.js";

/**
 * A basin that can be pumped dry, so that a hull can be mended.
 *
 * @experimental
 * @scope Cluster
 * @validation (experimental) `self.spec.gates <= 2 || self.spec.length > 10000` Build a longer dock for more than
 * two gates.
 */
export interface Drydock {
  apiVersion: "harbour.example.org/v1alpha1";
  kind: "Drydock";
  metadata: ObjectMeta;
  /** How large the dock is. */
  spec: {
    /** From gate to gate. */
    length: Centimetres;
    /**
     * Into how many parts the dock can be shut.
     *
     * @minimum 1
     * @maximum 6
     */
    gates: number;
    /** How fast the pumps work, as a share of what they could do. */
    pumping?: number;
  };
}
