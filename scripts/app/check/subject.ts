import type { CodeRange } from "../../core/code-place.js";
import type { Channel } from "../../core/model/channel.js";
import type { Acceptance, Diagnostic, Levels } from "../../core/model/diagnostic.js";
import type { JsonObject } from "../../core/model/json.js";
import type { Location } from "../../core/model/location.js";
import type { Path } from "../../kubernetes/crd/problem.js";

/** A CRD to check, with the places of its parts. */
export interface Subject {
  readonly crd: JsonObject;
  readonly channel?: Channel;
  readonly file?: string;
  /** Returns the location of a value, of its key, or of a part of the expression that is this value. */
  readonly placeOf: (path: Path, part?: CodeRange | "key") => Location | undefined;
}

/** CRDs to check together, and the decisions of their author about advice. */
export interface Subjects {
  readonly subjects: readonly Subject[];
  /** The diagnostics of the step that made or read the CRDs, without levels. */
  readonly found: readonly Diagnostic[];
  readonly acceptances: readonly Acceptance[];
  readonly levels?: Levels | undefined;
}
