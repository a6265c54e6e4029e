import type { Range, ReferenceTo } from "../../fleet.example.org/v1/generics.js";
import type { Centimetres, ObjectName, PortCode } from "../../fleet.example.org/v1/scalars.js";
import type { Condition, int32, ObjectMeta } from "../../meta/v1.js";

/**
 * A place with quays where ships can lie.
 *
 * There is one Harbour for each port, whatever the namespaces of the ships that call there.
 *
 * @scope Cluster
 * @shortName hb
 * @category maritime
 * @storageVersion
 * @selectableField `.spec.region`
 * @selectableField `.spec.ice`
 * @printColumn Code string `.spec.code`
 * @printColumn Region string `.spec.region`
 */
export interface Harbour {
  apiVersion: "harbour.example.org/v1";
  kind: "Harbour";
  metadata: ObjectMeta;
  /** Where the harbour is and what it has. */
  spec: HarbourSpec;
  /** Who lies where. */
  status?: HarbourStatus;
}

/** Where a harbour is and what it has. */
interface HarbourSpec {
  /**
   * The code of the port.
   *
   * @immutable Create another Harbour: a port keeps its code.
   */
  code: PortCode;
  /** The sea that the harbour opens to. */
  region: Region;
  /** Whether the harbour freezes over in winter. */
  ice?: boolean;
  /** How far the water rises and falls. Nothing stands for a harbour without tides, null for one not yet measured. */
  tide?: Range<Centimetres> | null;
  /**
   * The berths by the name of their quay, from the entrance inwards.
   *
   * @minProperties 1
   * @maxProperties 26
   * @values.maxItems 20
   * @values.listType map
   * @values.listMapKey number
   */
  quays: Record<string, Berth[]>;
  /**
   * The cranes of each quay: how much each one lifts, in tonnes.
   *
   * @maxProperties 26
   * @values.maxItems 40
   * @values.items.minimum 1
   */
  cranes?: Record<string, int32[]>;
  /**
   * Who may call here. Everybody without it.
   *
   * @experimental
   * @maxItems 16
   * @listType atomic
   */
  admits?: Guest[];
}

/** A sea that harbours open to. */
type Region = InlandRegion | "Atlantic" | "Pacific" | /** @experimental */ "Arctic";

/** A sea with hardly any tide. */
type InlandRegion =
  | "Baltic"
  /** With the Black Sea. */
  | "Mediterranean";

/**
 * A place at a quay for one ship.
 *
 * @tombstone depth 1.4.0 Moved to limits.draught.
 */
interface Berth {
  /**
   * Its number at the quay.
   *
   * @minimum 1
   */
  number: int32;
  /** What fits. Anything without it. */
  limits?: {
    /** The longest ship. */
    length?: Centimetres;
    /** The deepest ship. */
    draught?: Centimetres;
  };
  /**
   * What the berth offers besides a wall to lie at.
   *
   * @maxItems 4
   * @listType set
   */
  services?: ("Water" | "Power" | /** For ships with batteries. */ "FastCharging")[];
  /**
   * A place ahead in the queue, for whoever pays for it.
   *
   * @experimental
   */
  priority?: int32;
}

/**
 * Who may call at a harbour.
 *
 * @experimental
 */
interface Guest {
  /** The fleet that is welcome. */
  fleet: ReferenceTo<"Fleet">;
  /**
   * The namespace of the fleet.
   *
   * @default `"default"`
   */
  namespace?: ObjectName;
}

/** Who lies where. */
interface HarbourStatus {
  /**
   * The ships at each quay, by the number of the berth.
   *
   * @maxProperties 26
   */
  moored?: Record<string, Record<string, ObjectName>>;
  /** How many berths are free. */
  free?: int32;
  /**
   * Whether the harbour takes ships.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
