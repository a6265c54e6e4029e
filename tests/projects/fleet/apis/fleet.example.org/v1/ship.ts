import type {
  Condition,
  float,
  int32,
  int64,
  JSONValue,
  MicroTime,
  ObjectMeta,
  Quantity,
  Time,
} from "../../meta/v1.js";
import type { Range, Reading, ReferenceTo } from "./generics.js";
import type { Centimetres, ObjectName, Percentage, PortCode, ShipNumber } from "./scalars.js";

/**
 * One hull with its papers, its holds and its next voyage.
 *
 * A Ship describes the vessel itself. Where it sails with others, a Fleet says so. {@experimental A Convoy groups ships
 * of several fleets for a while.}
 *
 * @privateRemarks The papers are checked by the registry; the schema looks at their form alone.
 * @shortName shp
 * @shortName vessel
 * @category maritime
 * @category fleet
 * @crdLabel example.org/area=sea
 * @crdAnnotation example.org/contact=fleet@example.org
 * @storageVersion
 * @printColumn Number string `.spec.papers.number`
 * @printColumn Flag string `.spec.papers.flag` priority=1 The state that the ship is registered in.
 * @printColumn "Fuel left" string `.status.fuel.seen`
 * @printColumn Crew integer `.spec.crew.min` priority=1 format=int32
 * @printColumn Age date `.metadata.creationTimestamp`
 * @selectableField `.spec.papers.number`
 * @selectableField `.spec.class`
 * @validation `self.metadata.name.size() <= 63` Name the ship in 63 characters at most: its name becomes a label.
 */
export interface Ship {
  apiVersion: "fleet.example.org/v1";
  kind: "Ship";
  metadata: ObjectMeta;
  /** How the ship is built, manned and routed. */
  spec: ShipSpec;
  /**
   * What the ship reported last.
   *
   * @default
   * ```
   * {
   *   "conditions": [
   *     {
   *       "type": "Afloat",
   *       "status": "Unknown",
   *       "reason": "Pending",
   *       "message": "Nothing was reported yet.",
   *       "lastTransitionTime": "1970-01-01T00:00:00Z"
   *     }
   *   ]
   * }
   * ```
   */
  status?: ShipStatus;
}

/**
 * How a ship is built, manned and routed.
 *
 * @tombstone engine 2.0.0 Split into propulsion and bunkers.
 * @tombstone homePort 3.0.0 The papers name the port.
 * @validation `self.class != "Tug" || !has(self.holds)` reason=FieldValueForbidden fieldPath=`.holds` A tug has no
 * holds: leave them out.
 * @validation (experimental)
 * ```
 * !has(self.autopilot) ||
 *   self.propulsion.exists(p, p.kind == "Sail") ||
 *   self.autopilot.level != "Full"
 * ```
 * reason=FieldValueInvalid messageExpression=`"a ship of class " + self.class + " needs a sail for autopilot"`
 * Give a fully automatic ship a sail for when its engine stops.
 */
export interface ShipSpec {
  /**
   * What the ship was built for.
   *
   * @default `"Freighter"`
   * @immutable Create another Ship: a hull keeps its class.
   */
  class?: ShipClass;
  /**
   * What identifies the ship in any port.
   */
  papers: Papers;
  /** The outer measures, which decide where the ship can berth. */
  hull: {
    /** From bow to stern. */
    length: Centimetres;
    /** At the widest place. */
    beam: Centimetres;
    /** How deep the hull reaches below the water, empty and loaded. */
    draught: Range<Centimetres>;
  };
  /**
   * How many people are aboard. Fewer than the minimum keep the ship in port.
   *
   * @validation `!has(self.max) || self.min <= self.max` fieldPath=`.max` Set max to at least min.
   */
  crew: Range<int32>;
  /**
   * What moves the ship, the first being used unless the captain says otherwise.
   *
   * @minItems 1
   * @maxItems 4
   * @listType map
   * @listMapKey kind
   * @listMapKey position
   */
  propulsion: Propulsion[];
  /**
   * The cargo space, by the name of the hold: the goods that may lie in it.
   *
   * @maxProperties 32
   * @values.minItems 1
   * @values.maxItems 16
   * @values.listType set
   * @values.items.maxLength 40
   */
  holds?: Record<string, string[]>;
  /**
   * Fuel by its grade: what the tanks of that grade hold when they are full.
   *
   * @example `{"diesel": "120k", "hydrogen": 800}`
   * @maxProperties 8
   */
  bunkers?: Record<string, Quantity>;
  /**
   * The ports of the next voyage, in order. Empty while the ship is laid up.
   *
   * @maxItems 64
   * @listType atomic
   * @default `[]`
   * @default (experimental) `[{"port": "NLRTM"}]`
   */
  voyage?: readonly Call[];
  /**
   * When the ship left service; null as long as it sails.
   *
   * @default `null`
   */
  retiredAt?: Time | null;
  /** Settings of the bridge software. Nobody but the bridge reads them. */
  bridge?: JSONValue;
  /**
   * How the ship steers itself. Without it a helmsman does.
   *
   * @experimental
   */
  autopilot?: Autopilot;
  /**
   * The ship that this one is towed by.
   *
   * @deprecated Put both ships into a Fleet.
   */
  towedBy?: ReferenceTo<"Ship">;
}

/** What a ship is built for. */
export enum ShipClass {
  /** Carries goods in holds. */
  Freighter = "Freighter",
  /** Carries liquids in tanks. */
  Tanker = "Tanker",
  /** Pulls other ships. */
  Tug = "Tug",
  /**
   * Carries other ships out of the water.
   *
   * @experimental
   */
  HeavyLift = "HeavyLift",
}

/** What identifies a ship in any port. */
interface Papers {
  /** The number of the hull. */
  number: ShipNumber;
  /**
   * The state whose law holds aboard, in two letters.
   *
   * @minLength 2
   * @maxLength 2
   * @pattern `^[A-Z]{2}$`
   */
  flag: string;
  /** The port that stands on the stern. */
  port: PortCode;
  /**
   * How to reach the bridge by radio. Unset where the ship has no radio.
   *
   * @maxLength 7
   * @pattern `^[A-Z0-9]{3,7}$`
   * @pattern (experimental) `^[A-Z0-9]{2,7}$`
   */
  callSign?: string;
  /**
   * The day on which the papers lapse.
   *
   * @format date
   */
  expires?: string;
  /**
   * A digest of the scanned papers.
   *
   * @format byte
   * @maxLength 64
   * @experimental
   */
  digest?: string;
}

/**
 * One thing that moves a ship.
 *
 * @schema
 * ```
 * oneOf:
 *   - properties:
 *       kind: {enum: [Sail]}
 *     not: {required: [power]}
 *   - properties:
 *       kind: {enum: [Diesel, Electric]}
 *     required: [power]
 * ```
 * @schema (experimental)
 * ```
 * oneOf:
 *   - properties:
 *       kind: {enum: [Sail, Kite]}
 *     not: {required: [power]}
 *   - properties:
 *       kind: {enum: [Diesel, Electric]}
 *     required: [power]
 * ```
 */
interface Propulsion {
  /** How it works. */
  kind:
    | "Sail"
    /** Burns what lies in the bunkers. */
    | "Diesel"
    | /** Runs on batteries. */ "Electric"
    /**
     * A sail on a line, high above the ship.
     *
     * @experimental
     */
    | "Kite";
  /**
   * Where it sits.
   *
   * @default `"Stern"`
   */
  position?: "Bow" | "Stern";
  /** What it gives at most, in kilowatts. */
  power?: Quantity;
  /** How fast it turns, in revolutions per second. */
  revolutions?: float;
}

/** One stop of a voyage. */
interface Call {
  /** Where the ship stops. */
  port: PortCode;
  /** What it takes along from there. Unset for a stop without cargo. */
  cargo?: Cargo | null;
  /**
   * How long the ship waits for its berth at most.
   *
   * @experimental
   */
  patience?: int32;
}

/** What is loaded at one stop. */
type Cargo = { /** What it is called in the manifest. */ name: ObjectName } & Partial<Measured>;

/** What can be weighed and counted. */
interface Measured {
  /** The mass, with its packing. */
  mass: Quantity;
  /** How many pieces there are. */
  pieces: int64;
}

/**
 * How a ship steers itself.
 *
 * @experimental
 */
interface Autopilot {
  /** How much is left to people. */
  level: AutopilotLevel;
  /**
   * How sure the autopilot must be before it acts.
   *
   * @default `95`
   */
  confidence?: Percentage;
}

/** How much is left to people. */
type AutopilotLevel =
  /** Keeps the course that the helmsman sets. */
  | "Course"
  /** Finds the course itself. */
  | "Full";

/** What a ship reported last. */
export interface ShipStatus {
  /**
   * Whether the ship is fit, afloat and where it should be.
   *
   * @maxItems 8
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
  /** The fuel over all bunkers, wanted for the voyage and seen in the tanks. */
  fuel?: Reading<Quantity>;
  /** The port that the ship lies in or left last. */
  lastPort?: PortCode;
  /** When the ship's position was fixed. */
  fixedAt?: MicroTime;
  /**
   * The position, as the autopilot has it.
   *
   * @experimental
   */
  position?: Position;
}

/** A place on the globe, in millionths of a degree. */
interface Position {
  /**
   * North of the equator; negative in the south.
   *
   * @minimum -90000000
   * @maximum 90000000
   */
  latitude: int32;
  /**
   * East of Greenwich; negative in the west.
   *
   * @minimum -180000000
   * @maximum 180000000
   * @exclusiveMaximum
   */
  longitude: int32;
}
