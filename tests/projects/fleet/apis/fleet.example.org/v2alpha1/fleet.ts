import type { ObjectMeta } from "../../meta/v1.js";
import type * as v1 from "../v1/fleet.js";

/**
 * Ships that sail for one owner, of one or of several makes.
 *
 * @experimental
 * @unserved
 * @differs scale A fleet of several makes has no single number of ships.
 * @differs columns The columns of v1 show that number.
 */
export interface Fleet {
  apiVersion: "fleet.example.org/v2alpha1";
  kind: "Fleet";
  metadata: ObjectMeta;
  /**
   * The ships by their make.
   *
   * @minProperties 1
   * @maxProperties 20
   */
  spec: Record<string, Squadron>;
  /** How many ships sail already, over all makes. */
  status?: v1.FleetStatus;
}

/** The ships of one make. */
type Squadron = Pick<v1.FleetSpec, "ships" | "template"> & Required<Pick<v1.FleetSpec, "deadline">>;
