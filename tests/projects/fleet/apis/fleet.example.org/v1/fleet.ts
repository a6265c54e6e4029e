import type { Condition, Duration, EmbeddedResource, int32, IntOrString, ObjectMeta, Quantity } from "../../meta/v1.js";
import type { ReferenceTo } from "./generics.js";

/**
 * Ships that are alike and sail for one owner.
 *
 * @plural fleets
 * @singular fleet
 * @listKind FleetList
 * @storageVersion
 * @scale `.spec.ships` `.status.ships` `.status.selector`
 * @printColumn Wanted integer `.spec.ships`
 * @printColumn Afloat integer `.status.ships`
 * @printColumn Ready string `.status.conditions[?(@.type=="Ready")].status` priority=1
 */
export interface Fleet {
  apiVersion: "fleet.example.org/v1";
  kind: "Fleet";
  metadata: ObjectMeta;
  /** How many ships there are, and how they are made. */
  spec: FleetSpec;
  /** How many ships sail already. */
  status?: FleetStatus;
}

/** How many ships a fleet has, and how they are made. */
export interface FleetSpec {
  /**
   * How many ships the owner wants.
   *
   * @minimum 0
   * @maximum 10000
   * @default `1`
   */
  ships?: int32;
  /**
   * The labels by which a fleet knows its ships.
   *
   * @minProperties 1
   * @maxProperties 16
   * @mapType atomic
   * @immutable
   * @values.maxLength 63
   */
  selector: { [label: string]: string };
  /** What a new ship of the fleet looks like: a whole object, of any kind that floats. */
  template: EmbeddedResource;
  /**
   * Sealed orders that each ship carries. Opened at sea, by nobody else.
   *
   * @maxItems 4
   * @listType atomic
   */
  orders?: SealedOrder[];
  /**
   * How many ships may be in dock at one time, as a number or a share of the fleet.
   *
   * @default `"25%"`
   * @maxLength 5
   * @pattern `^[0-9]+%?$`
   * @example `3`
   */
  maxInDock?: IntOrString;
  /** What the fleet may spend on fuel in a month, in euros. */
  budget?: Quantity;
  /** How long a new ship may take until it sails. */
  deadline?: Duration;
  /**
   * Where the fleet repairs its ships. Anywhere without it.
   *
   * @validation (standard) `self.kind != "Drydock"` Name a Harbour: dry docks are not released yet.
   */
  repairedAt?: ReferenceTo<"Harbour" | "Drydock">;
}

/**
 * An order in a Kubernetes object of its own.
 *
 * @embeddedResource
 * @preserveUnknownFields
 */
interface SealedOrder {
  /** The group and version of the order. */
  apiVersion: string;
  /** The kind of the order. */
  kind: string;
  /** The order's own name and labels. */
  metadata: ObjectMeta;
}

/** How many ships of a fleet sail. */
export interface FleetStatus {
  /** How many ships there are. */
  ships: int32;
  /**
   * How many of them are ready to leave.
   *
   * @validation `self >= 0 && (oldSelf.hasValue() || self == 0)` optionalOldSelf Report no ready ship at first.
   */
  ready?: int32;
  /** The selector of the spec as text, which autoscalers need. */
  selector?: string;
  /**
   * How the fleet is doing.
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
