import type { ReferenceTo } from "../../fleet.example.org/v1/generics.js";
import type { ObjectMeta, Time } from "../../meta/v1.js";

/**
 * A ship that lies, or shall lie, at a berth.
 *
 * @noStatus
 * @validation `self.spec.until > self.spec.from` Let the ship leave after it came.
 */
export interface Mooring {
  apiVersion: "harbour.example.org/v1beta1";
  kind: "Mooring";
  metadata: ObjectMeta;
  /** Which ship lies where, and how long. */
  spec: {
    /** The ship. */
    ship: ReferenceTo<"Ship">;
    /** The harbour. */
    harbour: ReferenceTo<"Harbour">;
    /** When the berth is taken. */
    from: Time;
    /** When it is free again. */
    until: Time;
    /**
     * The ropes, in the order they are made fast.
     *
     * @minItems 2
     * @maxItems 12
     */
    ropes?: ("Bow" | "Spring" | "Stern")[];
  };
  /** What the harbour master noted. Anybody who may write the mooring may write it. */
  status?: {
    /** In the harbour master's words. */
    note?: string;
  };
}
