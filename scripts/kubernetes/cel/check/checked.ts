import type { Overload } from "../environment/overload.js";
import type { Core } from "../syntax/core.js";
import type { Type } from "../types/type.js";

/** Expression whose types are known. */
export interface Checked {
  readonly root: Core;
  readonly type: Type;
  /** Returns the type of a part. */
  readonly typeOf: (part: Core) => Type;
  /** Overloads that a call can have, by the types of its arguments. */
  readonly overloads: ReadonlyMap<Core, readonly Overload[]>;
  /** Parts that are the name of a type, such as `int` or `net.IP`, and not a value. */
  readonly names: ReadonlyMap<Core, string>;
  /** Parts that are the name of a variable with dots, such as `authorizer.requestResource`. */
  readonly variables: ReadonlyMap<Core, string>;
  /** Calls of functions whose name contains their target, such as `sets.contains(a, b)`, with this name. */
  readonly qualified: ReadonlyMap<Core, string>;
  readonly usesOldSelf: boolean;
}
