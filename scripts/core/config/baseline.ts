/** Reads a baseline: a list of changes that maintainers accepted. */
import * as v from "valibot";
import { diagnose } from "../diagnostics/diagnose.js";
import { CHANGE_CLASSES, type ChangeClass } from "../model/change.js";
import { CHANNELS, type Channel } from "../model/channel.js";
import type { Location, SourceText } from "../model/location.js";
import type { Placed } from "../model/policy.js";
import { failure, type Result, success } from "../result.js";
import { anyText, fingerprint, readWaivers } from "./policy-files.js";
import { readRecords } from "./records.js";
import { expectedOneOf, mapping } from "./schema.js";

/** Name of a CRD, version or field. Names come from CRDs that may be invalid, so they can be empty. */
const name = v.string("must be a string");

const ENTRY = mapping({
  fingerprint,
  channel: v.exactOptional(v.picklist(CHANNELS, expectedOneOf(CHANNELS))),
  crd: name,
  versions: v.exactOptional(v.array(name, "must be a list")),
  path: v.exactOptional(name),
  class: v.picklist(CHANGE_CLASSES, expectedOneOf(CHANGE_CLASSES)),
  message: anyText,
});

/** Description of a change for reviewers. */
export interface ChangeDescription {
  /** Omitted if the states have no channels. */
  readonly channel?: Channel;
  readonly crd: string;
  readonly versions?: readonly string[];
  readonly path?: string;
  readonly class: ChangeClass;
  readonly message: string;
}

/** Entry of a baseline. The fingerprint identifies the change. */
export interface AcceptedChange {
  readonly fingerprint: string;
  readonly description: ChangeDescription;
  readonly location: Location;
}

/** Reads a baseline, or reports everything that is wrong in it. */
export function readBaseline(file: SourceText): Result<readonly Placed<AcceptedChange>[]> {
  const records = readRecords(file, ENTRY);
  if (!records.ok)
    return readWaivers(file).ok ? failure(diagnose("baseline-of-waivers", { path: file.path })) : records;
  return success(
    records.value.map(({ fields: { fingerprint, ...description }, location, placeOf }) => ({
      fingerprint,
      description,
      location,
      placeOf,
    })),
  );
}
